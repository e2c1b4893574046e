"""The language of releases: an expression, or the same as JSON, read into `release` objects.

World: exact. Nothing is evaluated by Python: names are looked up, numbers go to the package's exact reader.

    release  = term {"+" term}
    term     = factor ["*" steps] | steps "*" factor
    factor   = "(" release ")" | name "(" [argument {"," argument}] ")"
    argument = option "=" (number | "[" number {"," number} "]") | number | release

A number without a name is the only one that a mechanism must be given: gaussian(1.1), poisson(0.01, laplace(2)).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import signature
from itertools import accumulate
from pathlib import Path
from typing import Any

from sdp_proofs.accounting.pairs import ADD_REMOVE, ANY, REPLACE_ONE
from sdp_proofs.accounting.release import MECHANISMS, SENSITIVITY, Mechanism, Release, Repeated, Together
from sdp_proofs.accounting.release_fields import is_list
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.files import each_field_once, read_yaml
from sdp_proofs.numbers.reals import shown
from sdp_proofs.spelling import suggestion

GROUP = "sdp_proofs.mechanisms"
"""The entry points by which an installed package adds mechanisms."""
_ABOUT = {
    SENSITIVITY: "a record added or removed, or replaced",
    ADD_REMOVE: "a record added or removed",
    REPLACE_ONE: "a record replaced",
    ANY: "those of the guarantee",
}
LONGEST = 100_000
_DEEPEST = 40
_CALL = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\((.*)\)", re.DOTALL)
_CALL_BEGINS = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\(")
_OPTION = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=(.*)", re.DOTALL)
_SHUFFLED = ("shuffle", "shuffled", "epochs", "epoch", "shuffled-epochs")
BUILT_IN = (
    "continuous_noise",
    "plain_releases",
    "integer_noise",
    "derived_releases",
    "exponential",
    "renyi_bounds",
    "mixture_releases",
    "truncated_batches",
    "selection_releases",
    "allocation_releases",
)
"""Modules of this room with mechanisms, but `Poisson`, in the order in which a name is looked for before all others."""
_NAMED = re.compile(r'^    name(?:: ClassVar\[str\])?(?:, \w+)* = "[a-z]', re.MULTILINE)
"""Line by which a class says what it is called in the language of releases."""

_NOT_YET = "which is not supported yet"
_NOT_SUPPORTED = {
    **dict.fromkeys(("ftrl", "matrix", "shuffle"), _NOT_YET),
    **dict.fromkeys(("cdp", "renyi"), f"{_NOT_YET}; known are zcdp(rho=R) and rdp(order=A, epsilon=E)"),
    **dict.fromkeys(("threshold", "skellam", "staircase", "filter"), _NOT_YET),
}
"""Words of the field that are no mechanism here, by a part of the name."""

_FILES = (".json", ".yaml", ".yml", ".txt")
"""Endings of the names of files that hold a release; no expression ends so."""


def read_release(text: str | Release | Mapping[str, Any]) -> Release:
    """Read an expression, a JSON document of one, or what `to_document` returned.

    Raises:
        DomainError: not in the language; an unknown name comes with the nearest known one.
        SizeError: too long or too deeply nested.

    Example:
        >>> print(read_release("poisson(rate=0.01, gaussian(sigma=1)) * 1000 + laplace(scale=10)"))
        poisson(rate=1/100, gaussian(sigma=1, sensitivity=1)) * 1000 + laplace(scale=10, sensitivity=1)
        >>> read_release("gausian(sigma=1)")
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: a mechanism must be a known one, got 'gausian'; did you mean 'gaussian'?
    """
    if isinstance(text, Release):
        return text
    if isinstance(text, Mapping):
        return from_document(text)
    if not isinstance(text, str):
        raise DomainError(f"a release must be an expression, got {shown(text)}")
    if len(text) > LONGEST:
        raise SizeError(f"a release must have at most {LONGEST} characters, got {len(text)}")
    if text.lstrip().startswith("{"):
        try:
            document = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=_fields)
        except DomainError:
            raise
        except (ValueError, RecursionError):
            raise DomainError("a release that begins with { must be a JSON object, got something else") from None
        return from_document(document)
    return _sum(text, 0)


def _fields(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    return each_field_once(pairs, "a release")


def _sum(text: str, depth: int) -> Release:
    if depth > _DEEPEST:
        raise SizeError(f"a release must be nested at most {_DEEPEST} deep, got more")
    parts = [_term(part, depth) for part in split(text, "+")]
    if len(parts) == 1:
        return parts[0]
    flat: list[Release] = []
    for part in parts:
        flat += part.parts if isinstance(part, Together) else (part,)
    return Together(tuple(flat))


def _term(text: str, depth: int) -> Release:
    pieces = split(text, "*")
    release: Release | None = None
    numbers: list[str] = []
    for piece in _joined_powers(pieces):
        bare = piece.strip()
        if not bare:
            raise DomainError(
                f"a release must be an expression such as gaussian(sigma=1) * 10, got {shown(text.strip())}"
            )
        if _is_release(bare):
            if release is not None:
                raise DomainError(f"a release must be multiplied by a number of steps, got {shown(text.strip())}")
            release = _factor(bare, depth)
        else:
            numbers.append(bare)
    if release is None:
        if any(found[1] not in _NUMBERS for number in numbers for found in _CALL_BEGINS.finditer(number)):
            raise DomainError(f"releases must be joined by + and repeated by * and a number, got {shown(text.strip())}")
        raise DomainError(f"a release must name a mechanism, such as gaussian(sigma=1), got {shown(text.strip())}")
    return Repeated(release, "*".join(numbers)) if numbers else release


def _joined_powers(pieces: list[str]) -> list[str]:
    """`2**3` was split at both stars: join what an empty piece separates."""
    joined: list[str] = []
    for piece in pieces:
        if len(joined) > 1 and not joined[-1].strip() and not _is_release(piece.strip()):
            joined.pop()
            joined[-1] += "**" + piece
        else:
            joined.append(piece)
    return joined


_NUMBERS = ("log", "ln", "exp", "sqrt", "pi")


def _is_release(text: str) -> bool:
    call = _CALL.fullmatch(text)
    if call and _is_whole(call[2]):
        return call[1] not in _NUMBERS
    inner = text.lstrip("( ")
    return text.startswith("(") and inner[:1].isalpha() and not inner.startswith(_NUMBERS)


def _is_whole(text: str) -> bool:
    """True where no bracket is closed that is not opened, as between two calls."""
    depths = accumulate((sign in "([") - (sign in ")]") for sign in text)
    return min(depths, default=0) >= 0


def _factor(text: str, depth: int) -> Release:
    if text.startswith("("):
        if not text.endswith(")"):
            raise DomainError(f"brackets must be closed, got {shown(text)}")
        return _sum(text[1:-1], depth + 1)
    call = _CALL.fullmatch(text)
    assert call is not None
    _refuse_shuffling(call[1])
    kind = kind_of(call[1])
    options: dict[str, Any] = {}
    for argument in split(call[2], ",") if call[2].strip() else []:
        option = _OPTION.fullmatch(argument.strip())
        if option:
            _put(options, option[1], _value(option[2]), call[1])
        elif is_list(kind, kind.inner):
            options.setdefault(kind.inner, []).append(_sum(argument, depth + 1))
        elif _is_number(argument):
            known = only_number(kind)
            if known is None:
                raise DomainError(_unnamed(call[1], argument.strip()))
            _put(options, known, argument.strip(), call[1])
        elif "(" not in argument:
            raise DomainError(_unnamed(call[1], argument.strip()))
        else:
            _put(options, kind.inner or "mechanism", _sum(argument, depth + 1), call[1])
    return _built(call[1], options)


def only_number(kind: type[Mechanism]) -> str | None:
    """The one number that a mechanism must be given, which needs no name; None where there are none or several.

    Example:
        >>> only_number(kind_of("gaussian")), only_number(kind_of("poisson")), only_number(kind_of("approximate"))
        ('sigma', 'rate', None)
    """
    needed = [
        name
        for name, parameter in signature(kind).parameters.items()
        if parameter.default is parameter.empty and name != kind.inner and not is_list(kind, name)
    ]
    return needed[0] if len(needed) == 1 else None


def _is_number(text: str) -> bool:
    """True for a text that begins like a number, or is one of a function of numbers."""
    bare = text.strip().lstrip("(+-")
    call = _CALL_BEGINS.match(bare)
    return bare[:1].isdigit() or bare[:1] == "." or bare.startswith("pi") or (call is not None and call[1] in _NUMBERS)


def _unnamed(mechanism: str, value: str) -> str:
    """The complaint about a value without the name of an option."""
    kind = kind_of(mechanism)
    named = next(one.replace("_", "-") for one in signature(kind).parameters if one != kind.inner)
    return f"what {mechanism} is given must be named, such as {named}={value}, got {shown(value)}"


def _value(text: str) -> Any:
    bare = text.strip()
    if bare.startswith("[") and bare.endswith("]"):
        return [entry.strip() for entry in split(bare[1:-1], ",")] if bare[1:-1].strip() else []
    return bare


def _put(options: dict[str, Any], name: str, value: Any, mechanism: str) -> None:
    key = name.replace("-", "_")
    if key in options:
        raise DomainError(f"{name} of {mechanism} must be given once, got it twice")
    options[key] = value


def _refuse_shuffling(name: str) -> None:
    if name.replace("_", "-") in _SHUFFLED:
        raise DomainError(
            "sampling must be poisson or without-replacement, got shuffled epochs, which are neither and whose "
            "amplification is not known; account for each pass without sampling"
        )


def kind_of(name: str) -> type[Mechanism]:
    """The mechanism of a name, however it is spelt; one that is unknown is looked for among installed plug-ins.

    Raises:
        DomainError: there is none.

    Example:
        >>> kind_of("randomized-response").name
        'randomised-response'
    """
    spelled = name.replace("_", "-")
    found = next((kind for _ in _loading() if (kind := _found(spelled))), None)
    if found is None:
        for word in spelled.lower().split("-"):
            if word in _NOT_SUPPORTED:
                raise DomainError(f"a mechanism must be a known one, got {shown(name)}, {_NOT_SUPPORTED[word]}")
        raise DomainError(f"a mechanism must be a known one, got {shown(name)}{_nearest(spelled, mechanisms())}")
    return found


def _found(spelled: str) -> type[Mechanism] | None:
    other = (kind for kind in MECHANISMS.values() if spelled in kind.spellings)
    return MECHANISMS.get(spelled) or next(other, None)


def _loading() -> Iterator[str]:
    """Load the modules with mechanisms one after another; who has found a name goes no further."""
    yield __name__
    yield from _built_in()
    yield from plug_ins()


def _built_in() -> Iterator[str]:
    for module in BUILT_IN:
        yield import_module(f"{__package__}.{module}").__name__
    for module in _others():
        yield import_module(f"{__package__}.{module}").__name__


@cache
def _others() -> tuple[str, ...]:
    """Other modules of this room with mechanisms, read off their text: a new one need not be listed."""
    known = (*BUILT_IN, "release", "grammar")
    files = (file for folder in import_module(str(__package__)).__path__ for file in sorted(Path(folder).glob("*.py")))
    return tuple(file.stem for file in files if file.stem not in known and _NAMED.search(file.read_text("utf-8")))


@cache
def plug_ins() -> tuple[str, ...]:
    """Load what installed packages add to the language, and their names: entry points of `sdp_proofs.mechanisms`.

    Each names a class, or a module that defines some. They are loaded only where an unknown name is met or help is
    asked for. One that cannot be loaded is an error of that package, which is said.

    Raises:
        DomainError: a plug-in cannot be loaded.
    """
    from importlib.metadata import entry_points

    names: list[str] = []
    list(_built_in())  # a plug-in that takes a name of ours is the one to be refused
    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:
            raise DomainError(f"the plug-in {entry.name} must be loaded, but failed: {shown(str(error))}") from error
        names.append(entry.name)
    return tuple(names)


def mechanisms() -> Mapping[str, type[Mechanism]]:
    """All mechanisms by name, those of installed plug-ins and of files that were loaded too; what runs others is last.

    Raises:
        DomainError: a plug-in cannot be loaded.

    Example:
        >>> list(mechanisms())[:3]
        ['approximate', 'binomial', 'discrete-gaussian']
    """
    plug_ins()
    return dict(sorted(MECHANISMS.items(), key=lambda entry: (bool(entry[1].inner), entry[0])))


def rows() -> list[tuple[str, str, str]]:
    """Tabulate every mechanism: its form, its description, and its neighbours."""
    return [
        (form(kind), (kind.__doc__ or "").strip().partition("\n")[0], _ABOUT[kind.relative_to])
        for kind in mechanisms().values()
    ]


def form(kind: type[Mechanism]) -> str:
    """Write a mechanism with the numbers that must be given left open.

    Example:
        >>> form(kind_of("poisson")), form(kind_of("finite")), form(kind_of("parallel"))
        ('poisson(rate=.., mechanism)', 'finite(first=[..], second=[..])', 'parallel(.., ..)')
    """
    said = []
    for name, parameter in signature(kind).parameters.items():
        if name == kind.inner:
            said.append(".., .." if is_list(kind, name) else name)
        elif parameter.default is parameter.empty:
            said.append(f"{name.replace('_', '-')}={'[..]' if is_list(kind, name) else '..'}")
    return f"{kind.name}({', '.join(said)})"


def schema() -> dict[str, Any]:
    """The JSON schema of what `to_document` writes and `from_document` reads.

    Example:
        >>> schema()["$defs"]["gaussian"]["required"]
        ['mechanism', 'sigma']
    """
    number: dict[str, Any] = {"type": ["string", "integer"]}
    release = {"$ref": "#/$defs/release"}
    known: dict[str, Any] = {}
    for name, kind in mechanisms().items():
        key = "sampling" if kind.sampling else "mechanism"
        entries: dict[str, Any] = {key: {"enum": [name, *kind.spellings]}}
        needed = [key]
        for option, parameter in signature(kind).parameters.items():
            one = release if option == kind.inner else number
            listed = is_list(kind, option)
            field = "of" if option == kind.inner and not listed else option
            entries[field] = {"type": "array", "items": one} if listed else one
            needed += [field] if parameter.default is parameter.empty else []
        known[name] = {"type": "object", "properties": entries, "required": needed, "additionalProperties": False}
    repeated = {"type": "object", "properties": {"release": release, "steps": number}, "required": ["release"]}
    together = {"type": "object", "properties": {"together": {"type": "array", "items": release}}}
    composed = [
        {"type": "string"},
        {**repeated, "additionalProperties": False},
        {**together, "required": ["together"], "additionalProperties": False},
    ]
    listed_kinds = [{"$ref": f"#/$defs/{name}"} for name in known]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**known, "release": {"anyOf": [*composed, *listed_kinds]}},
        **release,
    }


def load_mechanisms(path: str | None) -> None:
    """Run a Python file, if one is named, that defines mechanisms: it is code of the one who asks.

    Raises:
        DomainError: it cannot be read, or fails.
    """
    if path is None:
        return
    from runpy import run_path

    list(_built_in())
    try:
        run_path(path)
    except OSError as error:
        raise DomainError(f"a file of mechanisms must be readable, got {path}: {error.strerror}") from None
    except Exception as error:
        raise DomainError(f"a file of mechanisms must run, got {type(error).__name__}: {shown(str(error))}") from error


def _built(name: str, options: dict[str, Any]) -> Release:
    """The release of a name and its options."""
    _refuse_shuffling(name)
    kind = kind_of(name)
    spelled, parameters = kind.name, signature(kind).parameters
    options = _renamed(kind, options)
    for option in options:
        if option not in parameters:
            known = [parameter.replace("_", "-") for parameter in parameters]
            raise DomainError(
                f"{spelled} must be given {', '.join(known)}, got {option.replace('_', '-')!r}"
                f"{_nearest(option.replace('_', '-'), known)}"
            )
    missing = [
        key for key, parameter in parameters.items() if parameter.default is parameter.empty and key not in options
    ]
    if missing:
        one = missing[0] == kind.inner and not is_list(kind, kind.inner)
        what = f"a {missing[0]}" if one else missing[0].replace("_", "-")
        raise DomainError(f"{spelled} must be given {what}, got none")
    for key, value in options.items():
        if isinstance(value, list) != is_list(kind, key):
            raise DomainError(
                f"{key} of {spelled} must be {'a list in [ ]' if not isinstance(value, list) else 'a number'}"
            )
    return kind(**options)


def _renamed(kind: type[Mechanism], options: dict[str, Any]) -> dict[str, Any]:
    """The options by the names of the parameters; one under a name of the field is per unit of sensitivity."""
    found = dict(options)
    for other, name in kind.also_called.items():
        if other in found:
            both = [key for key in (name, SENSITIVITY) if key in found]
            if both:
                raise DomainError(
                    f"{other.replace('_', '-')} of {kind.name} must go without {both[0]}, as it is {name} divided by "
                    "the sensitivity, got both"
                )
            found[name] = found.pop(other)
    return found


def _nearest(name: str, known: Iterable[str]) -> str:
    return suggestion(name, known) or f"; known are {', '.join(known)}"


def split(text: str, separator: str) -> list[str]:
    """The pieces of a text between separators that are in no bracket."""
    pieces, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                break
        elif character == separator and depth == 0 and not _in_number(text, place):
            pieces.append(text[start:place])
            start = place + 1
    if depth:
        raise DomainError(f"brackets must be closed, got {shown(text.strip())}")
    return [*pieces, text[start:]]


def _in_number(text: str, place: int) -> bool:
    """True where a plus is the sign of an exponent, as in 1e+3."""
    return text[place] == "+" and re.search(r"(?:^|[^A-Za-z_-])[0-9.]+[eE]$", text[:place]) is not None


def to_document(release: Release) -> dict[str, Any]:
    """A release as JSON values: nested objects, every number a string.

    Example:
        >>> to_document(read_release("2 * pure(epsilon=0.1)"))
        {'release': {'mechanism': 'pure', 'epsilon': '1/10'}, 'steps': '2'}
    """
    if isinstance(release, Repeated):
        return {"release": to_document(release.release), "steps": str(release.steps)}
    if isinstance(release, Together):
        return {"together": [to_document(part) for part in release.parts]}
    document: dict[str, Any] = {}
    for name in signature(type(release)).parameters:
        value = getattr(release, name)
        if isinstance(value, Release):
            document["of"] = to_document(value)
        elif isinstance(value, tuple):
            document[name] = [to_document(entry) if isinstance(entry, Release) else str(entry) for entry in value]
        elif value is not None:
            document[name] = str(value)
    sampling = isinstance(release, Mechanism) and release.sampling
    return {"sampling" if sampling else "mechanism": release.name, **document}


def from_document(document: Any, depth: int = 0) -> Release:
    """Read back what `to_document` wrote; a string in the place of an object is an expression.

    Raises:
        DomainError: not such a document.

    Example:
        >>> print(from_document({"steps": "3", "release": "gaussian(sigma=1)"}))
        gaussian(sigma=1, sensitivity=1) * 3
    """
    if depth > _DEEPEST:
        raise SizeError(f"a release must be nested at most {_DEEPEST} deep, got more")
    if isinstance(document, str):
        return read_release(document)
    if not isinstance(document, Mapping):
        raise DomainError(f"a release must be an object or an expression, got {shown(document)}")
    entries = dict(document)
    if "together" in entries:
        parts = entries.pop("together")
        _nothing_else(entries)
        if not isinstance(parts, list) or not parts:
            raise DomainError("together must be a list of releases")
        return Together(tuple(from_document(part, depth + 1) for part in parts))
    if "release" in entries:
        inner, steps = from_document(entries.pop("release"), depth + 1), entries.pop("steps", None)
        _nothing_else(entries)
        return inner if steps is None else Repeated(inner, steps)
    name = entries.pop("sampling", None) or entries.pop("mechanism", None)
    if not isinstance(name, str):
        raise DomainError("a release must have one of the fields mechanism, sampling, release and together")
    kind = kind_of(name)
    if kind.inner and isinstance(entries.get(kind.inner), list):
        entries[kind.inner] = [from_document(part, depth + 1) for part in entries[kind.inner]]
    if "of" in entries:
        entries[kind.inner or "mechanism"] = from_document(entries.pop("of"), depth + 1)
    return _built(name, {key.replace("-", "_"): value for key, value in entries.items()})


def _nothing_else(entries: Mapping[str, Any]) -> None:
    if entries:
        raise DomainError(f"a release must not have the field {sorted(entries)[0]!r} here")


def read_file(path: str) -> Release:
    """A release from a file: an expression, JSON, or YAML if PyYAML is installed.

    Raises:
        DomainError: not in the language.
        OSError: the file cannot be read.
    """
    with open(path, encoding="utf-8") as stream:
        text = stream.read(LONGEST + 1)
    if path.endswith((".yaml", ".yml")):
        try:
            return from_document(read_yaml(text, "a release", path, deepest=_DEEPEST))
        except ImportError:
            raise DomainError(
                "a YAML file must be read with PyYAML, which is not installed; JSON needs nothing"
            ) from None
        except RecursionError:
            raise SizeError(f"a YAML file must be nested at most {_DEEPEST} deep, got more: {path}") from None
    return read_release(text)


def of_argument(text: str) -> str:
    """The expression that an argument of a command is, or that is in the file it names.

    Raises:
        DomainError: a file that cannot be read, or holds no release.

    Example:
        >>> of_argument("gaussian(sigma=?) * 10")
        'gaussian(sigma=?) * 10'
    """
    if not text.endswith(_FILES):
        return text
    try:
        return str(read_file(text))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not text in UTF-8"
        raise DomainError(f"a release must be an expression or a file that can be read, got {text}: {why}") from None
