// Package geo measures the earth.
package geo

import "math"

// EarthRadius is the mean radius in kilometres.
const EarthRadius = 6371.0

// Distance returns the great-circle distance in kilometres between two points in degrees.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	dLat, dLon := (lat2-lat1)*rad, (lon2-lon1)*rad
	a := math.Pow(math.Sin(dLat/2), 2) +
		math.Cos(lat1*rad)*math.Cos(lat2*rad)*math.Pow(math.Sin(dLon/2), 2)
	return 2 * EarthRadius * math.Asin(math.Sqrt(a))
}
