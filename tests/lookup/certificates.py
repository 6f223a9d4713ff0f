"""Certificates of the tests' own, and a web server that shows one."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import ssl
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.lookup.web import Web, serving

DAY = dt.timedelta(days=1)
NOW = dt.datetime.now(dt.UTC)


@dataclass(frozen=True)
class Authority:
    """Who signs certificates."""

    name: x509.Name
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def pem(self) -> str:
        """The certificate by which its signatures are known."""
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()


def new_authority(title: str = "Tests' authority") -> Authority:
    """An authority with a key of its own."""
    name, key = _named(title), ec.generate_private_key(ec.SECP256R1())
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        _builder(name, name, key, NOW - DAY, NOW + DAY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(name, key, certificate)


def write_certificate(
    folder: Path,
    names: Sequence[str],
    authority: Authority | None,
    *,
    title: str = "a server",
    since: dt.datetime = NOW - DAY,
    until: dt.datetime = NOW + DAY,
) -> Path:
    """A file with a server's key and certificate for host names and addresses; it signs itself without an authority."""
    key, name = ec.generate_private_key(ec.SECP256R1()), _named(title)
    issuer, signing = (name, key) if authority is None else (authority.name, authority.key)
    builder = _builder(name, issuer, key, since, until).add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False
    )
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName([_general(one) for one in names]), critical=False)
    path = folder / "server.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + builder.sign(signing, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    )
    return path


@contextlib.contextmanager
def serving_securely(certificate: Path) -> Iterator[tuple[Web, list[str | None]]]:
    """A server that shows the certificate, and the names that its clients asked for."""
    wanted: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: wanted.append(name)
    with serving() as web:
        # The handshake is the connection's own business: one that fails must not end the server.
        web.socket = context.wrap_socket(web.socket, server_side=True, do_handshake_on_connect=False)
        yield web, wanted


def _named(title: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, since: dt.datetime, until: dt.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
