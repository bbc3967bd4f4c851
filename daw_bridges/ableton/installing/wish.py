"""What `orbit install ableton` is asked, read and checked; the settings and the secret that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from daw_bridges.ableton.installing.config_file import Config, read_config
from daw_bridges.ableton.installing.script_folder import Kind, ScriptFolder
from daw_bridges.ableton.token import keep_token, kept_token, token_file
from daw_bridges.errors import InstallError, UsageError

__all__ = ["Secret", "Wish", "tighten"]


@dataclass(frozen=True)
class Wish:
    """The options of this installer; None leaves things as they are."""

    port: int | None = None
    """Where the script listens, 1 to 65535."""
    reply_port: int | None = None
    """Where answers to AbletonOSC's addresses go; 0 for none."""
    new_token: bool = False

    @classmethod
    def read(cls, options: Mapping[str, Any]) -> Wish:
        """Read the options of a request. Raises UsageError for one that is of no use here."""
        known = set(cls.__dataclass_fields__)
        unknown = sorted(set(options) - known)
        if unknown:
            raise UsageError(
                f"Ableton Live has no option “{unknown[0]}”. The options are: {', '.join(sorted(known))}."
            )
        return cls(**options)

    @property
    def settings(self) -> Config:
        """What it says of ``config.json``."""
        wanted = {"port": self.port, "reply_port": self.reply_port}
        return {key: value for key, value in wanted.items() if value is not None}

    def config_for(self, found: ScriptFolder) -> tuple[Config, Config | None]:
        """The settings of a script as they are and as they shall be; None leaves the file as it is.

        Raises InstallError when a damaged file would have to be changed.
        """
        if found.kind is not Kind.OURS:
            return {}, self.settings
        try:
            before = read_config(found.path)
        except InstallError:
            if self.settings or self.new_token:
                raise
            return {}, None
        after = before | self.settings
        if self.new_token:
            after.pop("token", None)  # the one in the user's home is the one from now on
        return before, after if after != before else None


@dataclass(frozen=True)
class Secret:
    """The token that the script and Orbit shall both find."""

    made: bool
    """Whether a new one is to be made."""
    copied: str = ""
    """The one that the script's ``config.json`` has, where Orbit would not find it."""

    @classmethod
    def plan(cls, wish: Wish, config: Config) -> Secret:
        """Look at what there is. Raises InstallError for a file that cannot be read."""
        if wish.new_token:
            return cls(made=True)
        try:
            kept = kept_token()
        except (OSError, UnicodeDecodeError) as error:
            raise InstallError(
                f"The token in {token_file()} cannot be read: {error}. Make a new one: --new-token."
            ) from None
        own = config.get("token")
        if not isinstance(own, str) or not own:
            return cls(made=not kept)
        return cls(made=False, copied="" if own == kept else own)

    @property
    def changes(self) -> bool:
        """Whether the kept token will be another one."""
        return self.made or bool(self.copied)

    @property
    def told(self) -> str:
        """What is told of it."""
        how = "made" if self.made else "taken from the script's config.json" if self.copied else "kept"
        return f"{token_file()} ({how})"

    def settle(self) -> None:
        """Write the token if it changes, and let nobody else read it. Raises OSError."""
        if self.changes:
            keep_token(self.copied)
        tighten()


def tighten() -> None:
    """Take the token's file, and the folder it is in, from every other user. Raises OSError."""
    path = token_file()
    for place, mode in ((path, 0o600), (path.parent, 0o700)):
        # A folder of the user's own choosing is the user's business.
        if (place is path or place.name == ".orbit") and place.stat().st_mode & 0o077:
            place.chmod(mode)
