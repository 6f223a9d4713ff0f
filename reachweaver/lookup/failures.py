"""Why a page could not be read: one failure code each (Receipt v1, *Look-up*) and a sentence for people."""

from __future__ import annotations

from typing import Final

CODES: Final = (
    "invalid_arguments",
    "timeout",
    "network_error",
    "dns_error",
    "tls_error",
    "thin_extract",
    "extraction_failed",
    "captcha_or_challenge",
    "requires_login",
    "session_profile_not_found",
    "invalid_session_profile",
    "private_url_blocked",
    "robots_disallowed",
    "response_too_large",
    "response_truncated",
    "unsupported_content_type",
    "workers_unavailable",
)
"""All codes but those of a status: `http_<status>`, and `http_5xx` for any from 500 to 599."""

REQUEST_TIMEOUT: Final = 408
"""The one 4xx that says nothing about the page: the server merely waited too long."""


class LookUpError(Exception):
    """A page could not be read. What it says is unknown, which is not the same as that it does not say something."""

    def __init__(self, code: str, message: str, *, status: int | None = None, final_url: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        """One of `CODES`, or that of a status."""
        self.message = message
        """A sentence."""
        self.status = status
        """Of the server's answer, when there was one."""
        self.final_url = final_url
        """The URL that answered, after redirects."""

    @property
    def is_refusal(self) -> bool:
        """Whether the site definitely refused the page: a 4xx or a challenge. Only of that there is a receipt."""
        if self.code == "captcha_or_challenge":
            return True
        return self.status is not None and 400 <= self.status < 500 and self.status != REQUEST_TIMEOUT

    def to_json(self) -> dict[str, object]:
        """The `failure` of an answer."""
        return {"code": self.code, "message": self.message}


def status_code(status: int) -> str:
    """The failure code of an HTTP status."""
    return "http_5xx" if 500 <= status < 600 else f"http_{status}"
