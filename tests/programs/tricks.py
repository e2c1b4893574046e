"""Programs that hide what they do behind the manners of Python: each is refused, or decided rightly."""
# ruff: noqa
# mypy: ignore-errors

from fractions import Fraction

WORDS = {"yes": 1, "no": 0}
ONE = 1


def same(x):
    return x


def counts_in_a_closure(draw, q):
    calls = [0]

    def noisy(x):
        calls[0] += 1
        return x + draw.geometric(1) if calls[0] == 1 else x

    return [noisy(x) for x in q]


def changes_an_outer_name(draw, q):
    left = 1

    def noisy(x):
        nonlocal left
        left -= 1
        return x + draw.geometric(1) if left >= 0 else x

    return [noisy(x) for x in q]


def keeps_the_last(draw, q):
    noisy = [lambda: x for x in q]
    return noisy[0]() + draw.geometric(1)


def aliases_a_row(draw, q):
    row = [0]
    rows = [row] * 2
    rows[0][0] = q[0] + draw.geometric(1)
    return rows


def aliases_and_grows(draw, q):
    out = seen = []
    for x in q:
        seen.append(x + draw.geometric(2))
    return out + seen


def copies_before(draw, q):
    held = [q[0]]
    copied = held[:]
    held[0] = 0
    return copied[0] + draw.geometric(1) + held[0]


def shadows_max(draw, q):
    def max(values):
        return values[0]

    return max([q[-1], 0]) + draw.geometric(1)


def shadows_sum_by_a_default(draw, q, *, sum=len):
    return sum(q) + draw.geometric(1)


def shadows_range_in_a_loop(draw, q):
    out = []
    for range in q:
        out.append(range + draw.geometric(1))
    return out


def is_a_small_number(draw, q):
    one, other = 256, 256
    return q[0] + draw.geometric(1) if one is other else q[0]


def chains_over_the_noise(draw, q):
    noise = draw.geometric(1)
    return 1 if 0 <= q[0] + noise <= 2 != 3 else 0


def chains_and_draws_once(draw, q):
    return 0 < q[0] + draw.geometric(1) < 2 + draw.geometric(1)


def rounds_a_float(draw, q):
    return int(1e16 + 1) - 10**16 + q[0]


def adds_a_float(draw, q):
    return q[0] + draw.geometric(1) + 0.0


def leaves_the_loop_early(draw, q):
    for x in q:
        if x + draw.geometric(1) >= 2:
            break
    else:
        return "none"
    return x


def returns_from_two_loops(draw, q):
    for i in range(2):
        for x in q:
            if x + draw.geometric(1) >= 2:
                return i
    return -1


def goes_on_after_continue(draw, q):
    total = 0
    for x in q:
        if x + draw.geometric(1) < 0:
            continue
        total += 1
    return total


def takes_from_the_end(draw, q):
    return q[-1] + draw.geometric(1), q[-len(q)] + draw.geometric(1)


def slices_from_the_end(draw, q):
    return [x + draw.geometric(1) for x in q[::-1]][-1]


def draws_as_often_as_the_input_says(draw, q):
    total = 0
    for _ in range(q[0]):
        total += draw.geometric(1)
    return total


def draws_where_it_is_high(draw, q):
    out = []
    for x in q:
        if x + draw.geometric(1) >= 1:
            out.append(draw.geometric(1))
    return len(out)


def goes_through_a_set(draw, q):
    return [x + draw.geometric(1) for x in {q[0], 3}]


def goes_through_a_table(draw, q):
    return [word for word in WORDS if q[0] + draw.geometric(1) >= WORDS[word]]


def divides_below_zero(draw, q):
    return q[0] * (-7 // 2 + 4) + draw.geometric(1), q[0] * (-7 % 2 - 1)


def divides_the_noise(draw, q):
    return (q[0] + draw.geometric(1)) // 2


def short_circuits(draw, q):
    return q[0] + draw.geometric(1) >= 1 or q[0] >= 1


def short_circuits_past_the_leak(draw, q):
    return 1 == 1 or q[0] >= 1


def compares_noise_with_itself(draw, q):
    noise = draw.geometric(1)
    return q[0] if noise > noise else 0


def cancels_its_noise(draw, q):
    noise = draw.geometric(1)
    return q[0] + noise - noise


def cancels_in_a_list(draw, q):
    noise = draw.geometric(1)
    return [q[0] + noise, noise]


def forgets_to_return(draw, q):
    q[0] + draw.geometric(1)


def calls_the_draw_by_another_name(draw, q):
    d = draw
    return q[0] + d.geometric(1)


def walks_with_a_walrus(draw, q):
    return q[0] if (noise := draw.geometric(1)) > 5 else noise


def hides_in_the_type(draw, q):
    return True if q[0] + draw.geometric(1) >= 1 else 1


def tries(draw, q):
    try:
        return [0][q[0]]
    except IndexError:
        return 1


def asserts(draw, q):
    assert q[0] + draw.geometric(1) >= 0
    return 0


def multiplies_a_word(draw, q):
    return "a" * q[0]


def unpacks_by_a_star(draw, q):
    first, *rest = q
    return first + draw.geometric(1)


def nests_a_function_with_state(draw, q):
    def once(seen=[]):
        seen.append(1)
        return len(seen)

    return once() + once()


def compares_a_function_with_itself(draw, q):
    return q[0] if same == same else 0


def finds_a_function_in_a_list(draw, q):
    return q[0] if same in [same] else 0


def says_nonlocal_where_nothing_runs(draw, q):
    left = 1

    def change():
        if False:
            nonlocal left
        left = 5

    change()
    return q[0] if left == 5 else 0


def yields_where_nothing_runs(draw, q):
    def zero():
        if False:
            yield 1
        return 0

    return 0 if zero() == 0 else q[0]


def yields_in_a_lambda(draw, q):
    zero = lambda: 0 if True else (yield)
    return 0 if zero() == 0 else q[0]


def imports_where_nothing_runs(draw, q):
    if False:
        import ONE
    return ONE if q[0] > 0 else 1


def walks_where_nothing_runs(draw, q):
    if False:
        [ONE := 1 for _ in q]
    return ONE if q[0] > 0 else 1


def catches_where_nothing_runs(draw, q):
    if False:
        try:
            pass
        except ValueError as ONE:
            pass
    return ONE if q[0] > 0 else 1


def matches_where_nothing_runs(draw, q):
    if False:
        match 1:
            case ONE:
                pass
    return ONE if q[0] > 0 else 1


def fails_on_a_number_in_a_word(draw, q):
    if q[0] > 0:
        q[0] in "abc"
    return 0


def fails_on_minus_a_word(draw, q):
    if q[0] > 0:
        -"abc"
    return 0


def fails_on_plus_a_word(draw, q):
    if q[0] > 0:
        +"abc"
    return 0


def fails_on_a_sum_of_words(draw, q):
    if q[0] > 0:
        sum(["a"], "")
    return 0


def makes_a_number_of_true(draw, q):
    return +True if q[0] > 0 else 1


def keeps_noise_in_a_lambda(draw, q):
    noise = draw.geometric(1)
    noisy = lambda x: x + noise
    return [noisy(x) for x in q]


def grows_both_names(draw, q):
    first = second = [0]
    first += [q[0]]
    return second[1] + draw.geometric(1)


def grows_one_name(draw, q):
    first = second = (0,)
    first += (q[0],)
    return len(second), first[1] + draw.geometric(1)


def removes_while_it_loops(draw, q):
    left = [1, 2, 3, 4]
    for x in left:
        left.remove(x)
    return q[0] * len(left) + draw.geometric(1)


def chooses_by_a_truth(draw, q):
    return ["no", "yes"][q[0] + draw.geometric(1) >= 1]


def counts_without_noise_in_the_comparison(draw, q):
    return sum(1 for x in q if x >= 1) + draw.geometric(1)


def counts_twice_as_much(draw, q):
    return sum(2 for x in q if x >= 1) + draw.geometric(1)


def leaks_far_away(draw, q):
    noise = draw.geometric(1)
    return q[0] if q[0] >= 1000 else q[0] + noise


def leaks_beyond_what_is_listed(draw, q):
    if q[0] >= 1000:
        return 1
    return q[0] + draw.geometric(1) >= 1


def assigns_the_place_first(draw, q):
    i, out = 0, [q[0], 0]
    i, out[i] = 1, 0
    return out[0] + draw.geometric(1)


def keeps_a_default_in_each_lambda(draw, q):
    fs = [lambda x, k=k: x + k for k in range(2)]
    return fs[0](q[0]) + draw.geometric(1), fs[1](0)


def turns_the_noise_to_one_side(draw, q):
    n = draw.geometric(1)
    return (q[0] + n if n >= 0 else q[0] - n)


def empties_a_list_of_its_caller(draw, q):
    def clear(l):
        l[:] = []
        return l
    vals = [x + draw.geometric(1) for x in q]
    kept = vals
    clear(vals)
    return len(kept)


def tells_a_tie(draw, q):
    vals = [x + draw.geometric(1) for x in q]
    return "tie" if vals[0] == max(vals[1:]) else "no"


def sorts_two_by_hand(draw, q):
    vals = [x + draw.geometric(1) for x in q]
    if vals[0] > vals[1]:
        vals[0], vals[1] = vals[1], vals[0]
    return vals


def draws_the_level_again(draw, q):
    level, out = draw.geometric(2), []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
            level = draw.geometric(2)
        else:
            out.append(0)
    return out


def stops_when_the_sum_says(draw, q):
    out = []
    while len(out) < 2 and sum(q) > len(out):
        out.append(draw.geometric(1))
    return len(out)


def reads_the_sum_twice(draw, q):
    total = sum(q)
    return [total + draw.geometric(1), total + draw.geometric(1)]


def chains_what_is_not_in_order(draw, q):
    a = q[0] + draw.geometric(1)
    return 0 < a != 2 < 3


def shares_one_noise(draw, q):
    n = draw.geometric(1)
    return [q[0] + n, q[-1] + n]


def takes_one_sided_noise_away(draw, q):
    return q[0] - draw.exponential(1)
