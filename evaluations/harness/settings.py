"""The settings of a measured service: every default, whatever the environment says."""

from __future__ import annotations

from typing import Any

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from service_agent.settings.settings import Settings


class MeasuredSettings(Settings):
    """Two runs on two machines measure the same service: only what is given here differs from the defaults."""

    audit_share: float = 0.0
    """Audits change no answer, and would take time from the turns."""
    memory: bool = False
    """All conversations measured are one person's: what one says must not change how another is answered."""
    log_level: Any = "error"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is given, and nothing of the environment."""
        del settings_cls, env_settings, dotenv_settings, file_secret_settings
        return (init_settings,)
