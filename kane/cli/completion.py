"""`kane completion SHELL`: a script that completes commands and options in bash, zsh or fish.

    source <(kane completion bash)

JSON keys: `shell`, `script`.

From: command.py    Next: —
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Final

from kane.cli.command import DONE, Command
from kane.cli.paper import as_json

Options = Mapping[str, tuple[tuple[str, str], ...]]  # by command: option and its help


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the name of the shell."""
    parser.add_argument("shell", choices=tuple(SHELLS))


def run(arguments: argparse.Namespace) -> int:
    """Exit code, after printing the script."""
    script = SHELLS[arguments.shell](options(), summaries())
    if arguments.json:
        as_json({"shell": arguments.shell, "script": script})
    else:
        print(script, end="")
    return DONE


def options() -> Options:
    """The options of every command."""
    return {name: tuple(_options(parser)) for name, parser in _parsers().items()}


def summaries() -> Mapping[str, str]:
    """What every command does, in a line."""
    return {name: str(parser.description) for name, parser in _parsers().items()}


def _parsers() -> dict[str, argparse.ArgumentParser]:
    from kane.cli import COMMANDS, parser

    for action in parser(COMMANDS)._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _options(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    return [
        (flag, action.help or "")
        for action in parser._actions
        for flag in action.option_strings
        if flag.startswith("--")
    ]


def bash(known: Options, about: Mapping[str, str]) -> str:
    """A function of bash: commands first, then their options, else files."""
    cases = "\n".join(
        f"    {name}) words='{' '.join(flag for flag, _ in flags)}' ;;"
        for name, flags in known.items()
    )
    return f"""\
_kane() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(known)}' -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _kane kane
"""


def zsh(known: Options, about: Mapping[str, str]) -> str:
    """The same for zsh, which shows what commands do."""
    commands = "\n".join(f"    '{name}:{_quoted(about[name])}'" for name in known)
    cases = "\n".join(
        f"    {name}) _arguments {' '.join(_zsh_option(*one) for one in flags)} '*:file:_files' ;;"
        for name, flags in known.items()
    )
    return f"""\
#compdef kane
_kane() {{
  local -a commands=(
{commands}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local name="${{words[2]}}"
  shift words
  (( CURRENT-- ))
  case "$name" in
{cases}
  esac
}}
compdef _kane kane
"""


def _zsh_option(flag: str, help_: str) -> str:
    words = _quoted(help_).replace("[", "(").replace("]", ")").replace(":", " ")
    return f"'{flag}[{words}]'"


def fish(known: Options, about: Mapping[str, str]) -> str:
    """The same for fish, a line an option."""
    names = " ".join(known)
    lines = [
        f"complete -c kane -n 'not __fish_seen_subcommand_from {names}' "
        f"-f -a {name} -d '{_quoted(about[name])}'"
        for name in known
    ]
    lines += [
        f"complete -c kane -n '__fish_seen_subcommand_from {name}' "
        f"-l {flag.removeprefix('--')} -d '{_quoted(help_)}'"
        for name, flags in known.items()
        for flag, help_ in flags
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text that may stand in single quotes of a shell."""
    return text.replace("'", "")


SHELLS: Final = {"bash": bash, "zsh": zsh, "fish": fish}
COMMAND: Final = Command(
    name="completion",
    summary="Prints a script that completes commands and options.",
    arguments=arguments,
    run=run,
    examples=("source <(kane completion bash)", "kane completion fish | source"),
)
