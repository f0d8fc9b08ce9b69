#ifndef ATLAS_H
#define ATLAS_H

#include <stddef.h>

/* A tile is named by zoom, column and row. */
typedef struct {
	int z, x, y;
} atlas_tile;

/* atlas_tile_at returns the tile that a point, in degrees, lies in. */
atlas_tile atlas_tile_at(double lat, double lon, int zoom);

/* atlas_path writes the path of a tile and returns its length, as snprintf does. */
int atlas_path(char *buf, size_t size, atlas_tile tile);

#endif
