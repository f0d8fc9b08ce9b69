from pathlib import Path

import pytest

from geocoder import Geocoder, fold

CITIES = Path(__file__).parents[2] / "data" / "cities.csv"


@pytest.fixture(scope="module")
def geocoder() -> Geocoder:
    return Geocoder(CITIES)


@pytest.mark.parametrize(
    ("query", "slug"),
    [("Kyoto", "kyoto"), ("京都", "kyoto"), ("bogota", "bogota"), ("ΑΘΗΝΑ", "athens"), (" Oslo ", "oslo")],
)
def test_finds_names_in_every_alphabet(geocoder: Geocoder, query: str, slug: str) -> None:
    assert geocoder.find(query).slug == slug


def test_atlantis_is_nowhere(geocoder: Geocoder) -> None:
    assert geocoder.find("Atlantis") is None


def test_fold() -> None:
    assert fold("Zürich") == "zurich"
