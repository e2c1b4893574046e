"""Programs at which Python does another thing than a careless reader believes."""
# ruff: noqa
# mypy: ignore-errors

from fractions import Fraction
from operator import neg as abs
TABLE = [0]
TABLE.append(1)
HELD = (0,)
K = 5

def setup():
    global K
    K = 0
setup()

def is_place(draw, q):
    out, one = [], 1
    for i, x in enumerate(q):
        if i is one:
            out.append(x)
    return out

def the_word(draw, q):
    word = "a number that moves"
    out = []
    for x in q:
        out.append(x + draw.geometric(1) >= 1)
    return out

def generator_twice(draw, q):
    g = (1 for x in q)
    n = list(g)
    if list(g) == []:
        return q[0]
    return 0

def generator_late(draw, q):
    n = 0
    g = (n for x in (1, 2))
    n = q[0]
    return list(g)

def enumerate_twice(draw, q):
    e = enumerate((1, 2))
    list(e)
    return q[0] if list(e) == [] else 0

def zip_twice(draw, q):
    e = zip((1, 2), (1, 2))
    list(e)
    return q[0] if list(e) == [] else 0

def reversed_twice(draw, q):
    e = reversed((1, 2))
    list(e)
    return q[0] if list(e) == [] else 0

def index_from(draw, q):
    values = [1, 0, 1]
    return q[0] if values.index(1, 1) == 2 else 0

def dict_equal(draw, q):
    return 1 if {0: q[0]} == {0: 1} else 0

def dict_key(draw, q):
    return len({q[0]: 1, 1: 2})

def imported_builtin(draw, q):
    return q[0] if abs(1) == -1 else 0

def mutated_table(draw, q):
    return q[0] if len(TABLE) == 2 else 0

def global_changed(draw, q):
    return q[0] if K == 0 else 0

def closure_late(draw, q):
    n = 0
    fs = [lambda: n for _ in (1,)]
    n = q[0]
    return fs[0]()

def default_early(draw, q):
    n = q[0]
    def inner(v=n):
        return v
    n = 0
    return inner()

def default_early_lambda(draw, q):
    n = q[0]
    inner = lambda v=n: v
    n = 0
    return inner()

def tuple_sorted(draw, q):
    return 1 if (q[0], 1) < (1, 2) else 0

def substring(draw, q):
    return 0 if not "ab" in "xabx" else q[0]

def enumerate_start(draw, q):
    out = []
    for i, x in enumerate((5, 6), start=1):
        if i == 2:
            out.append(q[0])
    return out

def sum_start(draw, q):
    return q[0] if sum((1, 2), start=1) == 4 else 0

def true_or_one(draw, q):
    return True if q[0] >= 1 else 1

def float_quotient(draw, q):
    return 0 if 1/10 + 2/10 == 3/10 else q[0]

def default_sum(draw, q, seen=[] + []):
    seen.append(1)
    return q[0] if len(seen) > 1 else 0

def double_target(draw, q):
    HELD = a = [0 for x in q]
    return HELD

def deep(draw, q):
    def f(n):
        return f(n + 1)
    return f(0)

def zero_over(draw, q):
    out = []
    for i, x in enumerate(q):
        if x + draw.geometric(1) >= 1:
            out.append(i // (i - 1))
    return out

def any_lazy(draw, q):
    seen = []
    def note(x):
        seen.append(x)
        return True
    any(note(x) for x in (1, 2, 3))
    return q[0] if len(seen) == 1 else 0

def index_in_other(draw, q):
    a = [x + draw.geometric(1) for x in q]
    b = [x + draw.geometric(1) for x in q]
    return b.index(max(a)) if max(a) in b else 0

def used_before(draw, q):
    if q[0] + draw.geometric(1) >= 5:
        K = 1
    return K


def place_found_twice(draw, q):
    stack = [(0,), (q[0],)]
    return stack.pop()[0] + draw.geometric(1)


def grown_at_a_place(draw, q):
    places, out = [1, 0], [0, 0]
    out[places.pop()] += 1
    out[places.pop()] += q[0] + draw.geometric(1)
    return out


def grows_itself(draw, q):
    out = [q[0] + draw.geometric(1)]
    out += out
    out.extend(out)
    return out


def first_list_is_outside(draw, q):
    x = q
    return [x + draw.geometric(1) for x in x]


def zip_goes_on(draw, q):
    pairs, out = zip((1, 2, 3), q + q + q), []
    for k, x in pairs:
        out.append(k)
        break
    for k, x in pairs:
        out.append(k + x + draw.geometric(1))
    return out


def multiplies_in_place(draw, q):
    out = seen = [1]
    out *= 2
    return [x + draw.geometric(1) for x in q] if len(seen) == 1 else q[0]


def multiplies_a_part_in_place(draw, q):
    rows = [[1], [2]]
    row = rows[0]
    rows[0] *= 0
    return q[0] if row == [] else 0
