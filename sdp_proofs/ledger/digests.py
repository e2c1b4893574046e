"""Digests of all that decides a claim; a claim for which that cannot be told has none, and is run every time.

A claim of this package is decided by its *section* and by the *engines*. The engines are all modules outside the
papers that a check may run: every room but those above the papers (`ASKING`), which import-linter keeps apart. The
section is the module of the claim with what it imports of the papers, wherever the import stands; if an import is
computed there, it is all of the papers. To these come the files that are no source, the claims that the claim depends
on, its own words, Python and its flags, the versions of what is installed, and the variables of the environment that
any of this reads. A ledger of another package is decided by all files of its top-level package and of those beside it
that it imports, whatever they are, and by all of this package.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import json
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim
    from sdp_proofs.ledger.registry import Registry

OWN = __name__.partition(".")[0]
ASKING = ("__main__", "cli", "api", "plots", "figures", "tables", "render", "kernel")
"""The rooms above the papers: they ask and print, and no check runs anything of theirs."""
MAX_BYTES = 1 << 26
"""Packages with more than this are not read on every run, so nothing is known of them."""

SHIPPED = Path(__file__).parents[1] / "papers" / "results.json"
"""The results of the last full run of this package's ledger, which no check reads."""
_LISTED = "survivors.json"
"""Files by which a paper lists mutants of its claims: they count as words of these claims."""

_PAPERS = f"{OWN}.papers"
_IN_WORDS = re.compile(rb"\bpapers((?:\.\w+)+)")
_BY_NAME = {"import_module", "__import__", "exec", "eval", "compile", "run_module", "run_path", "exec_module"}
_METHODS = {"eval", "compile", "exec"}  # as attributes these are methods of other things: re.compile, model.eval
_VARIABLES = re.compile(rb"environ|getenv")
_READS = re.compile(rb"\b(?:open|Path|files|read_\w+|get_data|listdir|scandir|load\w*|\w*from\w*file|fromfile)\b")
_ENGINES = ("FLINT_", "MPMATH_", "NPY_", "NUMPY_", "OMP_", "OPENBLAS_", "SCIPY_", "SYMPY_", "Z3_")
"""Beginnings of the variables by which engines can be told to compute in another way."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class UnknowableError(Exception):
    """Files do not tell which sources decide a claim."""


# The keys under which results are kept.


def keys(registry: Registry, loader: str = "", ids: Iterable[str] | None = None) -> dict[str, str]:
    """A digest of everything that decides a claim, for every claim of which that can be told.

    Args:
        registry: a ledger whose claims have `homes`.
        loader: "package.module:function" that returned it; its package counts, too.
        ids: the claims (default: all); those that they refer to are among the answers.
    """
    found: dict[str, str] = {}
    for identifier in registry.closure(ids):
        home = registry.homes.get(identifier)
        sources = None if home is None else _deciding(home, loader.partition(":")[0])
        cited = [found.get(other, "") for other in registry[identifier].depends_on]
        if sources and all(cited):
            found[identifier] = _hashed([_words(registry[identifier]), environment(), sources, *cited])
    return found


def _words(claim: Claim) -> str:
    """Texts of a claim, for ledgers that are not the same text on every run."""
    said = [
        (claim.id, claim.paper, claim.kind, claim.recorded),
        str(claim.formula),
        sorted((str(name), repr(value)) for name, value in claim.parameters.items()),
        [(check.title, check.method, check.coverage, check.deep) for check in claim.checks],
        [miss.name for miss in claim.near_misses],
        repr(claim.family),
    ]
    return _ADDRESS.sub("", json.dumps(said))


@functools.cache
def _deciding(home: str, loader: str) -> str | None:
    """Modules that decide the checks of a module, in a ledger of that loader; None if that cannot be told."""
    try:
        foreign = {_root(module) for module in (home, loader) if module} - {OWN}
        own = {**engines(), **(_digests(_modules()) if foreign else section(home))}
        lines = [data(), *(f"{name} {digest}" for name, digest in sorted(own.items()))]
        variables = set().union(*(_variables_of(name) for name in own))
        for package in sorted(foreign):
            digest, read = package_digest(package)
            lines.append(f"{package} {digest}")
            variables |= read
    except Exception:  # nothing is known of files with any fault
        return None
    return "\n".join([*lines, *(f"{name}={os.environ.get(name)!r}" for name in sorted(variables))])


@functools.cache
def environment() -> str:
    """Python, its flags, what is installed, and the variables that tell engines how to compute."""
    lines = [sys.version, platform.machine(), str(sys.flags)]
    for place in sys.path:  # each installed distribution has a folder of its name and version there
        names = os.listdir(place) if place and Path(place).is_dir() else []
        lines += sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))
    lines += sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(_ENGINES))
    return "\n".join(lines)


def surroundings() -> str:
    """A digest of the environment, with the variables that any module of this package reads that decides claims.

    Raises:
        UnknowableError: it cannot be told which.
    """
    variables = sorted(set().union(*map(_variables_of, [*engines(), *papers()])))
    return _hashed([environment(), *(f"{name}={os.environ.get(name)!r}" for name in variables)])


def _hashed(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "backslashreplace")).hexdigest()


# The modules of this package.


@functools.cache
def engines() -> Mapping[str, str]:
    """The modules that a check of any claim may run, each with its digest: all but papers and rooms that ask.

    Example:
        >>> "sdp_proofs.verdict" in engines(), "sdp_proofs.cli.app" in engines(), "sdp_proofs.papers.trust" in engines()
        (True, False, False)
    """
    return _digests(name for name in _modules() if not _is_paper(name) and _room(name) not in ASKING)


@functools.cache
def section(home: str) -> Mapping[str, str]:
    """The modules of papers that make the claims of one of them, each with its digest.

    These are the module, what it and these import of the papers or name in words, and the packages around them; all
    of the papers if an import is computed. The modules that say what the papers are, of which every section imports
    one, are not among them: what they say of a claim are its words.

    Raises:
        UnknowableError: there is no such module.

    Example:
        >>> sorted(section("sdp_proofs.papers.dp_lssgd.remark_six"))
        ['sdp_proofs.papers.dp_lssgd', 'sdp_proofs.papers.dp_lssgd.remark_six']
    """
    if home not in _modules() or _room(home) in ASKING:
        raise UnknowableError(home)
    found, waiting = set[str](), [home]
    while waiting:
        name = waiting.pop()
        if name in found or not is_section(name):
            continue
        found |= {name, *filter(is_section, _parents(name))}
        source = _source(_modules()[name], name)
        if source.by_name:
            return _digests(filter(_is_paper, _modules()))
        waiting += source.imports
    return _digests(found)


def papers() -> Mapping[str, str]:
    """All modules of papers, each with its digest."""
    return _digests(filter(_is_paper, _modules()))


@functools.cache
def data(*, all_of_it: bool = False) -> str:
    """A digest of all files of this package that are no source and that a check may read.

    Args:
        all_of_it: those that list mutants of claims as well; otherwise these are words of the claims.
    """
    folder = _own_folder()
    files = (path for path in files_below(folder) if path.suffix != ".py" and path != SHIPPED)
    if not all_of_it:
        files = (path for path in files if path.name != _LISTED)
    return _digest((path for path in files if path.relative_to(folder).parts[0] not in ASKING), folder)


def _digests(modules: Iterable[str]) -> dict[str, str]:
    return {name: hashlib.sha256(_content(_modules()[name])).hexdigest()[:16] for name in modules}


@functools.cache
def _modules() -> dict[str, Path]:
    folder = _own_folder()
    return {_dotted(path.relative_to(folder.parent)): path for path in files_below(folder) if path.suffix == ".py"}


def _variables_of(module: str) -> frozenset[str]:
    """The variables of the environment that a module reads; none of this one, which reads those of the others."""
    if module == __name__ or not _VARIABLES.search(_content(_modules()[module])):
        return frozenset()
    variables = _source(_modules()[module], module).variables
    if variables is None:
        raise UnknowableError(module)
    return variables


def _is_paper(module: str) -> bool:
    return module == _PAPERS or module.startswith(f"{_PAPERS}.")


def is_section(module: str) -> bool:
    """Tell whether a module of papers makes claims or helps to, and does not say what the papers themselves are."""
    tells = module in (_PAPERS, f"{_PAPERS}.wings", f"{_PAPERS}.trust") or module.endswith(".paper")
    return _is_paper(module) and not tells


def _room(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def _own_folder() -> Path:
    return Path(__file__).parents[1]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


# The packages of others.


@functools.cache
def package_digest(module: str) -> tuple[str, frozenset[str]]:
    """A digest of all files of a top-level package, or of its one file, and the environment variables it reads.

    The packages beside it that it imports count as parts of it, unless they are installed: then their versions tell.

    Raises:
        UnknowableError: it cannot be found or read, reads variables of computed names, is too large, or is one file
            that may read others.
    """
    lines, variables, waiting, seen = [], set[str](), [_root(module)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        folders, single = _places(name)
        lines.append(f"{name} {' '.join(_digest(files_below(folder), folder) for folder in folders)}")
        paths = [path for folder in folders for path in files_below(folder) if path.suffix == ".py"]
        for path in [single] if single else paths:
            source = _source(path, f"{name}.{path.stem}")
            if source.variables is None or (single and (source.reads or source.by_name)):
                raise UnknowableError(name)
            lines.append(hashlib.sha256(_content(path)).hexdigest())
            variables |= source.variables
            waiting += sorted(other for other in map(_root, source.imports) if _is_beside(other))
    return _hashed(lines), frozenset(variables)


def _root(module: str) -> str:
    return module.partition(".")[0]


def _is_beside(name: str) -> bool:
    """Tell whether a top-level name is a package that is neither Python's, nor this one, nor installed."""
    if not name or name == OWN or name in sys.stdlib_module_names:
        return False
    try:
        folders, single = _places(name)
    except UnknowableError:  # it is not there
        return False
    places = [*folders, *([] if single is None else [single])]
    installed = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}
    return not any(installed & set(place.resolve().parents) for place in places)


def _places(name: str) -> tuple[list[Path], Path | None]:
    """The folders of a top-level package, or the file of a top-level module."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        spec = None
    if spec is not None and spec.submodule_search_locations:
        return [Path(place) for place in spec.submodule_search_locations], None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise UnknowableError(name)
    return [], Path(spec.origin)


# Files.


def files_below(folder: Path) -> Iterator[Path]:
    """All files of a folder in a fixed order, without what Python caches.

    Raises:
        UnknowableError: a folder inside is a link or cannot be listed.
    """

    def refuse(error: OSError) -> None:
        raise UnknowableError(str(error))

    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        if any((Path(place) / name).is_symlink() for name in folders):
            raise UnknowableError(place)
        yield from (Path(place) / name for name in sorted(names))


def unchanged() -> bool:
    """Tell whether every file that was read here is unchanged; processes that start later load its later content."""
    return all(_stamp(path) == stamp for path, stamp in _stamps.items())


_stamps: dict[Path, object] = {}


def _stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


@functools.cache
def _content(path: Path) -> bytes:
    _stamps.setdefault(path, _stamp(path))
    return path.read_bytes()


def _digest(paths: Iterable[Path], start: Path) -> str:
    digest, size = hashlib.sha256(), 0
    for path in paths:
        if not path.is_file():
            raise UnknowableError(str(path))
        size += path.stat().st_size
        if size > MAX_BYTES:
            raise UnknowableError(f"{start} is too large")
        content = _content(path)
        digest.update(f"{path.relative_to(start)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


# Statements of a source file about other files, read from its syntax tree.


@dataclass(frozen=True, slots=True)
class Source:
    """References of a source file to other files.

    Attributes:
        imports: the modules that it imports, wherever the import stands, and those of papers that it names in words.
        by_name: whether it imports by a name that is computed, or runs text.
        reads: whether it may read files.
        variables: the environment variables that it reads; None if it cannot be told which.
    """

    imports: frozenset[str]
    by_name: bool
    reads: bool
    variables: frozenset[str] | None


@functools.cache
def _source(file: Path, module: str) -> Source:
    content = _content(file)
    nodes = list(ast.walk(ast.parse(content)))
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    calls = [node for node in nodes if isinstance(node, ast.Call) and _name(node.func) == "import_module"]
    words = {id(node.func): word for node in calls if (word := _word(node.args))}
    imports = {name for node in nodes for name in _imported(node, package)} | set(words.values())
    return Source(
        frozenset(imports | _named_in_words(content)),
        any(id(node) not in words and _imports_by_name(node) for node in nodes),
        _READS.search(content) is not None,
        _variables(nodes),
    )


def _named_in_words(content: bytes) -> set[str]:
    """The modules of papers whose names, or names below, stand anywhere in a text: a claim names programs in words."""
    paths = {f"{_PAPERS}{found.decode()}" for found in _IN_WORDS.findall(content)}
    return {name for path in paths for name in (path, *_parents(path)) if name in _modules()}


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _word(arguments: Sequence[ast.expr]) -> str | None:
    match arguments:
        case [ast.Constant(value=str(word)), *_]:
            return word
        case _:
            return None


def _imports_by_name(node: ast.AST) -> bool:
    match node:
        case ast.alias(name=name, asname=str()):  # under another name it would not be seen again
            return name in _BY_NAME
        case ast.Attribute(value=inner, attr=name) if name in _METHODS:
            return _name(inner) == "builtins"
        case _:
            return _name(node) in _BY_NAME


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name
            if alias.asname is None:  # the name that is bound is the outermost package
                yield from _parents(alias.name)
    elif isinstance(node, ast.ImportFrom):
        start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        origin = ".".join([*start, *([node.module] if node.module else [])])
        yield origin
        yield from (name for alias in node.names if (name := f"{origin}.{alias.name}") in _modules())


def _variables(nodes: Sequence[ast.AST]) -> frozenset[str] | None:
    """The words by which the environment is read; None if it is used in another way."""
    words: set[str] = set()
    names = ("environ", "environb", "getenv", "getenvb")
    uses = sum(
        _name(node) in names or (isinstance(node, ast.alias) and node.name in names and node.asname is not None)
        for node in nodes
    )  # under another name it would not be seen again
    for node in nodes:
        match node:
            case ast.Subscript(value=inner, slice=ast.Constant(value=str(word))) if _name(inner) == "environ":
                words.add(word)
            case ast.Call(func=ast.Attribute(value=inner, attr="get"), args=args) if _name(inner) == "environ":
                words.add(_word(args) or "")
            case ast.Call(func=inner, args=args) if _name(inner) == "getenv":
                words.add(_word(args) or "")
            case ast.Compare(left=ast.Constant(value=str(word)), comparators=[inner]) if _name(inner) == "environ":
                words.add(word)
            case _:
                continue
        uses -= 1
    return None if uses or "" in words else frozenset(words)
