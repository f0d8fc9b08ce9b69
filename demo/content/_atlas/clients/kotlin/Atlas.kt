package example.atlas

import kotlin.math.asinh
import kotlin.math.PI
import kotlin.math.tan

data class LatLon(val lat: Double, val lon: Double)

/** The tile a point lies in. */
fun LatLon.tile(zoom: Int): Pair<Int, Int> {
    val n = 1 shl zoom
    val x = ((lon + 180) / 360 * n).toInt()
    val y = ((1 - asinh(tan(Math.toRadians(lat))) / PI) / 2 * n).toInt()
    return x.coerceIn(0, n - 1) to y.coerceIn(0, n - 1)
}

fun main() {
    val kyoto = LatLon(35.01, 135.77)
    (0..6).forEach { println("zoom $it: ${kyoto.tile(it)}") }
}
