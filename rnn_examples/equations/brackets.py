"""How tightly each expression holds together, from which every dialect's brackets follow."""

from rnn_examples.equations.nodes import (
    Apply,
    BigOperator,
    Expression,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
)

# How tightly a node holds together, loosest first.
RELATION, SUM, PRODUCT, BESIDE, POWER, ATOM = range(6)


def binding(expression: Expression, flat: bool) -> int:
    """How tightly the expression holds together, RELATION to ATOM."""
    match expression:
        case Relation():
            return RELATION
        case Sum() | Negated():
            return SUM
        case Number(text):
            return SUM if text.startswith("-") else POWER if "e" in text.lower() else ATOM
        case Product(_, sign):
            return PRODUCT if sign else BESIDE
        case BigOperator():
            return PRODUCT
        case Quotient():
            return PRODUCT if flat else BESIDE
        case Power() | Apply("√", _):
            return POWER
        case Symbol(_, _, sup):
            return ATOM if sup is None else POWER
    return ATOM


def signed(expression: Expression) -> bool:
    """Whether the expression itself starts with a minus sign that a sum can take over."""
    return isinstance(expression, Negated) or (
        isinstance(expression, Number) and expression.text.startswith("-")
    )


def opposite(expression: Expression) -> Expression:
    """What stands behind the minus sign of a signed expression."""
    if isinstance(expression, Negated):
        return expression.inside
    return Number(expression.text[1:]) if isinstance(expression, Number) else expression


def open_right(expression: Expression) -> bool:
    """Whether what follows the expression would be read as part of it (∑ a, then b)."""
    if isinstance(expression, Product):
        return open_right(expression.factors[-1])
    return isinstance(expression, BigOperator)
