"""Which network addresses may be connected to: those of the public internet, and no others (contract, section 8).

Takes addresses, never names: a name is resolved first, and what is checked is what is connected to. Nothing here opens
a connection.
"""

from __future__ import annotations

import ipaddress
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_PUBLIC_IPV6: Final = ipaddress.IPv6Network("2000::/3")
"""The only unicast range that is given out for use in all of the internet."""
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_NEVER_IPV6: Final = tuple(
    map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16"))
)
"""Parts of it that lead elsewhere: tunnels, whose ends may be private, and addresses for documentation."""
_NEVER_IPV4: Final = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8",
            "100.64.0.0/10",  # carriers' own networks; a cloud's metadata is at 100.100.100.200
            "192.0.0.0/24",  # protocols' own; a cloud's metadata is at 192.0.0.192
            "192.88.99.0/24",
            "198.18.0.0/15",
            "168.63.129.16/32",  # a cloud's own services, under an address that looks public
        ),
    )
)


def is_public(text: str) -> bool:
    """Whether an address belongs to a machine of the public internet; False for what is no address.

    An IPv6 address that only stands for an IPv4 one is as public as that is.
    """
    try:
        # A zone (`fe80::1%eth0`) names a link, and no address of a link is public.
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        embedded = _embedded(address)
        return _is_public_ipv6(address) if embedded is None else _is_public_ipv4(embedded)
    return _is_public_ipv4(address)


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None


def _is_public_ipv4(address: ipaddress.IPv4Address) -> bool:
    is_special = address.is_multicast or address.is_reserved or any(address in network for network in _NEVER_IPV4)
    return address.is_global and not is_special


def _is_public_ipv6(address: ipaddress.IPv6Address) -> bool:
    if address.scope_id is not None or address not in _PUBLIC_IPV6:
        return False
    return not any(address in network for network in _NEVER_IPV6)
