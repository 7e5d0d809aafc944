"""The server of `pokerbits mcp`: it speaks the Model Context Protocol on standard input and output.

A tool runs on a thread of its own, so that the server reads on. It stops if the client cancels the request, closes
standard input, or has waited too long. Bad input is an answer: its error is the message of the package, unchanged.
"""

import contextlib
import inspect
import json
import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import isnan
from threading import get_ident
from typing import Any, Final

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

import pokerbits as pb
from pokerbits._input.choices import any_of
from pokerbits.cli._tools import LARGEST_EXACT, TOOLS, WATCHER, Answer
from pokerbits.exceptions import CancelledError

MOST_SECONDS: Final = 45.0
"""Longest time of an answer. Many clients stop waiting after a minute."""

INTERRUPTED: Final = 130

INSTRUCTIONS: Final = """Exact poker mathematics. Use these tools instead of estimating equities, odds or hand ranks.

Cards are a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s), without blanks: AhKd, Qh7h2c. Ranges are texts such as
"QQ+, AKs, A5s-A2s, 0.5:KQo", "15%" or "random".

Shares are fractions from 0 to 1, and `summary` has them as percentages. Counts are exact integers; those of 2^53 and
more are text, because readers of JSON round them. If `exact` is false, the answer is sampled or iterated, and says how
far off it may be. Errors say what to change."""


class _Tool:
    """A function with the schema of its parameters."""

    def __init__(self, name: str, function: Callable[..., Answer]) -> None:
        fields: dict[str, Any] = {
            parameter.name: (parameter.annotation, ... if parameter.default is parameter.empty else parameter.default)
            for parameter in inspect.signature(function).parameters.values()
        }
        self.function = function
        # An argument that the tool does not know must not be left out: the answer would be to another question.
        self.model: type[BaseModel] = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
        self.listed = types.Tool(
            name=name,
            description=inspect.getdoc(function),
            input_schema=self.model.model_json_schema(),
            annotations=types.ToolAnnotations(
                read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
            ),
        )

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the function, or raise a `ValidationError`."""
        model = self.model.model_validate(given)
        return {name: getattr(model, name) for name in type(model).model_fields}


class _Watch:
    """The progress function of a long call, which ends it if its answer is no longer wanted."""

    def __init__(self) -> None:
        self.end, self.unwanted = time.monotonic() + MOST_SECONDS, False

    def __call__(self, done: int, total: int) -> None:
        """Raise if the work should stop."""
        if self.unwanted:
            raise CancelledError("the request was cancelled")
        if done < total and time.monotonic() > self.end:
            raise CancelledError(
                f"stopped after {MOST_SECONDS:g} seconds: ask for less, such as fewer players, narrower ranges or a "
                "board, or use the Python package pokerbits, which has no limit of time"
            )


def tools() -> list[types.Tool]:
    """Return the tools as clients see them."""
    return [_Tool(name, function).listed for name, function in TOOLS.items()]


def serve() -> None:
    """Serve until standard input ends."""
    before = signal.getsignal(signal.SIGINT)
    # The thread that waits for a line cannot be woken, so an orderly end would wait for the next one.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        with _warnings_by_thread() as warned:
            anyio.run(_serve, warned)
    finally:
        signal.signal(signal.SIGINT, before)


async def _serve(warned: dict[int, list[str]]) -> None:
    """Answer the requests of one client."""
    known = {name: _Tool(name, function) for name, function in TOOLS.items()}

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.listed for tool in known.values()])

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in known:
            return _error(f"tool {params.name!r}: expected {any_of(known)}")
        watch = _Watch()
        work = partial(_answer, known[params.name], params.arguments or {}, watch, warned)
        try:
            return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
        finally:
            watch.unwanted = True

    server: Server[Any] = Server(
        "pokerbits",
        version=pb.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with stdio_server() as (requests, answers):
        await server.run(requests, answers, server.create_initialization_options())


def _answer(tool: _Tool, given: Mapping[str, Any], watch: _Watch, warned: dict[int, list[str]]) -> types.CallToolResult:
    """Call a tool, and return its answer or the message of its error."""
    token = WATCHER.set(watch)
    said = warned[get_ident()] = []
    try:
        answer = tool.function(**tool.arguments(given))
    except ValidationError as error:
        return _error("; ".join(map(partial(_wrong_argument, tool), error.errors())))
    except (pb.PokerbitsError, MemoryError) as error:
        return _error(str(error) or type(error).__name__)
    finally:
        WATCHER.reset(token)
        warned.pop(get_ident(), None)
    if said:
        answer["warnings"] = said
    found = _exact_in_json(answer)
    return types.CallToolResult(content=[_text(json.dumps(found))], structured_content=found)


def _wrong_argument(tool: _Tool, error: Any) -> str:
    """Return what is wrong with an argument."""
    name = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        return f"{name}: no such argument: expected {any_of(tool.model.model_fields)}"
    # Lists of JSON are tuples here.
    said = error["msg"].replace("tuple", "list")
    return f"{name}: {said[:1].lower()}{said[1:]}"


def _error(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[_text(message)], is_error=True)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _exact_in_json(value: Any) -> Any:
    """Return a value with the integers as text that readers of JSON might round, and `None` for NaN."""
    if isinstance(value, dict):
        return {key: _exact_in_json(of) for key, of in value.items()}
    if isinstance(value, list | tuple):
        return [_exact_in_json(of) for of in value]
    if isinstance(value, int) and abs(value) >= LARGEST_EXACT:
        return str(value)
    return None if isinstance(value, float) and isnan(value) else value


@contextlib.contextmanager
def _warnings_by_thread() -> Iterator[dict[int, list[str]]]:
    """Yield a dict that gets the warnings of each thread that has a list in it; others go to standard error."""
    found: dict[int, list[str]] = {}

    def keep(message: Warning | str, *details: Any, **options: Any) -> None:
        said = found.get(get_ident())
        if said is None:
            before(message, *details, **options)
        else:
            said.append(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", pb.exceptions.DialectWarning)
        before, warnings.showwarning = warnings.showwarning, keep
        yield found
