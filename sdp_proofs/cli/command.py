"""Commands from functions: options, help and errors come from the signatures of the questions that a command asks.

A command is a plain function in a module of this directory, marked with `command`:

    @command("epsilon", numbers.epsilon)
    def epsilon(*, data: str, delta: str, digits: int, as_json: AsJson = False) -> None:

A parameter that says nothing else has the words, the flag and the default of the question's parameter of that name; one
with an `Option` of its own has these. Questions are given by name where importing them is dear: "claims.verify". The
function is typed as what the shell hands over: texts, flags and lists. The options that figures and tables declare come
in as further keywords. The rules that keep the commands alike:

* Module level imports the standard library, `typer` and light modules only. Whatever computes or renders is imported
  inside the command, because every command pays for what any module imports at module level.
* Mathematical inputs are texts that reach the library as typed; the library reads them exactly and raises
  `DomainError`. Commands catch nothing: `app.run` prints the one line of error.
* A command returns nothing for success and raises `typer.Exit(code)` for every other exit code; the codes have names in
  `sdp_proofs.cli.output`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand

from sdp_proofs.api.options import described
from sdp_proofs.cli.completion import completing
from sdp_proofs.declarations import Option

AsJson = Annotated[bool, Option("Print JSON.", flag="--json")]


@dataclass(frozen=True)
class Command:
    """A command of the shell.

    Args:
        name: as it is typed.
        function: what it runs.
        questions: whose parameters it has, as "module.function" of the room `api`.
        extras: what it needs beyond the core, looked up before it does anything.
        kind: how its help is made.
        told: makes the help, where it is not the function's docstring.
        more: makes the options that the function takes as further keywords, each with its type.
    """

    name: str
    function: Callable[..., None]
    questions: tuple[str, ...]
    extras: tuple[str, ...]
    kind: type[TyperCommand]
    told: Callable[[], str] | None
    more: Callable[[], Mapping[str, tuple[Option, Any]]] | None = None

    def add_to(self, app: typer.Typer) -> None:
        """Hand it to the parser, with its options."""
        function = self.function

        @functools.wraps(function)
        def run(**given: Any) -> None:
            if self.extras:
                from sdp_proofs.extras import require

                require(*self.extras)
            function(**given)

        parameters = self.parameters()
        run.__signature__ = Signature(parameters, return_annotation=None)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        app.command(self.name, cls=self.kind, help=self.told() if self.told else None)(run)

    @functools.cached_property
    def options(self) -> dict[str, tuple[Option, Any]]:
        """The words of every parameter, and its default: its own, or those of the first question that has it."""
        asked = [described(_question(name)) for name in self.questions]
        hints = get_type_hints(self.function, include_extras=True)
        found: dict[str, tuple[Option, Any]] = {}
        for name, parameter in signature(self.function).parameters.items():
            if parameter.kind is Parameter.VAR_KEYWORD:
                continue
            own = [one for one in get_args(hints[name])[1:] if isinstance(one, Option)]
            known = [question[name] for question in asked if name in question]
            if not own and not known:
                raise TypeError(f"parameter {name!r} of the command {self.name} must have an Option, got none")
            default = (
                parameter.default if parameter.default is not Parameter.empty or not known else _default(known[0][1])
            )
            found[name] = own[0] if own else known[0][0], default
        arguments = {name: known for name, known in found.items() if known[0].argument}
        return arguments | {name: (option, _absent(kind)) for name, (option, kind) in self._further.items()} | found

    @functools.cached_property
    def _further(self) -> Mapping[str, tuple[Option, Any]]:
        return self.more() if self.more else {}

    def parameters(self) -> list[Parameter]:
        """The same as the parser reads them."""
        hints = get_type_hints(self.function)
        hints |= {name: kind if kind is bool else kind | None for name, (_, kind) in self._further.items()}
        return [
            Parameter(
                name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[hints[name], _parsed(name, option)]
            )
            for name, (option, default) in self.options.items()
        ]


COMMANDS: dict[str, Command] = {}
"""The commands of the modules that were imported, by name."""


def command(
    name: str,
    *questions: str,
    extras: Iterable[str] = (),
    kind: type[TyperCommand] = TyperCommand,
    told: Callable[[], str] | None = None,
    more: Callable[[], Mapping[str, tuple[Option, Any]]] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a function as a command that asks some questions.

    Example:
        >>> @command("example", "numbers.epsilon")
        ... def example(*, rate: str | None, delta: str, as_json: AsJson = False) -> None: ...
        >>> [(option.flag or name, default) for name, (option, default) in COMMANDS.pop("example").options.items()]
        [('rate', None), ('delta', <class 'inspect._empty'>), ('--json', False)]
    """

    def marked(function: Callable[..., None]) -> Callable[..., None]:
        COMMANDS[name] = Command(name, function, questions, tuple(extras), kind, told, more)
        return function

    return marked


def _question(name: str) -> Callable[..., Any]:
    from importlib import import_module

    module, _, function = name.partition(".")
    found: Callable[..., Any] = getattr(import_module(f"sdp_proofs.api.{module}"), function)
    return found


def _absent(kind: Any) -> bool | None:
    """The default of a further option: what says that it is not given."""
    return False if kind is bool else None


def _default(parameter: Parameter) -> Any:
    return None if parameter.kind is Parameter.VAR_POSITIONAL else parameter.default


def _parsed(name: str, option: Option) -> Any:
    """Declare a parameter to the parser."""
    said: dict[str, Any] = {
        "metavar": option.metavar,
        "help": option.help,
        "show_default": option.default,
        "autocompletion": completing(option.completes),
    }
    if option.argument:
        return typer.Argument(**said)
    if option.limits is not None:
        said["min"], said["max"] = option.limits
    return typer.Option(*(option.flag or f"--{name.replace('_', '-')}").split(), **said)


def refuse_others(
    given: Mapping[str, Any], allowed: Iterable[str], names: Mapping[str, tuple[Option, Any]], instead: str
) -> None:
    """Refuse options that are given and not among those of the question that is asked.

    Args:
        given: all parameters of a command.
        allowed: those that the question has.
        names: the options of the command.
        instead: what was asked, in words that follow "must not be given".

    Raises:
        OptionsError: one is given.
    """
    from sdp_proofs.errors import OptionsError

    kept = set(allowed)
    for name, value in given.items():
        option, default = names[name]
        if name not in kept and value != default and value is not None:
            raise OptionsError(f"{option.flag or '--' + name.replace('_', '-')} must not be given {instead}")
