"""The files behind a module: digests of packages, and what reaches what inside this package.

What a source file imports is read from its syntax tree, wherever the import stands. A package that is only the parent
of an imported module runs its top level, not its functions.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

OWN = __name__.partition(".")[0]
MAX_BYTES = 1 << 26
"""Packages with more than this are not read on every run, so nothing is known of them."""

SHIPPED = Path(__file__).parents[1] / "papers" / "results.json"
"""The results of the last full run of this package's ledger, which no check reads."""

# They import or read what the command line names, or what is being looked at here, and no check calls them; the
# package of the ledger loads by name what its statements name as well.
_LOADERS = (f"{OWN}.ledger", f"{OWN}.ledger.registry", f"{OWN}.ledger.fingerprint", f"{OWN}.ledger.kept_run", __name__)
_BY_NAME = {"import_module", "__import__", "exec", "eval", "compile", "run_module", "run_path", "exec_module"}
_METHODS = {"eval", "compile", "exec"}  # as attributes these are methods of other things: re.compile, model.eval
_NAMED = re.compile(rb"\b(?:" + "|".join(sorted(_BY_NAME)).encode() + rb")\b")
_VARIABLES = re.compile(rb"environ|getenv")
_READS = re.compile(rb"\b(?:open|Path|files|read_\w+|get_data|listdir|scandir|load\w*|\w*from\w*file|fromfile)\b")


class UnknowableError(Exception):
    """What decides a module cannot be told from files."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a source file says about other files.

    Attributes:
        digest: of its content.
        imports: the modules that it names in imports, or as words in an import by name.
        by_name: whether it imports by a name that is computed, or runs text.
        reads: whether it may read files.
        variables: the environment variables that it reads; None if it cannot be told which.
    """

    digest: str
    imports: frozenset[str]
    by_name: bool
    reads: bool
    variables: frozenset[str] | None


def root(module: str) -> str:
    """The top-level package of a module."""
    return module.partition(".")[0]


def reached(module: str) -> dict[str, Source]:
    """The modules of this package that a module of it runs or can call, by name; all of them if imports are computed.

    Example:
        >>> "sdp_proofs.verdict" in reached("sdp_proofs.ledger.claim")
        True
        >>> any(name.startswith("sdp_proofs.plots") for name in reached("sdp_proofs.ledger.claim"))
        False
    """
    found: dict[str, Source] = {}
    wholly: dict[str, bool] = {}
    waiting = [(module, True)]
    while waiting:
        name, whole = waiting.pop()
        if wholly.get(name, -1) >= whole:
            continue
        wholly[name] = whole
        file = _file(name)
        if file is None:
            raise UnknowableError(name)
        found[name] = source = _own(file, name, whole)
        if source.by_name:
            return own_sources()
        waiting += [(parent, False) for parent in _parents(name)]
        waiting += [(other, True) for other in source.imports if root(other) == OWN and _file(other) is not None]
    return found


@functools.cache
def own_sources() -> dict[str, Source]:
    """All modules of this package, by name; of most of them the digest alone, since all of them count."""
    return {name: _own(path, name, True, wanted=_VARIABLES) for name, path in _own_modules().items()}


def _own(file: Path, name: str, whole: bool, *, wanted: re.Pattern[bytes] | None = None) -> Source:
    if wanted is not None and not wanted.search(_content(file)):
        return Source(hashlib.sha256(_content(file)).hexdigest(), frozenset(), False, False, frozenset())
    source = _source(file, name, whole)
    return replace(source, by_name=False, variables=frozenset()) if name in _LOADERS else source


@functools.cache
def _own_modules() -> dict[str, Path]:
    folder = _own_folder()
    return {_dotted(path.relative_to(folder.parent)): path for path in _own_files() if path.suffix == ".py"}


@functools.cache
def own_data() -> str:
    """A digest of all files of this package that are not source and that a check may read."""
    return _digest((path for path in _own_files() if path.suffix != ".py"), _own_folder())


@functools.cache
def own_whole() -> str:
    """A digest of all files of this package, but for the results that it ships."""
    return _digest(_own_files(), _own_folder())


def own_digests(modules: Iterable[str]) -> dict[str, str]:
    """A digest of the source of each of some modules of this package; none of a module that is not there.

    Example:
        >>> sorted(own_digests(["sdp_proofs.verdict", "sdp_proofs.nowhere"]))
        ['sdp_proofs.verdict']
    """
    found = {}
    for module in modules:
        path = _own_folder().parent.joinpath(*module.split("."))
        file = next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)
        if file is not None:
            found[module] = hashlib.sha256(_content(file)).hexdigest()[:16]
    return found


def _own_files() -> Iterator[Path]:
    """All of them, but for the results that it ships, and what is for a proof assistant: no check reads these."""
    kernel = _own_folder() / "kernel"
    files = (path for path in files_below(_own_folder()) if path != SHIPPED)
    return (path for path in files if path.suffix == ".py" or kernel not in path.parents)


@functools.cache
def package_digest(module: str) -> tuple[str, frozenset[str]]:
    """A digest of all files of a top-level package, or of its one file, and the environment variables it reads.

    The packages beside it that it imports count as parts of it, unless they are installed: then their versions tell.

    Raises:
        UnknowableError: it cannot be found or read, reads variables of computed names, is too large, or is one file
            that may read others.
    """
    lines, variables, waiting, seen = [], set[str](), [root(module)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        folders, single = _places(name)
        lines.append(f"{name} {' '.join(_digest(files_below(folder), folder) for folder in folders)}")
        paths = [path for folder in folders for path in files_below(folder) if path.suffix == ".py"]
        for path in [single] if single else paths:
            source = _source(path, f"{name}.{path.stem}", True)
            if source.variables is None or (single and (source.reads or source.by_name)):
                raise UnknowableError(name)
            lines.append(source.digest)
            variables |= source.variables
            waiting += sorted(other for other in map(root, source.imports) if _is_beside(other))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest(), frozenset(variables)


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
    """Whether every file that was read here is as it was then; processes that start later load what is there then."""
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


@functools.cache
def _source(file: Path, module: str, whole: bool) -> Source:
    """What a file says, all of it or its top level alone."""
    content = _content(file)
    tree = ast.parse(content)
    # Most files import by statements alone, and to walk through expressions takes most of the time.
    telling = _NAMED.search(content) or _VARIABLES.search(content)
    nodes = list(_nodes(tree, whole) if telling else _statements(tree, whole))
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    words = {
        id(node.func): word
        for node in nodes
        if isinstance(node, ast.Call) and _name(node.func) == "import_module" and (word := _word(node.args))
    }
    imports = {name for node in nodes for name in _imported(node, package)} | set(words.values())
    return Source(
        hashlib.sha256(content).hexdigest(),
        frozenset(imports),
        any(id(node) not in words and _imports_by_name(node) for node in nodes),
        _READS.search(content) is not None,
        _variables(nodes),
    )


def _nodes(tree: ast.AST, whole: bool) -> Iterator[ast.AST]:
    """All nodes, or those that run with the top level."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if whole or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)
        else:  # a body runs when it is called, decorators and defaults run with the top level
            waiting += [*node.decorator_list, node.args]


def _statements(tree: ast.AST, whole: bool) -> Iterator[ast.AST]:
    """The statements among them."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if whole or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                waiting += getattr(node, part, ())


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _imports_by_name(node: ast.AST) -> bool:
    match node:
        case ast.alias(name=name, asname=str()):  # under another name it would not be seen again
            return name in _BY_NAME
        case ast.Attribute(value=inner, attr=name) if name in _METHODS:
            return _name(inner) == "builtins"
        case _:
            return _name(node) in _BY_NAME


def _word(arguments: Sequence[ast.expr]) -> str | None:
    match arguments:
        case [ast.Constant(value=str(word)), *_]:
            return word
        case _:
            return None


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name
            if alias.asname is None:  # the name that is bound is the outermost package
                yield from _parents(alias.name)
    elif isinstance(node, ast.ImportFrom):
        start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        origin = ".".join([*start, *([node.module] if node.module else [])])
        yield from _named(origin, [alias.name for alias in node.names])


def _named(origin: str, names: list[str]) -> Iterator[str]:
    """The submodules that are named; the module itself if anything else of it is."""
    own = root(origin) == OWN
    submodules = [f"{origin}.{name}" for name in names if own and _file(f"{origin}.{name}") is not None]
    yield from submodules
    if len(submodules) < len(names):
        yield origin


def _variables(nodes: Sequence[ast.AST]) -> frozenset[str] | None:
    """The words by which the environment is read; None if it is used in another way."""
    words: set[str] = set()
    names = ("environ", "environb", "getenv", "getenvb")
    uses = sum(_name(node) in names or (isinstance(node, ast.alias) and node.name in names and node.asname is not None)
               for node in nodes)  # under another name it would not be seen again
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


def _file(module: str) -> Path | None:
    """The source of a module of this package."""
    return _own_modules().get(module)


def _own_folder() -> Path:
    return Path(__file__).parents[1]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


def _is_beside(name: str) -> bool:
    """Whether a top-level name is a package that is neither Python's, nor this one, nor installed."""
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
