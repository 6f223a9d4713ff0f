from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.addresses import is_public

PUBLIC = ["93.184.216.34", "1.1.1.1", "2606:2800:220:1::1", "64:ff9b::5db8:d822", "::ffff:93.184.216.34"]
NOT_PUBLIC = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "169.254.169.254", "0.1.2.3", "0.0.0.0"),  # noqa: S104
    *("100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    *("168.63.129.16", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255", "192.88.99.1"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00::1", "fd00:ec2::254", "fec0::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
    *("64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "2606:2800:220:1::1%1"),
    *("", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "1.2.3.4.5", "１.1.1.1"),
]


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_public(address: str) -> None:
    """Addresses of the internet may be connected to, also as IPv4 in IPv6."""
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_no_other_address_is(address: str) -> None:
    """Private, loopback, link-local, multicast, reserved, tunnelled and metadata addresses, and what is none, are not."""
    assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_an_address_in_ipv6_is_as_public_as_itself(address: object) -> None:
    """IPv4-mapped and NAT64 addresses are judged by the IPv4 address in them."""
    assert is_public(f"::ffff:{address}") is is_public(str(address)) is is_public(f"64:ff9b::{address}")
