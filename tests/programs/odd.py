"""Programs written to fool the induction over the size: what moves, what is public, what is asked."""
# ruff: noqa
# mypy: ignore-errors

from fractions import Fraction

def argmax(values):
    return values.index(max(values))

def argmin_by_hand(values):
    best = 0
    for i in range(len(values)):
        if values[i] < values[best]:
            best = i
    return best

def public_above(draw, q):
    noise = draw.geometric(1); out = []
    for i, x in enumerate(q):
        if i >= x + noise: out.append(1); break
        out.append(0)
    return out

def public_strict(draw, q):
    noise = draw.geometric(1); out = []
    for i, x in enumerate(q):
        if i < x + noise: out.append(1); break
        out.append(0)
    return out

def public_minus(draw, q):
    noise = draw.geometric(1); out = []
    for i, x in enumerate(q):
        y = i - x - noise
        if y >= 0: out.append(1); break
        out.append(0)
    return out

def negative_multiplier(draw, q):
    level = draw.geometric(2); out = []
    for x in q:
        if -2 * x + draw.geometric(1) >= -1 * level: out.append(1); break
        out.append(0)
    return out

def min_index(draw, q):
    values = [x + draw.geometric(1) for x in q]
    return values.index(min(values))

def max_negated(draw, q):
    values = [draw.geometric(1) - x for x in q]
    return argmax(values)

def max_doubled(draw, q):
    values = [2 * x + draw.geometric(1) for x in q]
    return argmax(values)

def carried(draw, q):
    last = 0; out = []
    for x in q:
        y = x + draw.geometric(1)
        out.append(1 if y >= last else 0)
        last = y
    return out

def carried_public(draw, q):
    last = 0; out = []
    for x in q:
        y = x + draw.geometric(1)
        last = 1 if y >= 2 else 0
        out.append(last)
        if last: break
    return out

def previous_entry(draw, q):
    last = 0; out = []
    for x in q:
        out.append(1 if x - last + draw.geometric(1) >= 1 else 0)
        if out: break
        last = x
    return out

def previous_secret(draw, q):
    last = 0; n = 0
    for x in q:
        if n == 1:
            return last + draw.geometric(1)
        last = x
        n = n + 1
    return 0

def last_bare(draw, q):
    last = 0
    for x in q:
        last = x
    return last

def last_noised(draw, q):
    last = 0
    for x in q:
        last = x
    return last + draw.geometric(1)

def early_exit(draw, q):
    for i, x in enumerate(q):
        if x + draw.geometric(1) >= 1:
            return i
    return -1

def early_exit_value(draw, q):
    for i, x in enumerate(q):
        y = x + draw.geometric(1)
        if y >= 1:
            return i, y
    return -1

def nested_loop(draw, q):
    out = []
    for x in q:
        for k in range(2):
            if x + draw.geometric(1) >= k:
                out.append(1)
                return out
            out.append(0)
    return out

def one_draw_two_branches(draw, q):
    noise = draw.geometric(1); out = []
    for x in q:
        if x + noise >= 1: out.append(1)
        else:
            out.append(1 if x + noise >= 0 else 0)
        break
    return out

def one_draw_everywhere(draw, q):
    noise = draw.geometric(1)
    return [1 if x + noise >= 1 else 0 for x in q]

def two_signs(draw, q):
    noise = draw.geometric(1)
    return [1 if x + noise >= 1 else 0 for x in q], [1 if x - noise >= 1 else 0 for x in q]

def sliced(draw, q):
    return [x + draw.geometric(1) for x in q[1:]]

def reverse_loop(draw, q):
    out = []
    for x in reversed(q):
        out.append(x + draw.geometric(1))
    return out

def zipped(draw, q):
    values = [x + draw.geometric(1) for x in q]
    return [a >= b for a, b in zip(values, q)]

def zipped_public(draw, q):
    values = [x + draw.geometric(1) for x in q]
    return [a >= b for a, b in zip(values, range(len(q)))]

def threshold_from_output(draw, q):
    level = 1; out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1); level = level + 1
            if level >= 3: break
        else: out.append(0)
    return out

def threshold_from_noisy_output(draw, q):
    level = draw.geometric(1); out = [level]
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1); break
        out.append(0)
    return out

def threshold_published_late(draw, q):
    level = draw.geometric(1); out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1); break
        out.append(0)
    out.append(level)
    return out

def draw_in_comparison(draw, q):
    return [x + draw.geometric(1) >= draw.geometric(1) for x in q]

def shadowed_name(draw, q):
    x = q[0]
    return [x + draw.geometric(1) for x in q]

def helper_shadow(draw, q):
    def len(v): return 0
    return [i + draw.geometric(1) for i in range(len(q))]

def default_level(draw, q, *, level=2):
    out = []
    for x in q:
        if x + draw.geometric(1) >= level: out.append(1); break
        out.append(0)
    return out

def recursive(draw, q):
    def go(i):
        if i >= len(q): return []
        if q[i] + draw.geometric(1) >= 1: return [i]
        return go(i + 1)
    return go(0)

def two_lists_compared(draw, q):
    a = [x + draw.geometric(1) for x in q]
    b = [x + draw.geometric(1) for x in q]
    return 1 if max(a) >= max(b) else 0

def max_of_noiseless(draw, q):
    return max(q) + draw.geometric(1)

def max_of_noiseless_index(draw, q):
    return argmax([x for x in q])

def max_minus_max(draw, q):
    a = [x + draw.geometric(1) for x in q]
    return 1 if max(a) - max(a) >= 0 else max(q)

def max_then_sum(draw, q):
    a = [x + draw.geometric(1) for x in q]
    return argmax(a), sum(a)

def sum_ups_and_downs(draw, q):
    return sum([x + draw.geometric(1) for x in q])

def sum_signed(draw, q):
    total = 0; sign = 1
    for x in q:
        total = total + sign * x
        sign = -sign
    return total + draw.geometric(1)

def sum_twice(draw, q):
    return sum(q) + draw.geometric(1), sum(q) + draw.geometric(1)

def sum_once_twice(draw, q):
    noise = draw.geometric(1)
    return sum(q) + noise, sum(q) + noise

def parity(draw, q):
    out = []
    for i, x in enumerate(q):
        if i % 2 == 0:
            out.append(x + draw.geometric(1))
        else:
            out.append(draw.geometric(1))
    return out

def place_public(draw, q):
    out = []
    for i in range(len(q)):
        j = i
        out.append(q[j] + draw.geometric(1) >= i)
        if out: break
    return out

def wrong_place(draw, q):
    out = []
    for i in range(len(q)):
        out.append(q[i - 1] + draw.geometric(1))
    return out

def exponential_down(draw, q):
    return argmax([x - draw.exponential(1) for x in q])

def exponential_threshold(draw, q):
    level = draw.exponential(2); out = []
    for x in q:
        if x + draw.exponential(1) >= level: out.append(1); break
        out.append(0)
    return out

def gap_to_public(draw, q):
    values = [x + draw.geometric(1) for x in q]
    i = argmax(values)
    return i, values[i] - 3

def coin_gated(draw, q):
    out = []
    for x in q:
        if draw.bernoulli(Fraction(1, 2)):
            out.append(x + draw.geometric(1))
        else:
            out.append(0)
    return out

def coin_gated_bare(draw, q):
    for x in q:
        if draw.bernoulli(Fraction(1, 8)):
            return x
    return 0

def choice_of_entries(draw, q):
    last = 0
    for x in q:
        last = draw.choice([last, x])
    return last + draw.geometric(1)

def flag(draw, q):
    seen = False
    for x in q:
        if x >= 1: seen = True
    return seen

def flag_noised(draw, q):
    count = 0
    for x in q:
        if x + draw.geometric(1) >= 1: count = 1
    return count

def equality(draw, q):
    for i, x in enumerate(q):
        if x + draw.geometric(1) == 1: return i
    return -1

def not_equal(draw, q):
    for i, x in enumerate(q):
        if x + draw.geometric(1) != 1: return i
    return -1

def chain(draw, q):
    for i, x in enumerate(q):
        if 0 <= x + draw.geometric(1) <= 1: return i
    return -1

def abs_noised(draw, q):
    for i, x in enumerate(q):
        if abs(x + draw.geometric(1)) >= 2: return i
    return -1

def tuple_state(draw, q):
    state = (0, 0)
    for x in q:
        a, b = state
        state = (b, x)
    return state[0] + draw.geometric(1)

def appended_state(draw, q):
    seen = []
    for x in q:
        seen.append(x)
    return sum(seen) + draw.geometric(1)

def length_leak(draw, q):
    out = []
    for x in q:
        if x >= 1: out.append(0)
    return len(out)

def length_noised(draw, q):
    out = []
    for x in q:
        if x + draw.geometric(1) >= 1:
            out.append(0)
            break
    return len(out)

def level_redrawn(draw, q):
    level = draw.geometric(1); out = []
    for x in q:
        if x + draw.geometric(1) >= level:
            out.append(1)
        else: out.append(0)
        level = draw.geometric(1)
    return out

def level_walks(draw, q):
    level = draw.geometric(1); out = []
    for x in q:
        if x >= level: out.append(1); break
        out.append(0)
        level = level + draw.geometric(1)
    return out

def second_pass(draw, q):
    level = draw.geometric(1); out = []
    for x in q:
        if x + draw.geometric(1) >= level: out.append(1); break
        out.append(0)
    for x in q:
        if x + draw.geometric(1) >= level: out.append(1); break
        out.append(0)
    return out

def best_so_far(draw, q):
    best, place = 0, 0
    for i, x in enumerate(q):
        y = x + draw.geometric(1)
        if y > best:
            best, place = y, i
    return place, best

def place_of_first_equal(draw, q):
    values = [x + draw.geometric(1) for x in q]
    return values.index(values[-1])

def remembers_max(draw, q):
    values = [x + draw.geometric(1) for x in q]
    m = max(values)
    return values.index(m), 1 if m >= 2 else 0

def pops(draw, q):
    stack = [(0,), (5,)]
    out = []
    for x in q:
        y = [(x,), (0,)].pop()[0]
        out.append(y + draw.geometric(1))
    return out
