"""Moments as a person reads them: ``5 minutes ago``, ``today 14:03``, ``12 Nov``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["moment"]

_RECENT = timedelta(hours=1)


def moment(when: datetime | str | None, now: datetime | None = None) -> str:
    """Say when something was, from here: in the local time zone; ISO 8601 is read too. Empty for None.

    A moment without a zone is in UTC.
    """
    if when is None:
        return ""
    at = datetime.fromisoformat(when) if isinstance(when, str) else when
    there = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone()
    here = (now or datetime.now(UTC)).astimezone()
    if timedelta() <= here - there < _RECENT:
        minutes = int((here - there).total_seconds() // 60)
        return f"{minutes} minute{'' if minutes == 1 else 's'} ago" if minutes else "just now"
    days = (here.date() - there.date()).days
    if days in (0, 1):
        return f"{'yesterday' if days else 'today'} {there:%H:%M}"
    return f"{there.day} {there:%b}" if there.year == here.year else f"{there.day} {there:%b %Y}"
