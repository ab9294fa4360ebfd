"""Post codes in the middle of the places that the Maps app knows; places of several countries may share a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["POST_CODES"]

# country; places with their codes
_TABLE: Final = """
Austria;Vienna 1010, Innsbruck 6020, Salzburg 5020, Feldkirch 6800
Switzerland;Zurich 8001, Geneva 1201, Bern 3011, Basel 4001, Chur 7000, Buchs 9470
Liechtenstein;Vaduz 9490, Schaan 9494, Triesen 9495, Balzers 9496, Eschen 9492, Mauren 9493, Triesenberg 9497
Liechtenstein;Ruggell 9491, Gamprin 9487, Schellenberg 9488, Planken 9498
Eschen, Liechtenstein;Nendeln 9485
Gamprin, Liechtenstein;Bendern 9487
Mauren, Liechtenstein;Schaanwald 9486
Balzers, Liechtenstein;Mäls 9496
Germany;Berlin 10115, Hamburg 20095, Munich 80331, Cologne 50667, Frankfurt 60311
France;Paris 75001, Lyon 69001, Marseille 13001, Toulouse 31000
Spain;Madrid 28001, Barcelona 08001, Seville 41001, Valencia 46001
Italy;Rome 00184, Milan 20121, Naples 80121, Florence 50122, Venice 30121
Belgium;Brussels 1000
Luxembourg;Luxembourg 1111
Denmark;Copenhagen 1050
Norway;Oslo 0150, Bergen 5003
Sweden;Stockholm 11120, Gothenburg 41103
Finland;Helsinki 00100
Iceland;Reykjavik 101
Poland;Warsaw 00-001, Krakow 31-001
Czechia;Prague 11000
Hungary;Budapest 1051
Slovakia;Bratislava 81101
Slovenia;Ljubljana 1000
Croatia;Zagreb 10000
Serbia;Belgrade 11000
Bulgaria;Sofia 1000
Greece;Athens 10431, Thessaloniki 54622
Turkey;Istanbul 34110, Ankara 06420
Ukraine;Kyiv 01001
Lithuania;Vilnius 01100
Latvia;Riga 1050
Estonia;Tallinn 10111
Russia;Moscow 101000
Georgia;Tbilisi 0105
Morocco;Casablanca 20000, Marrakesh 40000
Tunisia;Tunis 1000
Algeria;Algiers 16000
Nigeria;Lagos 100001, Abuja 900001
Kenya;Nairobi 00100, Mombasa 80100
Ethiopia;Addis Ababa 1000
South Africa;Johannesburg 2001, Cape Town 8001, Durban 4001
Saudi Arabia;Riyadh 11564
Jordan;Amman 11118
Pakistan;Karachi 74000, Lahore 54000
India;Delhi 110001, Mumbai 400001, Bengaluru 560001, Chennai 600001, Kolkata 700001, Hyderabad 500001
Nepal;Kathmandu 44600
Bangladesh;Dhaka 1000
Thailand;Bangkok 10200, Chiang Mai 50000
Vietnam;Hanoi 100000, Ho Chi Minh City 700000
Malaysia;Kuala Lumpur 50000
Indonesia;Jakarta 10110
Philippines;Manila 1000
China;Beijing 100006, Shanghai 200001, Guangzhou 510000, Chengdu 610000
South Korea;Seoul 04524, Busan 48058
Japan;Tokyo 100-0001, Osaka 530-0001
Kazakhstan;Almaty 050000
Australia;Sydney 2000, Melbourne 3000, Brisbane 4000, Perth 6000
New Zealand;Auckland 1010, Wellington 6011
United States;Honolulu 96813, New York 10001, Los Angeles 90012, Chicago 60601, Houston 77002, San Francisco 94102
United States;Seattle 98101, Boston 02108, Denver 80202, Miami 33130, Washington 20001, Philadelphia 19102
United States;Phoenix 85004, Atlanta 30303, Dallas 75201
Mexico;Mexico City 06000, Guadalajara 44100
Peru;Lima 15001
Ecuador;Quito 170150
Colombia;Bogota 110111
Uruguay;Montevideo 11000
Venezuela;Caracas 1010
"""


def _read() -> dict[tuple[str, str], str]:
    codes = {}
    for line in _TABLE.strip().splitlines():
        region, _, places = line.partition(";")
        for place in places.split(", "):
            name, _, code = place.rpartition(" ")
            codes[name, region] = code
    return codes


POST_CODES: Final[Mapping[tuple[str, str], str]] = _read()
"""The codes by the place's name and region."""
