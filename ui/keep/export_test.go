package keep

// Identity is what tells servers apart.
var Identity = identity
