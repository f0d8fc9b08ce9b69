#include "atlas.h"

#include <math.h>
#include <stdio.h>

static int clamp(int v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

atlas_tile atlas_tile_at(double lat, double lon, int zoom)
{
	const double pi = 3.14159265358979323846;
	int n = 1 << zoom;
	double y = (1.0 - asinh(tan(lat * pi / 180.0)) / pi) / 2.0;

	return (atlas_tile){
		.z = zoom,
		.x = clamp((int)((lon + 180.0) / 360.0 * n), 0, n - 1),
		.y = clamp((int)(y * n), 0, n - 1),
	};
}

int atlas_path(char *buf, size_t size, atlas_tile tile)
{
	return snprintf(buf, size, "/tiles/%d/%d/%d.png", tile.z, tile.x, tile.y);
}
