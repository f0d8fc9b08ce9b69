package story

// RaceBuild is whether programs are built with the race detector.
const RaceBuild = raceBuild
