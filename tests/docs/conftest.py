"""The browser that the tests of the page use, for the built pages."""

from tests.studies.page.conftest import browser as browser  # noqa: PLC0414  (a fixture is found by its name here)
