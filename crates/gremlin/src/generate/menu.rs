//! The steps that a traversal may go on with: what each takes and gives, how often it is proposed, and who makes it.
//!
//! A step that fits rarely is proposed more often where it fits, so that each comes often enough in all.

use std::collections::BTreeMap;

use quarrel_case::choices::Choices;
use quarrel_case::profile::Features;

use super::kind::Kind;
use super::maker::{Maker, View};
use super::{branch, element, filter, idiom, list, look, map, reduce, repeat, text};
use crate::ast::{Step, StepName as S};

/// Makes a step with what modulates it; none when it cannot be made here.
type Make = fn(&mut Maker<'_, '_>, &View) -> Option<Vec<Step>>;

/// A step that may come next.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: S,
    pub(super) weight: usize,
    pub(super) takes: Kind,
    /// What it gives; nothing when that is what it takes.
    pub(super) gives: Kind,
    /// The first minor version that has it, and the last.
    pub(super) since: u8,
    pub(super) until: u8,
    /// Whether it asks where traversers have been.
    pub(super) paths: bool,
    /// Whether it stands outside of all other steps only.
    pub(super) outer: bool,
    /// Whether a traversal stands inside.
    pub(super) nests: bool,
    /// Whether it is there to let some pass only.
    pub(super) filters: bool,
    /// Whether one traverser is left, without its way.
    pub(super) reduces: bool,
    /// What must be there that it looks at.
    needs: Needs,
    pub(super) make: Make,
}

/// What a step looks back at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Label,
    Side,
    LabelOrSide,
    Sack,
}

const fn rule(name: S, weight: usize, takes: Kind, gives: Kind, make: Make) -> Rule {
    Rule {
        name,
        weight,
        takes,
        gives,
        since: 0,
        until: 8,
        paths: false,
        outer: false,
        nests: false,
        filters: false,
        reduces: false,
        needs: Needs::Nothing,
        make,
    }
}

const fn filter(name: S, weight: usize, takes: Kind, make: Make) -> Rule {
    Rule { filters: true, ..rule(name, weight, takes, Kind::NONE, make) }
}

impl Rule {
    const fn since(self, since: u8) -> Self {
        Self { since, ..self }
    }

    const fn until(self, until: u8) -> Self {
        Self { until, ..self }
    }

    const fn paths(self) -> Self {
        Self { paths: true, ..self }
    }

    const fn outer(self) -> Self {
        Self { outer: true, ..self }
    }

    const fn nests(self) -> Self {
        Self { nests: true, ..self }
    }

    const fn reduces(self) -> Self {
        Self { reduces: true, ..self }
    }

    const fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }
}

const V: Kind = Kind::VERTEX;
const E: Kind = Kind::EDGE;
const ELEMENT: Kind = Kind::ELEMENT;
const NUMBER: Kind = Kind::NUMBER;
const STRING: Kind = Kind::STRING;
const LIST: Kind = Kind::LIST;
const MAP: Kind = Kind::MAP;
const ANY: Kind = Kind::ANY;
const SAME: Kind = Kind::NONE;

/// Where a step is to stand, as far as rules ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// What is stood on.
    pub(super) kind: Kind,
    /// Whether steps may ask where traversers have been.
    pub(super) paths: bool,
    /// Whether it is inside another traversal.
    pub(super) nested: bool,
    /// Whether a traversal may stand inside.
    pub(super) nests: bool,
    /// Whether a step has a label.
    pub(super) labels: bool,
    /// Whether there is a side effect.
    pub(super) sides: bool,
    /// Whether traversers carry something.
    pub(super) sack: bool,
}

impl Rule {
    fn fits(&self, place: Place) -> bool {
        place.kind.fits(self.takes)
            && (!self.paths || place.paths)
            && (!self.outer || !place.nested)
            && (!self.nests || place.nests)
            && self.finds(place)
    }

    fn finds(&self, place: Place) -> bool {
        match self.needs {
            Needs::Nothing => true,
            Needs::Label => place.labels,
            Needs::Side => place.sides,
            Needs::LabelOrSide => place.labels || place.sides,
            Needs::Sack => place.sack,
        }
    }

    /// Traversals inside traversals inside steps cost much and show little more.
    fn weight(&self, place: Place) -> usize {
        self.weight.div_ceil(if self.nests && place.nested { 4 } else { 1 })
    }
}

/// The steps of one round. There are few different places: what each offers is found out once.
#[derive(Debug)]
pub(super) struct Menu {
    rules: Vec<&'static Rule>,
    idioms: Vec<&'static Rule>,
    offers: BTreeMap<Place, (Vec<usize>, Vec<&'static Rule>)>,
}

impl Menu {
    /// The steps that a version 3.`minor` and these features leave.
    pub(super) fn new(minor: u8, features: &Features) -> Self {
        let offered =
            |rule: &&Rule| (rule.since..=rule.until).contains(&minor) && features.allow(rule.name.feature());
        let of = |table: &'static [Rule]| table.iter().filter(offered).collect();
        Self { rules: of(MENU), idioms: of(IDIOMS), offers: BTreeMap::new() }
    }

    /// One of the groups of steps that belong together.
    pub(super) fn draw_idiom(&self, place: Place, choices: &mut Choices) -> Option<&'static Rule> {
        let fitting: Vec<&'static Rule> =
            self.idioms.iter().copied().filter(|rule| rule.fits(place)).collect();
        let weights: Vec<usize> = fitting.iter().map(|rule| rule.weight).collect();
        fitting.get(choices.weighted(&weights)).copied()
    }

    /// One of the steps that may stand there.
    pub(super) fn draw(&mut self, place: Place, choices: &mut Choices) -> Option<&'static Rule> {
        let rules = &self.rules;
        let (weights, offered) = self.offers.entry(place).or_insert_with(|| {
            rules.iter().filter(|rule| rule.fits(place)).map(|rule| (rule.weight(place), *rule)).unzip()
        });
        offered.get(choices.weighted(weights)).copied()
    }
}

/// Groups of steps that short traversals are made around, each a class of its own. What is seldom determined, or needs
/// what few traversals have, such as ways and sacks, is drawn more often, so that all come about as often in the end.
static IDIOMS: &[Rule] = &[
    filter(S::Has, 14, ELEMENT, idiom::two_tests),
    filter(S::Where, 14, ANY, idiom::counted_ways).nests(),
    rule(S::Map, 12, ANY, ANY, branch::map_few).nests(),
    rule(S::Fold, 22, Kind::PLAIN, LIST, idiom::sorted_list).reduces(),
    rule(S::Group, 12, V, MAP, idiom::sorted_groups).reduces(),
    rule(S::Group, 6, ANY, MAP, reduce::group).reduces(),
    rule(S::Sum, 10, ANY, NUMBER, idiom::constant_sum).reduces(),
    rule(S::Sum, 20, NUMBER, NUMBER, reduce::number).reduces(),
    rule(S::Min, 12, ELEMENT, NUMBER, idiom::number_of_values).reduces(),
    filter(S::Dedup, 34, Kind::PLAIN, idiom::first_of_each),
    rule(S::Dedup, 12, ANY, ANY, idiom::kinds),
    rule(S::Repeat, 34, V, V, idiom::best_few).nests(),
    rule(S::Repeat, 22, V, V, idiom::search).nests(),
    rule(S::Repeat, 6, V, V, repeat::repeat).nests(),
    rule(S::Where, 12, V, V, look::fellows).outer(),
    rule(S::SimplePath, 110, V, ANY, idiom::simple_ways).paths().outer().nests(),
    rule(S::Select, 12, ELEMENT, SAME, idiom::there_and_back).outer().nests(),
    rule(S::Limit, 10, Kind::PLAIN, SAME, idiom::top_few),
    rule(S::Limit, 8, ANY, NUMBER, idiom::enough).outer(),
    rule(S::Sack, 200, V, ANY, look::weighed).needs(Needs::Sack),
];

/// All steps that may come next.
static MENU: &[Rule] = &[
    rule(S::Out, 60, V, V, element::adjacent),
    rule(S::OutE, 60, V, E, element::incident),
    rule(S::To, 8, V, V, element::towards),
    rule(S::OutV, 60, E, V, element::ends),
    rule(S::ToV, 8, E, V, element::end_towards),
    rule(S::OtherV, 14, V, V, element::other).paths(),
    rule(S::V, 5, ANY, V, element::again).outer(),
    rule(S::E, 5, ANY, E, element::again_edges).outer().since(7),
    rule(S::Values, 70, ELEMENT, Kind::SCALAR, element::values),
    rule(S::Properties, 30, ELEMENT, Kind::PROPERTIES, element::properties),
    rule(S::Value, 60, Kind::PROPERTIES, Kind::SCALAR, element::value),
    rule(S::Key, 40, Kind::PROPERTIES, STRING, element::key),
    rule(S::Element, 50, Kind::PROPERTIES, ELEMENT, element::element),
    rule(S::HasKey, 40, Kind::PROPERTIES, SAME, element::has_key),
    rule(S::HasValue, 40, Kind::PROPERTIES, SAME, element::has_value),
    rule(S::Label, 10, ELEMENT, STRING, element::label),
    rule(S::Id, 8, ELEMENT, NUMBER, element::id),
    rule(S::ValueMap, 12, ELEMENT, MAP, element::value_map),
    rule(S::PropertyMap, 8, ELEMENT, MAP, element::property_map),
    rule(S::ElementMap, 8, ELEMENT, MAP, element::element_map),
    filter(S::Has, 90, ELEMENT, filter::has),
    filter(S::HasLabel, 25, ELEMENT, filter::has_label),
    filter(S::HasNot, 14, ELEMENT, filter::has_not),
    filter(S::HasId, 12, ELEMENT, filter::has_id),
    filter(S::Is, 70, Kind::SCALAR, filter::is),
    filter(S::Not, 16, ANY, filter::not).nests(),
    filter(S::And, 14, ANY, filter::and).nests(),
    filter(S::Or, 14, ANY, filter::or).nests(),
    filter(S::Where, 30, ANY, filter::condition).nests(),
    filter(S::Where, 60, Kind::PLAIN, filter::compared).needs(Needs::LabelOrSide),
    filter(S::Filter, 12, ANY, filter::filter).nests(),
    filter(S::Dedup, 26, ANY, filter::dedup),
    filter(S::Limit, 50, ANY, filter::limit),
    filter(S::Sample, 12, ANY, filter::random),
    filter(S::SimplePath, 30, ANY, filter::simple_path).paths(),
    filter(S::Discard, 3, ANY, filter::discard).since(8).nests(),
    rule(S::Order, 26, Kind::PLAIN, SAME, reduce::order),
    rule(S::Order, 20, ELEMENT, NUMBER, reduce::sorted_count).reduces(),
    rule(S::Count, 5, ANY, NUMBER, reduce::count).reduces(),
    rule(S::Fold, 14, ANY, LIST, reduce::fold).reduces(),
    rule(S::Sum, 30, NUMBER, NUMBER, reduce::number).reduces(),
    rule(S::Sum, 12, ANY, NUMBER, reduce::constant_sum).reduces(),
    rule(S::Min, 8, STRING, STRING, reduce::extreme).reduces(),
    rule(S::Group, 16, ANY, MAP, reduce::group).reduces(),
    rule(S::GroupCount, 12, Kind::PLAIN, MAP, reduce::group_count).reduces(),
    rule(S::Tree, 14, ANY, Kind::OTHER, reduce::tree).paths().reduces().outer(),
    rule(S::Barrier, 12, ANY, SAME, reduce::barrier),
    rule(S::Aggregate, 14, ANY, SAME, look::aggregate).outer(),
    rule(S::Aggregate, 6, ANY, LIST, look::local_aggregate).outer().until(7).reduces(),
    rule(S::Store, 8, ANY, LIST, look::store).outer().until(7).reduces(),
    rule(S::Cap, 30, ANY, LIST, look::cap).outer().reduces().needs(Needs::Side),
    rule(S::Cap, 8, ANY, MAP, look::keyed).outer().reduces(),
    rule(S::Subgraph, 14, E, Kind::OTHER, look::subgraph).outer().reduces(),
    rule(S::Select, 80, ANY, ANY, look::select).needs(Needs::Label),
    rule(S::Select, 70, MAP, ANY, look::select_key),
    rule(S::Select, 60, MAP, LIST, look::column),
    rule(S::Select, 60, Kind::ENTRY, ANY, look::column),
    rule(S::Project, 16, ANY, MAP, look::project),
    rule(S::Path, 40, ANY, Kind::PATH, look::path).paths(),
    rule(S::Match, 14, V, MAP, look::matching).outer().nests(),
    rule(S::Sack, 60, ANY, ANY, look::sack).needs(Needs::Sack),
    rule(S::Sack, 90, V, ANY, look::weighed).needs(Needs::Sack),
    rule(S::Where, 14, V, V, look::fellows).outer(),
    rule(S::Local, 10, ANY, ANY, branch::local).nests(),
    rule(S::Map, 10, ANY, ANY, branch::map).nests(),
    rule(S::FlatMap, 10, ANY, ANY, branch::flat_map).nests(),
    rule(S::SideEffect, 8, ANY, SAME, branch::side_effect).nests(),
    rule(S::Union, 14, ANY, ANY, branch::union).nests(),
    rule(S::Coalesce, 14, ANY, ANY, branch::coalesce).nests(),
    rule(S::Optional, 14, ANY, ANY, branch::optional).nests(),
    rule(S::Choose, 18, ANY, ANY, branch::choose).nests(),
    rule(S::Branch, 10, ANY, ANY, branch::branch).nests(),
    rule(S::Repeat, 34, V, V, repeat::repeat).nests(),
    rule(S::Identity, 8, ANY, SAME, map::identity),
    rule(S::Constant, 6, ANY, Kind::SCALAR, map::constant),
    rule(S::Inject, 6, Kind::SCALAR, Kind::SCALAR, map::inject).outer(),
    rule(S::Math, 40, NUMBER, NUMBER, map::math),
    rule(S::Math, 10, ELEMENT, NUMBER, map::math_of_keys),
    rule(S::Unfold, 60, LIST, ANY, list::unfold),
    rule(S::Unfold, 40, MAP, Kind::ENTRY, list::unfold),
    rule(S::Index, 14, LIST, LIST, list::index),
    rule(S::Count, 14, LIST, NUMBER, list::measure),
    rule(S::Count, 8, MAP, NUMBER, list::measure),
    rule(S::Sum, 10, LIST, NUMBER, list::reduce),
    rule(S::Order, 14, LIST, LIST, list::order),
    rule(S::Dedup, 8, LIST, LIST, list::dedup),
    rule(S::Limit, 20, LIST, LIST, list::cut),
    filter(S::All, 60, LIST, list::test).since(7),
    rule(S::Combine, 90, LIST, LIST, list::combine).since(7),
    rule(S::Conjoin, 40, LIST, STRING, list::conjoin).since(7),
    rule(S::Reverse, 30, LIST, LIST, list::reverse).since(7),
    rule(S::Reverse, 14, STRING, STRING, list::reverse).since(7),
    rule(S::Length, 14, STRING, NUMBER, text::length).since(7),
    rule(S::ToUpper, 120, STRING, STRING, text::change).since(7),
    rule(S::Split, 16, STRING, LIST, text::split).since(7),
    rule(S::Concat, 20, STRING, STRING, text::concat).since(7),
    rule(S::Format, 12, ELEMENT, STRING, text::format).since(7),
    rule(S::AsString, 14, Kind::SCALAR, STRING, text::as_string).since(7),
    rule(S::AsNumber, 16, NUMBER, NUMBER, text::as_number).since(8),
    rule(S::AsBool, 16, Kind::SCALAR, Kind::BOOLEAN, text::as_bool).since(8),
    rule(S::AsDate, 10, Kind::SCALAR, Kind::MOMENT, text::as_date).since(7),
    rule(S::DateAdd, 90, Kind::MOMENT, Kind::MOMENT, text::date_add).since(7),
    rule(S::DateDiff, 90, Kind::MOMENT, NUMBER, text::date_diff).since(7),
];
