"""The places that the Maps app knows offline: large cities of the world, and towns and villages of Liechtenstein."""

from __future__ import annotations

from functools import lru_cache
from math import asin, cos, radians, sin, sqrt
from typing import Final, NamedTuple

from crab_sim.phone.apps.maps.postcodes import POST_CODES

__all__ = [
    "PLACES",
    "SEEDED",
    "Place",
    "by_name",
    "coordinates",
    "distance",
    "find",
    "nearest",
    "parse_point",
    "searched_code",
]


class Place(NamedTuple):
    """A place.

    Attributes:
        name: Its name.
        region: The country, for villages with the municipality before it.
        kind: ``"city"``, ``"town"``, ``"village"``, or ``"point"`` for a point that isn't in the gazetteer.
        lat: Degrees north.
        lon: Degrees east.
        land: Places of one letter can be reached from one another without a ship: ``"e"`` Europe, Asia and Africa,
            ``"a"`` America, anything else an island or Australia.
    """

    name: str
    region: str
    kind: str
    lat: float
    lon: float
    land: str = "e"

    @property
    def title(self) -> str:
        """Name and region, as a list of suggestions or a search field shows it."""
        return f"{self.name}, {self.region}" if self.region else self.name


# name; country; latitude; longitude; land
_CITIES: Final = """
Vienna;Austria;48.2082;16.3738;e
Innsbruck;Austria;47.2692;11.4041;e
Salzburg;Austria;47.8095;13.0550;e
Feldkirch;Austria;47.2372;9.5981;e
Zurich;Switzerland;47.3769;8.5417;e
Geneva;Switzerland;46.2044;6.1432;e
Bern;Switzerland;46.9480;7.4474;e
Basel;Switzerland;47.5596;7.5886;e
Chur;Switzerland;46.8508;9.5320;e
Buchs;Switzerland;47.1656;9.4788;e
Berlin;Germany;52.5200;13.4050;e
Hamburg;Germany;53.5511;9.9937;e
Munich;Germany;48.1351;11.5820;e
Cologne;Germany;50.9375;6.9603;e
Frankfurt;Germany;50.1109;8.6821;e
Paris;France;48.8566;2.3522;e
Lyon;France;45.7640;4.8357;e
Marseille;France;43.2965;5.3698;e
Toulouse;France;43.6047;1.4442;e
London;United Kingdom;51.5074;-0.1278;gb
Manchester;United Kingdom;53.4808;-2.2426;gb
Edinburgh;United Kingdom;55.9533;-3.1883;gb
Birmingham;United Kingdom;52.4862;-1.8904;gb
Dublin;Ireland;53.3498;-6.2603;ie
Madrid;Spain;40.4168;-3.7038;e
Barcelona;Spain;41.3851;2.1734;e
Seville;Spain;37.3891;-5.9845;e
Valencia;Spain;39.4699;-0.3763;e
Lisbon;Portugal;38.7223;-9.1393;e
Porto;Portugal;41.1579;-8.6291;e
Rome;Italy;41.9028;12.4964;e
Milan;Italy;45.4642;9.1900;e
Naples;Italy;40.8518;14.2681;e
Florence;Italy;43.7696;11.2558;e
Venice;Italy;45.4408;12.3155;e
Amsterdam;Netherlands;52.3676;4.9041;e
Rotterdam;Netherlands;51.9244;4.4777;e
Brussels;Belgium;50.8503;4.3517;e
Luxembourg;Luxembourg;49.6116;6.1319;e
Copenhagen;Denmark;55.6761;12.5683;e
Oslo;Norway;59.9139;10.7522;e
Bergen;Norway;60.3913;5.3221;e
Stockholm;Sweden;59.3293;18.0686;e
Gothenburg;Sweden;57.7089;11.9746;e
Helsinki;Finland;60.1699;24.9384;e
Reykjavik;Iceland;64.1466;-21.9426;is
Warsaw;Poland;52.2297;21.0122;e
Krakow;Poland;50.0647;19.9450;e
Prague;Czechia;50.0755;14.4378;e
Budapest;Hungary;47.4979;19.0402;e
Bratislava;Slovakia;48.1486;17.1077;e
Ljubljana;Slovenia;46.0569;14.5058;e
Zagreb;Croatia;45.8150;15.9819;e
Belgrade;Serbia;44.7866;20.4489;e
Bucharest;Romania;44.4268;26.1025;e
Sofia;Bulgaria;42.6977;23.3219;e
Athens;Greece;37.9838;23.7275;e
Thessaloniki;Greece;40.6401;22.9444;e
Istanbul;Turkey;41.0082;28.9784;e
Ankara;Turkey;39.9334;32.8597;e
Kyiv;Ukraine;50.4501;30.5234;e
Vilnius;Lithuania;54.6872;25.2797;e
Riga;Latvia;56.9496;24.1052;e
Tallinn;Estonia;59.4370;24.7536;e
Moscow;Russia;55.7558;37.6173;e
Tbilisi;Georgia;41.7151;44.8271;e
Cairo;Egypt;30.0444;31.2357;e
Alexandria;Egypt;31.2001;29.9187;e
Casablanca;Morocco;33.5731;-7.5898;e
Marrakesh;Morocco;31.6295;-7.9811;e
Tunis;Tunisia;36.8065;10.1815;e
Algiers;Algeria;36.7538;3.0588;e
Lagos;Nigeria;6.5244;3.3792;e
Abuja;Nigeria;9.0765;7.3986;e
Accra;Ghana;5.6037;-0.1870;e
Dakar;Senegal;14.7167;-17.4677;e
Nairobi;Kenya;-1.2921;36.8219;e
Mombasa;Kenya;-4.0435;39.6682;e
Addis Ababa;Ethiopia;9.0300;38.7400;e
Kampala;Uganda;0.3476;32.5825;e
Johannesburg;South Africa;-26.2041;28.0473;e
Cape Town;South Africa;-33.9249;18.4241;e
Durban;South Africa;-29.8587;31.0218;e
Dubai;United Arab Emirates;25.2048;55.2708;e
Doha;Qatar;25.2854;51.5310;e
Riyadh;Saudi Arabia;24.7136;46.6753;e
Amman;Jordan;31.9539;35.9106;e
Beirut;Lebanon;33.8938;35.5018;e
Tehran;Iran;35.6892;51.3890;e
Karachi;Pakistan;24.8607;67.0011;e
Lahore;Pakistan;31.5204;74.3587;e
Delhi;India;28.6139;77.2090;e
Mumbai;India;19.0760;72.8777;e
Bengaluru;India;12.9716;77.5946;e
Chennai;India;13.0827;80.2707;e
Kolkata;India;22.5726;88.3639;e
Hyderabad;India;17.3850;78.4867;e
Colombo;Sri Lanka;6.9271;79.8612;lk
Kathmandu;Nepal;27.7172;85.3240;e
Dhaka;Bangladesh;23.8103;90.4125;e
Bangkok;Thailand;13.7563;100.5018;e
Chiang Mai;Thailand;18.7883;98.9853;e
Hanoi;Vietnam;21.0278;105.8342;e
Ho Chi Minh City;Vietnam;10.8231;106.6297;e
Singapore;Singapore;1.3521;103.8198;e
Kuala Lumpur;Malaysia;3.1390;101.6869;e
Jakarta;Indonesia;-6.2088;106.8456;id
Manila;Philippines;14.5995;120.9842;ph
Hong Kong;China;22.3193;114.1694;e
Shanghai;China;31.2304;121.4737;e
Beijing;China;39.9042;116.4074;e
Guangzhou;China;23.1291;113.2644;e
Chengdu;China;30.5728;104.0668;e
Taipei;Taiwan;25.0330;121.5654;tw
Seoul;South Korea;37.5665;126.9780;e
Busan;South Korea;35.1796;129.0756;e
Tokyo;Japan;35.6762;139.6503;jp
Osaka;Japan;34.6937;135.5023;jp
Kyoto;Japan;35.0116;135.7681;jp
Almaty;Kazakhstan;43.2220;76.8512;e
Ulaanbaatar;Mongolia;47.8864;106.9057;e
Sydney;Australia;-33.8688;151.2093;au
Melbourne;Australia;-37.8136;144.9631;au
Brisbane;Australia;-27.4698;153.0251;au
Perth;Australia;-31.9505;115.8605;au
Auckland;New Zealand;-36.8509;174.7645;nz
Wellington;New Zealand;-41.2866;174.7756;nz
Honolulu;United States;21.3069;-157.8583;hi
New York;United States;40.7128;-74.0060;a
Los Angeles;United States;34.0522;-118.2437;a
Chicago;United States;41.8781;-87.6298;a
Houston;United States;29.7604;-95.3698;a
San Francisco;United States;37.7749;-122.4194;a
Seattle;United States;47.6062;-122.3321;a
Boston;United States;42.3601;-71.0589;a
Denver;United States;39.7392;-104.9903;a
Miami;United States;25.7617;-80.1918;a
Washington;United States;38.9072;-77.0369;a
Philadelphia;United States;39.9526;-75.1652;a
Phoenix;United States;33.4484;-112.0740;a
Atlanta;United States;33.7490;-84.3880;a
Dallas;United States;32.7767;-96.7970;a
Toronto;Canada;43.6532;-79.3832;a
Montreal;Canada;45.5019;-73.5674;a
Vancouver;Canada;49.2827;-123.1207;a
Ottawa;Canada;45.4215;-75.6972;a
Mexico City;Mexico;19.4326;-99.1332;a
Guadalajara;Mexico;20.6597;-103.3496;a
Havana;Cuba;23.1136;-82.3666;cu
Guatemala City;Guatemala;14.6349;-90.5069;a
Panama City;Panama;8.9824;-79.5199;a
Bogota;Colombia;4.7110;-74.0721;a
Quito;Ecuador;-0.1807;-78.4678;a
Lima;Peru;-12.0464;-77.0428;a
La Paz;Bolivia;-16.4897;-68.1193;a
Santiago;Chile;-33.4489;-70.6693;a
Buenos Aires;Argentina;-34.6037;-58.3816;a
Montevideo;Uruguay;-34.9011;-56.1645;a
Sao Paulo;Brazil;-23.5505;-46.6333;a
Rio de Janeiro;Brazil;-22.9068;-43.1729;a
Brasilia;Brazil;-15.7939;-47.8828;a
Caracas;Venezuela;10.4806;-66.9036;a
"""
# name; municipality; latitude; longitude; t for town
_LIECHTENSTEIN: Final = """
Vaduz;Vaduz;47.1410;9.5209;t
Schaan;Schaan;47.1663;9.5103;t
Triesen;Triesen;47.1070;9.5275;t
Balzers;Balzers;47.0689;9.5062;t
Eschen;Eschen;47.2107;9.5222;t
Mauren;Mauren;47.2189;9.5446;t
Triesenberg;Triesenberg;47.1181;9.5419;t
Ruggell;Ruggell;47.2398;9.5263;t
Gamprin;Gamprin;47.2204;9.5092;t
Schellenberg;Schellenberg;47.2312;9.5467;t
Planken;Planken;47.1859;9.5452;t
Nendeln;Eschen;47.1974;9.5431;v
Bendern;Gamprin;47.2122;9.5062;v
Malbun;Triesenberg;47.1026;9.6083;v
Steg;Triesenberg;47.1125;9.5786;v
Schaanwald;Mauren;47.2165;9.5700;v
Mäls;Balzers;47.0611;9.4969;v
Rotenboden;Triesenberg;47.1276;9.5387;v
Gaflei;Triesenberg;47.1436;9.5447;v
Silum;Triesenberg;47.1347;9.5508;v
Hinterschellenberg;Schellenberg;47.2369;9.5586;v
Masescha;Triesenberg;47.1306;9.5472;v
"""
_MORE_OF_LIECHTENSTEIN: Final = """
Oberplanken;Planken;47.1785;9.5450;v
Schönberg;Triesenberg;47.1304;9.5930;v
"""


def _read_liechtenstein(table: str) -> list[Place]:
    places = []
    for line in table.split("\n"):
        if line:
            name, commune, lat, lon, size = line.split(";")
            region = "Liechtenstein" if name == commune else f"{commune}, Liechtenstein"
            places.append(Place(name, region, "town" if size == "t" else "village", float(lat), float(lon)))
    return places


def _read() -> tuple[Place, ...]:
    places = _read_liechtenstein(_LIECHTENSTEIN)
    for line in _CITIES.split("\n"):
        if line:
            name, country, lat, lon, land = line.split(";")
            places.append(Place(name, country, "city", float(lat), float(lon), land))
    return tuple(places)


PLACES: Final = (*_read(), *_read_liechtenstein(_MORE_OF_LIECHTENSTEIN))
"""All places, most of those of Liechtenstein first."""
SEEDED: Final = len(PLACES) - 2
"""The number of places from the first on from which seeds choose: others were added later."""


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Returns the length of the great circle between two points (latitude, longitude), in metres.

    >>> round(distance((48.8566, 2.3522), (51.5074, -0.1278)) / 1000)
    344
    """
    lat1, lon1, lat2, lon2 = (radians(value) for value in (*a, *b))
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * 6_371_000 * asin(sqrt(min(1.0, half)))


def coordinates(lat: float, lon: float) -> str:
    """Returns a point as text.

    >>> coordinates(47.141, 9.5209)
    '47.14100, 9.52090'
    """
    return f"{lat:.5f}, {lon:.5f}"


_ON_THE_GLOBE: Final = tuple([(radians(place.lat), cos(radians(place.lat)), radians(place.lon)) for place in PLACES])
"""Each place's latitude, its cosine, and its longitude."""


@lru_cache(maxsize=256)
def nearest(lat: float, lon: float) -> Place:
    """Returns the place that lies nearest to a point; see `distance`."""
    lat2, lon2 = radians(lat), radians(lon)
    width = cos(lat2)
    found, least = 0, 2.0
    for i, (lat1, width1, lon1) in enumerate(_ON_THE_GLOBE):
        half = sin((lat2 - lat1) / 2) ** 2
        if half < least:
            half += width1 * width * sin((lon2 - lon1) / 2) ** 2
            if half < least:
                found, least = i, half
    return PLACES[found]


def parse_point(text: str) -> Place | None:
    """Returns the point of a latitude and longitude in a text, None if it has none.

    >>> point = parse_point("47.0661, 9.5025")
    >>> point.name, point.region
    ('47.06610, 9.50250', 'near Balzers, Liechtenstein')
    """
    parts = text[:80].replace(",", " ").split()
    try:
        lat, lon = (float(part) for part in parts) if len(parts) == 2 else (None, None)
    except ValueError:
        return None
    if lat is None or lon is None or not (-85 <= lat <= 85 and -180 <= lon <= 180):
        return None
    near = nearest(lat, lon)
    return Place(coordinates(lat, lon), f"near {near.title}", "point", lat, lon, near.land)


def by_name(name: str) -> Place | None:
    """Returns the place of this name (or name and region), in any case of letters, or the point that it gives."""
    wanted = " ".join(name.split()).casefold()
    for place in PLACES:
        if wanted in (place.name.casefold(), place.title.casefold()):
            return place
    return parse_point(name)


def searched_code(query: str, place: Place) -> str:
    """Returns a place's post code if a query asks for it, else ``""``.

    >>> cape_town = next(place for place in PLACES if place.name == "Cape Town")
    >>> searched_code("8001 South", cape_town), searched_code("cape", cape_town)
    ('8001', '')
    """
    code = POST_CODES.get((place.name, place.region), "")
    return code if code and any(code.startswith(word) for word in query[:200].replace(",", " ").split()) else ""


@lru_cache(maxsize=256)
def find(query: str, limit: int = 8) -> tuple[Place, ...]:
    """Returns the places that a query finds: first those whose name begins with it, then those of which words begin so.

    A place's post code is one of its words.

    >>> [place.title for place in find("san")]
    ['Santiago, Chile', 'San Francisco, United States']
    >>> [place.name for place in find("liechtenstein malbun")]
    ['Malbun']
    >>> [place.title for place in find("8001")]
    ['Zurich, Switzerland', 'Cape Town, South Africa']
    """
    point = parse_point(query)
    if point is not None:
        return (point,)
    whole = " ".join(query[:200].split()).casefold()
    words = whole.replace(",", " ").split()
    if not words:
        return ()
    found = []
    for i, place in enumerate(PLACES):
        name, parts = place.name.casefold(), place.title.casefold().replace(",", " ").split()
        if name.startswith(whole):
            found.append((0, len(name), i, place))
            continue
        code = POST_CODES.get((place.name, place.region))
        if code is not None:
            parts.append(code)
        if all(any(part.startswith(word) for part in parts) for word in words):
            whole_code = code in words or searched_code(query, place) == ""
            found.append((1, 0 if whole_code else 1, i, place))
    return tuple(place for _, _, _, place in sorted(found)[:limit])
