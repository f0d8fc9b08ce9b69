//! Finds short ways through a set of cities.

use std::collections::BinaryHeap;
use std::cmp::Ordering;

/// A leg leads from one city to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    pub to: usize,
    pub km: f64,
}

#[derive(PartialEq)]
struct Reached {
    city: usize,
    km: f64,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.km.total_cmp(&self.km) // the nearest first
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The length of the shortest way between two cities, if there is one.
pub fn shortest(graph: &[Vec<Leg>], from: usize, to: usize) -> Option<f64> {
    let mut best = vec![f64::INFINITY; graph.len()];
    let mut heap = BinaryHeap::from([Reached { city: from, km: 0.0 }]);
    best[from] = 0.0;

    while let Some(Reached { city, km }) = heap.pop() {
        if city == to {
            return Some(km);
        }
        if km > best[city] {
            continue;
        }
        for leg in &graph[city] {
            let next = km + leg.km;
            if next < best[leg.to] {
                best[leg.to] = next;
                heap.push(Reached { city: leg.to, km: next });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_round_when_that_is_shorter() {
        let graph = vec![
            vec![Leg { to: 1, km: 10.0 }, Leg { to: 2, km: 2.0 }],
            vec![],
            vec![Leg { to: 1, km: 3.0 }],
        ];
        assert_eq!(shortest(&graph, 0, 1), Some(5.0));
        assert_eq!(shortest(&graph, 1, 0), None);
    }
}
