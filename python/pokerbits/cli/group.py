"""The group `pokerbits` with all its commands."""

# Importing a module adds its commands.
from pokerbits.cli import (
    abstract_commands,
    agent_commands,
    certify_commands,
    commands,
    endgames_commands,
    equity_commands,
    hand_report_commands,
    labels_commands,
    mcp_commands,
    odds_commands,
    pot_commands,
    push_fold_commands,
    range_commands,
    report_commands,
    solve_commands,
    strength_commands,
)
from pokerbits.cli._output import pokerbits

__all__ = [
    "abstract_commands",
    "agent_commands",
    "certify_commands",
    "commands",
    "endgames_commands",
    "equity_commands",
    "hand_report_commands",
    "labels_commands",
    "mcp_commands",
    "odds_commands",
    "pokerbits",
    "pot_commands",
    "push_fold_commands",
    "range_commands",
    "report_commands",
    "solve_commands",
    "strength_commands",
]
