"""shop.example, Harbour Goods: articles, a cart with quantities, checkout, the order form, orders.

Pages: ``/`` (with ``category``, ``sort``, ``q``), ``/ARTICLE``, ``/cart``, ``/checkout``, ``/order``, ``/orders``,
``/orders/ID``, ``/delivery``, ``/terms.txt``. Tables ``cart``, ``orders``, ``articles`` (the assortment) and
``declines`` (payments that will fail). Prices are in cents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    at,
    button,
    download,
    esc,
    field,
    form,
    link,
    money,
    number,
    page,
    redirect,
    select,
    table,
)
from .search import Hit
from .static import main_of
from .world import Row, World

__all__ = ["COLUMNS", "DELIVERY", "begin", "entries", "handle"]

COLUMNS: Mapping[str, Row] = {
    "cart": {"id": 0, "article": "", "quantity": 1},
    "orders": {
        "id": 0, "lines": [], "name": "", "email": "", "address": "", "delivery": "standard", "gift": False,
        "total": 0,
    },
    "articles": {
        "id": 0, "slug": "", "name": "", "category": "", "price": 0, "stock": 0, "code": "", "rating": 5, "details": [],
        "review": "",
    },
    "declines": {"id": 0, "email": ""},
}  # fmt: skip
"""``article``: an article's slug. ``lines`` of an order: each ``{"article", "quantity", "price"}``, the unit price.
``total``: the price with delivery. ``delivery``: standard, express or collect. A row of ``declines`` makes the next
payment of an order with this e-mail address fail, in any case of its letters, or that of any order if it is ``""``; the
row is then gone."""

DELIVERY = {
    "standard": ("Standard, 3 to 5 days", 450),
    "express": ("Express, 1 day", 1100),
    "collect": ("Collect at the shop", 0),
}
"""Kinds of delivery: text and price in cents."""

_SITE = "shop.example"
_FRAME = Frame(
    _SITE, "Harbour Goods",
    (("Articles", "/"), ("Order form", "/order"), ("Orders", "/orders"), ("Delivery", "/delivery"), ("Cart", "/cart")),
    "/", "Search articles",
)  # fmt: skip
_SORTS = {"name": "Name", "price": "Price, lowest first", "-price": "Price, highest first", "-rating": "Rating"}
_MAX_OF_ONE = 20
_DECLINED = "Your payment was declined, so that nothing was ordered or charged. Please try again."
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(?:\.[^@\s.]+)+")


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the shop's articles; stock, ratings and some of the prices vary with the seed."""
    rng = world.rng("shop")
    articles = []
    for i, part in enumerate(world.text("articles.txt").strip().split("\n\n"), 1):
        head, details, review = part.split("\n")
        slug, name, category, price, stock, code = head.split(" | ")
        cents, left = int(price), 0
        if stock == "?":
            cents = max(100, round(cents * rng.uniform(0.75, 1.3) / 50) * 50)
            left = rng.choice((0, *range(1, 60)))
        else:
            left = int(stock)
        articles.append(
            {
                "id": i, "slug": slug, "name": name, "category": category, "price": cents, "stock": left, "code": code,
                "rating": rng.randrange(3, 6), "details": details.split("; "), "review": review,
            }
        )  # fmt: skip
    return {"articles": articles}


def entries(world: World) -> list[Hit]:
    """Returns the articles for the search engine."""
    return [
        Hit(f"http://{_SITE}/{row['slug']}", row["name"], " ".join([*row["details"], row["review"], row["code"]]))
        for row in world.rows(_SITE, "articles")
    ]


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _list(world, request)
        case ("GET", "cart"):
            return _cart(world, request)
        case ("POST", "cart"):
            return _change_cart(world, request)
        case ("GET", "checkout"):
            return _checkout(world, {}, "")
        case ("GET", "order"):
            return _order_form(world, {"article": request.get("article"), "quantity": "1"}, "")
        case ("POST", "checkout" | "order" as page_name):
            return _place(world, request, page_name)
        case ("GET", "orders"):
            return _orders(world)
        case ("GET", "orders", order_id):
            return _order(world, world.find(_SITE, "orders", order_id), request)
        case ("GET", "delivery"):
            text = world.text(f"pages/{_SITE}/delivery.html")
            return page(_FRAME, "Delivery and returns", main_of(text))
        case ("GET", "terms.txt"):
            return download(world.assets[f"pages/{_SITE}/terms.txt"], "terms.txt")
        case ("GET", slug):
            return _article(world, _find(world, slug), request)
    raise Problem(404, "shop.example has no page at this address.")


def _find(world: World, slug: str) -> Row:
    for row in world.rows(_SITE, "articles"):
        if row["slug"] == slug:
            return row
    raise Problem(404, "The shop has no such article.")


def _picture(row: Row, side: int) -> str:
    return f'<img src="/photos/article_{esc(row["slug"])}.png" alt="{esc(row["name"])}" width="{side}" height="{side}">'


def _stars(row: Row) -> str:
    stars = "★" * row["rating"] + "☆" * (5 - row["rating"])
    return f'<span class="rating" title="{row["rating"]} of 5 stars">{stars}</span>'


def _stock(row: Row) -> str:
    return f"{row['stock']} in stock" if row["stock"] else "Sold out"


def _list(world: World, request: Request) -> Reply:
    query, category, sort = request.get("q"), request.get("category"), request.get("sort", "name")
    everything = world.rows(_SITE, "articles")
    categories = sorted({row["category"] for row in everything})
    words = query.casefold().split()
    rows = [
        row
        for row in everything
        if (not category or row["category"] == category)
        and all(word in " ".join([row["name"], row["category"], *row["details"]]).casefold() for word in words)
    ]
    key = sort.lstrip("-") if sort in _SORTS else "name"
    rows.sort(key=lambda row: row["name"])
    rows.sort(key=lambda row: row[key], reverse=sort.startswith("-"))
    cards = "".join(
        [
            f'<li><a href="/{esc(row["slug"])}">{_picture(row, 150)}<b>{esc(row["name"])}</b></a><span class="price">'
            f'{money(row["price"])}</span> {_stars(row)}<br><span class="faint">{_stock(row)}</span></li>'
            for row in rows
        ]
    )
    chooser = form(
        "/",
        select("Category", "category", [("", "All"), *[(name, name) for name in categories]], category)
        + select("Sort by", "sort", _SORTS.items(), sort)
        + (f'<input type="hidden" name="q" value="{esc(query)}">' if query else "")
        + button("Show"),
        "inline",
        "get",
    )
    title = f"Articles with “{query}”" if query else "Useful things, sent by post"
    cards_or_hint = f'<ul class="cards">{cards}</ul>' if rows else '<p class="empty">The shop has no such article.</p>'
    return page(_FRAME, "Articles", f"<h1>{esc(title)}</h1>{chooser}{cards_or_hint}", query=query, wide=True)


def _article(world: World, row: Row, request: Request) -> Reply:
    details = "".join([f"<li>{esc(text)}</li>" for text in row["details"]])
    if row["stock"]:
        entry = form(
            "/cart",
            f'<input type="hidden" name="article" value="{esc(row["slug"])}">'
            + field("Quantity", "quantity", 1, "number", f'min="1" max="{min(_MAX_OF_ONE, row["stock"])}" required')
            + button("Add to cart", "act", "add", "primary"),
            "inline",
        )
    else:
        entry = '<p class="error">Sold out until next month.</p>'
    more = link(at(category=row["category"]), f"More: {row['category']}")
    body = (
        f'<div class="product">{_picture(row, 300)}<div><h1>{esc(row["name"])}</h1>'
        f'<p class="price">{money(row["price"])}</p>'
        f"<p>{_stars(row)} · {_stock(row)} · article number <code>{esc(row['code'])}</code></p><ul>{details}</ul>"
        f"{entry}<p>{more} · {link('/delivery', 'Delivery')}</p></div></div>"
        f"<h2>What customers say</h2><blockquote>{esc(row['review'])}</blockquote>"
    )
    return page(_FRAME, row["name"], body)


# Cart -----------------------------------------------------------------------------------------------------------------


def _price(row: Row, quantity: int) -> int:
    """Returns the unit price; notebooks are cheaper from five on."""
    return 800 if row["slug"] == "notebook" and quantity >= 5 else int(row["price"])


def _lines(world: World) -> list[tuple[Row, Row, int]]:
    """Returns the cart's rows, with their articles and unit prices."""
    articles = {row["slug"]: row for row in world.rows(_SITE, "articles")}
    cart = world.rows(_SITE, "cart")
    known = [(row, articles[row["article"]]) for row in cart if row["article"] in articles]
    return [(row, article, _price(article, row["quantity"])) for row, article in known]


def _cart(world: World, request: Request) -> Reply:
    lines = _lines(world)
    if not lines:
        body = f'<h1>Cart</h1><p class="empty">Your cart is empty. {link("/", "See what there is.")}</p>'
        return page(_FRAME, "Cart", body)
    rows = []
    for row, article, price in lines:
        label = f"Quantity of {article['name']}"
        highest = min(_MAX_OF_ONE, max(1, article["stock"]))
        entry = (
            f'<input type="number" name="quantity_{row["id"]}" id="quantity_{row["id"]}" value="{row["quantity"]}" '
            f'min="0" max="{highest}" aria-label="{esc(label)}">'
        )
        remove = button("Remove", "remove", str(row["id"]), "danger", f"Remove {article['name']}")
        total = money(price * row["quantity"])
        rows.append((link(f"/{article['slug']}", article["name"]), money(price), entry, total, remove))
    total = sum(price * row["quantity"] for row, _, price in lines)
    body = (
        "<h1>Cart</h1>"
        + form(
            "/cart", table(("Article", "Price", "Quantity", "Sum", ""), rows) + button("Update cart", "act", "update")
        )
        + f'<p class="total">Total without delivery: <b>{money(total)}</b></p>'
        + f'<p class="actions">{link("/checkout", "Check out", "primary", "check_out")}'
        + f"{link('/', 'Go on shopping')}</p>"
    )
    notice = {"added": "It is in your cart.", "updated": "The cart was updated."}.get(request.get("done"), "")
    return page(_FRAME, "Cart", body, notice=notice)


def _change_cart(world: World, request: Request) -> Reply:
    cart = world.rows(_SITE, "cart")
    if request.get("act") == "add":
        article = _find(world, request.get("article"))
        if not article["stock"]:
            raise Problem(409, "This article is sold out.")
        wanted = number(request.get("quantity"), 1, _MAX_OF_ONE, 1)
        row = next((row for row in cart if row["article"] == article["slug"]), None)
        if row is None:
            row = world.add(_SITE, "cart", article=article["slug"], quantity=0)
        row["quantity"] = min(row["quantity"] + wanted, _MAX_OF_ONE, article["stock"])
        return redirect("/cart?done=added")
    remove = request.get("remove")
    kept = []
    for row, article, _ in _lines(world):
        highest = min(_MAX_OF_ONE, max(1, article["stock"]))
        quantity = number(request.get(f"quantity_{row['id']}"), 0, highest, row["quantity"])
        if quantity and str(row["id"]) != remove:
            kept.append({**row, "quantity": quantity})
    cart[:] = kept
    return redirect("/cart?done=updated")


# Orders ---------------------------------------------------------------------------------------------------------------


def _person(values: Mapping[str, str]) -> str:
    kinds = "".join(
        [
            f'<p><label><input type="radio" name="delivery" value="{kind}"'
            f"{' checked' if kind == values.get('delivery', 'standard') else ''}> {esc(text)}, "
            f"{money(cents) if cents else 'free'}</label></p>"
            for kind, (text, cents) in DELIVERY.items()
        ]
    )
    gift = " checked" if values.get("gift") else ""
    return (
        field("Full name", "name", values.get("name", ""), more="required")
        + field("E-mail", "email", values.get("email", ""), "email", "required")
        + area("Address", "address", values.get("address", ""), 3, "required")
        + f"<fieldset><legend>Delivery</legend>{kinds}</fieldset>"
        + f'<p><label><input type="checkbox" id="gift" name="gift" value="yes"{gift}> Wrap it as a gift</label></p>'
        + f'<p class="actions">{button("Place order", "act", "place", "primary")}</p>'
    )


def _error(problem: str) -> str:
    return f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""


def _checkout(world: World, values: Mapping[str, str], problem: str) -> Reply:
    lines = _lines(world)
    if not lines:
        return redirect("/cart")
    rows = [
        (esc(article["name"]), str(row["quantity"]), money(price * row["quantity"])) for row, article, price in lines
    ]
    total = sum(price * row["quantity"] for row, _, price in lines)
    body = (
        f"<h1>Check out</h1>{_error(problem)}"
        + table(("Article", "Quantity", "Sum"), rows)
        + f'<p class="total">Total without delivery: <b>{money(total)}</b></p>'
        + form("/checkout", _person(values), "card")
    )
    return page(_FRAME, "Check out", body, status=400 if problem else 200)


def _order_form(world: World, values: Mapping[str, str], problem: str) -> Reply:
    names = [("", "Choose one"), *[(row["name"], row["name"]) for row in world.rows(_SITE, "articles") if row["stock"]]]
    inner = (
        select("Article", "article", names, values.get("article", ""))
        + field("Quantity", "quantity", values.get("quantity", "1"), "number", f'min="1" max="{_MAX_OF_ONE}" required')
        + _person(values)
    )
    about = "<p>For a single article, without a cart.</p>"
    body = f"<h1>Order form</h1>{about}{_error(problem)}{form('/order', inner, 'card')}"
    return page(_FRAME, "Order form", body, status=400 if problem else 200)


def _place(world: World, request: Request, page_name: str) -> Reply:
    values = {name: request.get(name) for name in ("name", "email", "delivery", "article", "quantity", "gift")}
    values["address"] = request.text("address", limit=1000).strip()
    again = _checkout if page_name == "checkout" else _order_form
    if page_name == "checkout":
        lines = [(article, row["quantity"]) for row, article, _ in _lines(world)]
        if not lines:
            raise Problem(409, "Your cart is empty.")
    else:
        article = next((row for row in world.rows(_SITE, "articles") if row["name"] == values["article"]), None)
        if article is None:
            return again(world, values, "Choose an article.")
        lines = [(article, number(values["quantity"], 1, _MAX_OF_ONE, 1))]
    for name, label in (("name", "your full name"), ("email", "your e-mail address"), ("address", "your address")):
        if not values[name]:
            return again(world, values, f"Write {label}.")
    if not _EMAIL.fullmatch(values["email"]):
        return again(world, values, f"“{values['email']}” is not an e-mail address.")
    for article, quantity in lines:
        if quantity > article["stock"]:
            return again(world, values, f"There are only {article['stock']} left: {article['name']}.")
    if _declined(world, values["email"]):
        return again(world, values, _DECLINED)
    delivery = values["delivery"] if values["delivery"] in DELIVERY else "standard"
    prices = [(article, quantity, _price(article, quantity)) for article, quantity in lines]
    row = world.add(
        _SITE,
        "orders",
        lines=[{"article": article["slug"], "quantity": count, "price": price} for article, count, price in prices],
        name=values["name"],
        email=values["email"],
        address=values["address"],
        delivery=delivery,
        gift=bool(values["gift"]),
        total=sum(count * price for _, count, price in prices) + DELIVERY[delivery][1],
    )
    bought = ", ".join([f"{quantity} {article['slug']}" for article, quantity in lines])
    how = f"{delivery}, gift" if row["gift"] else delivery
    world.effects.append(
        ("order", _SITE, f"{bought} for {values['name']}, {values['address']}; {values['email']}; {how}")
    )
    for article, quantity in lines:
        article["stock"] -= quantity
    if page_name == "checkout":
        world.rows(_SITE, "cart").clear()
    return redirect(f"/orders/{row['id']}?done=placed")


def _declined(world: World, email: str) -> bool:
    """Returns whether the payment of an order fails; it doesn't fail again."""
    declines = world.rows(_SITE, "declines")
    for row in declines:
        if row["email"].casefold() in ("", email.casefold()):
            declines.remove(row)
            return True
    return False


def _number(row: Row) -> str:
    return f"HG-{7000 + row['id']}"


def _orders(world: World) -> Reply:
    rows = [
        (
            link(f"/orders/{row['id']}", _number(row)),
            str(sum(line["quantity"] for line in row["lines"])),
            esc(row["name"]),
            money(row["total"]),
        )
        for row in world.rows(_SITE, "orders")
    ]
    listed = table(("Order", "Pieces", "Name", "Total"), rows) if rows else '<p class="empty">No orders yet.</p>'
    return page(_FRAME, "Orders", f"<h1>Orders</h1>{listed}")


def _order(world: World, row: Row, request: Request) -> Reply:
    names = {article["slug"]: article["name"] for article in world.rows(_SITE, "articles")}
    lines = [
        (
            esc(names.get(line["article"], line["article"])),
            str(line["quantity"]),
            money(line["price"] * line["quantity"]),
        )
        for line in row["lines"]
    ]
    kind, cents = DELIVERY.get(row["delivery"], DELIVERY["standard"])
    title = f"Thank you, {row['name']}!" if request.get("done") else f"Order {_number(row)}"
    about = [
        ("Order number", f"<b>{_number(row)}</b>"), ("Delivery", f"{esc(kind)}, {money(cents)}"),
        ("Address", f'<span class="body">{esc(row["address"])}</span>'), ("Confirmation to", esc(row["email"])),
        ("Gift wrapping", "yes" if row["gift"] else "no"), ("Total", f"<b>{money(row['total'])}</b>"),
    ]  # fmt: skip
    body = f"<h1>{esc(title)}</h1>{table(('Article', 'Quantity', 'Sum'), lines)}{table((), about, 'about')}"
    return page(_FRAME, "Order received" if request.get("done") else f"Order {_number(row)}", body)
