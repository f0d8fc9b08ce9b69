-- The whole schema as of migration 0024.
CREATE TABLE countries (
    cc   char(2) PRIMARY KEY,
    name text NOT NULL UNIQUE
);

CREATE TABLE cities (
    slug       text PRIMARY KEY CHECK (slug ~ '^[a-z]+(-[a-z]+)*$'),
    name       text NOT NULL,
    local      text NOT NULL,
    cc         char(2) NOT NULL REFERENCES countries,
    lat        double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lon        double precision NOT NULL CHECK (lon BETWEEN -180 AND 180),
    population integer NOT NULL DEFAULT 0,
    elevation  integer
);

CREATE INDEX cities_by_country ON cities (cc, population DESC);

CREATE VIEW largest AS
SELECT DISTINCT ON (cc) cc, slug, population
FROM cities
ORDER BY cc, population DESC;
