"""`foretold serve`: the table server."""

from __future__ import annotations

import argparse

from foretold.cli.database import add_database_argument, database_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold serve`."""
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default 0.0.0.0: the whole network)")
    parser.add_argument("--port", type=int, default=8421, help="port to listen on (default 8421; 0: any free one)")
    add_database_argument(parser)
    parser.add_argument("--bot-delay", type=float, default=0.9, metavar="S", help="seconds before a bot acts")


def run(arguments: argparse.Namespace) -> int:
    """Serves until it is told to stop."""
    from foretold.server.app import Config
    from foretold.server.process import run as serve

    config = Config(database_path(arguments), bot_delay=arguments.bot_delay)
    began = serve(config, arguments.host, arguments.port, listening=lambda port: print(f"port {port}", flush=True))
    return 0 if began else 1
