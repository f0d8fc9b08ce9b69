"""Turns names into coordinates, whatever the alphabet."""

from __future__ import annotations

import csv
import unicodedata
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    slug: str
    name: str
    local: str
    lat: float
    lon: float


def fold(text: str) -> str:
    """Fold case and accents: 'Bogotá' and 'bogota' are one name."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


class Geocoder:
    def __init__(self, table: Path) -> None:
        self._by_name: dict[str, Place] = {}
        with table.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                place = Place(
                    slug=row["slug"],
                    name=row["name"],
                    local=row["local"],
                    lat=float(row["lat"]),
                    lon=float(row["lon"]),
                )
                for key in (place.name, place.local, place.slug):
                    self._by_name.setdefault(fold(key), place)

    def find(self, query: str) -> Place | None:
        return self._by_name.get(fold(query.strip()))
