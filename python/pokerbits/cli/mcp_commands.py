"""The command that serves the tools for assistants, or lists them."""

from typing import Any

import click

from pokerbits._extras import needing
from pokerbits.cli._output import command, show, table


@command("mcp", "mcp", "mcp --list")
@click.option("--list", "only_list", is_flag=True, help="List the tools, and end.")
def mcp_command(only_list: bool, as_json: bool) -> None:
    """Serve tools for assistants (Model Context Protocol).

    Assistants such as Claude start this command themselves, and talk to it on standard input and output. It ends when
    standard input ends. It needs the extra mcp.

    With --list --json, the command prints the tools with their descriptions and the schemas of their arguments.
    """
    if as_json and not only_list:
        raise click.UsageError("--json needs --list")
    try:
        with needing("mcp", "pokerbits mcp"):
            from pokerbits.cli._mcp_server import serve, tools
    except ModuleNotFoundError as error:
        if error.name != "mcp_types":
            raise
        # mcp 1 does not have this module.
        raise click.ClickException('pokerbits mcp needs mcp 2: pip install --upgrade "pokerbits[mcp]"') from None
    if not only_list:
        serve()
        return
    found: list[dict[str, Any]] = [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools()]
    rows = [[tool["name"], tool["description"].partition("\n")[0]] for tool in found]
    show(as_json, {"tools": found}, table(["tool", "description"], rows))
