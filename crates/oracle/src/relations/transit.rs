//! The form *transit* of `fusion`: the pairs that a way joins are those that a way joins which touches a vertex of a spot,
//! and those that one joins which touches none.
//!
//! A way touches such a vertex at one of its places, its ends included: for each place there is a pattern in which the
//! spot is demanded there, and one in which it must be avoided everywhere. A vertex is of the spot or it is not, also
//! where a comparison is null or an error, so that together they give all pairs. Inside a repeated leg a vertex has no
//! place in the pattern; then they give no other pairs, and no more can be said.

use quarrel_case::phrase::{Route, Spot, Test, Times};

use super::fusion::Fused;
use super::pen::Pen;

/// A way, and what it touches or not. In RDF the vertices inside a repeated leg have no names.
pub(super) fn draw(pen: &mut Pen<'_>) -> Option<Fused> {
    let mut transit = pen.met()?;
    let (start, end) = (pen.wide_spot(), pen.wide_spot());
    let mut route = pen.route(start, end);
    if !pen.edge_properties || pen.choices.chance(70) {
        route.legs.iter_mut().for_each(|leg| leg.hop.times = Times::Once);
    }
    // A spot has one label, and a language may have words only for those that do not have a value.
    if pen.choices.chance(70) {
        transit.conditions.iter_mut().for_each(|condition| condition.test = Test::Equal);
    }
    let differs = |spot: &&mut Spot| spot.and(&transit).is_none();
    let spots = std::iter::once(&mut route.start).chain(route.legs.iter_mut().map(|leg| &mut leg.end));
    spots.filter(differs).for_each(|spot| spot.label = None);
    Some(Fused { routes: vec![route], or: true, transit: Some(transit) })
}

/// Has a way keep off some vertices, where it can be told.
pub(super) fn keep_off(pen: &mut Pen<'_>, route: &mut Route) {
    let told = pen.edge_properties || is_told(route);
    route.avoiding = if told { pen.met() } else { None };
}

/// Whether each vertex of the way has a place in the pattern.
pub(super) fn is_told(route: &Route) -> bool {
    route.legs.iter().all(|leg| leg.hop.times == Times::Once)
}

/// The way with the spot at each of its places in turn, and without it at all; none where they cannot be said.
pub(super) fn parts(route: &Route, transit: &Spot) -> Option<Vec<Route>> {
    if route.avoiding.is_some() || *transit == Spot::default() {
        return None;
    }
    let avoiding = Route { avoiding: Some(transit.clone()), ..route.clone() };
    let touching = (0..=route.legs.len()).map(|place| touching(route, place, transit));
    touching.chain([Some(avoiding)]).collect()
}

fn touching(route: &Route, place: usize, transit: &Spot) -> Option<Route> {
    let mut route = route.clone();
    let spot = match place.checked_sub(1) {
        None => &mut route.start,
        Some(leg) => &mut route.legs.get_mut(leg)?.end,
    };
    *spot = spot.and(transit)?;
    Some(route)
}

#[cfg(test)]
mod tests {
    use quarrel_case::phrase::{Direction, Hop};

    use super::*;

    fn spot(label: &str) -> Spot {
        Spot { label: Some(label.to_owned()), conditions: Vec::new() }
    }

    #[test]
    fn a_way_touches_a_vertex_at_one_of_its_places_or_at_none() {
        let edge = || Hop::once(Direction::Out, "T");
        let way = Route::at(Spot::default()).then(edge(), spot("A")).then(edge(), Spot::default());
        let parts = parts(&way, &spot("A")).unwrap();
        let labels = |route: &Route| {
            let ends = route.legs.iter().map(|leg| &leg.end);
            std::iter::once(&route.start).chain(ends).map(|spot| spot.label.is_some()).collect::<Vec<bool>>()
        };
        let touched: Vec<Vec<bool>> = parts.iter().map(labels).collect();
        assert_eq!(
            touched,
            [[true, true, false], [false, true, false], [false, true, true], [false, true, false]]
        );
        let avoiding: Vec<bool> = parts.iter().map(|route| route.avoiding.is_some()).collect();
        assert_eq!(avoiding, [false, false, false, true]);
        assert!(super::parts(&way, &spot("B")).is_none(), "a vertex has two labels where a pattern has one");
        assert!(super::parts(&way, &Spot::default()).is_none(), "every vertex is touched");
    }
}
