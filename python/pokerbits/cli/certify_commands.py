"""The command about published checksums: compute them on this installation, or list them."""

import click

from pokerbits.certificates import CERTIFICATES, certify
from pokerbits.cli._output import bar, command, show, table


@command("certify", "certify strengths-5 hands-2-3", "certify --list")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--list", "only_list", is_flag=True, help="List the certificates, and compute nothing.")
def certify_command(names: tuple[str, ...], only_list: bool, as_json: bool) -> None:
    """Compare checksums of this installation with the published ones.

    NAME is a certificate, the checksum of a long exact sequence such as the strengths of all hands of seven cards;
    without a name, all of them are computed in minutes. The exit code is 1 if one differs.
    """
    if only_list:
        if names:
            raise click.UsageError("--list takes no names")
        show_certificates(as_json)
        return
    with bar("certificates") as progress:
        found = certify(names or None, progress=progress)
    show(as_json, found.to_dict(), str(found))
    if found.different:
        raise click.ClickException(f"different from the published checksum: {', '.join(found.different)}")


def show_certificates(as_json: bool) -> None:
    """Print the certificates."""
    fields = ("name", "contents", "order", "dtype", "n_bytes", "sha256", "seconds")
    data = [{field: getattr(certificate, field) for field in fields} for certificate in CERTIFICATES.values()]
    rows = [
        [certificate.name, f"{certificate.n_bytes:,}", str(certificate.seconds), certificate.contents]
        for certificate in CERTIFICATES.values()
    ]
    show(as_json, {"certificates": data}, table(["certificate", "bytes", "seconds on one core", "contents"], rows))
