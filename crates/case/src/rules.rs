//! Rules of features: the section of a specification, or the case of a suite, that says what each means.

/// Names of features, and the rule of each and of what is named after it (`case` and `case.subject`); the first that
/// fits counts.
pub type Rules = [(&'static [&'static str], &'static str)];

/// The rule of a feature.
pub fn rule(rules: &Rules, feature: &str) -> Option<&'static str> {
    rules.iter().find(|(names, _)| names.iter().any(|name| is_named(feature, name))).map(|(_, rule)| *rule)
}

/// True when the feature has the name, or one that goes on after it with a point.
fn is_named(feature: &str, name: &str) -> bool {
    feature.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The features that have no rule, and the names of rules that no feature comes to: tests hold that there are none.
pub fn unmatched<'a>(rules: &'a Rules, features: &[&'a str]) -> Vec<&'a str> {
    let without = features.iter().copied().filter(|feature| rule(rules, feature).is_none());
    let idle = rules.iter().flat_map(|(names, text)| names.iter().map(move |name| (*name, *text)));
    let comes =
        |feature: &str, name: &str, text: &str| is_named(feature, name) && rule(rules, feature) == Some(text);
    let idle = idle.filter(|(name, text)| !features.iter().any(|feature| comes(feature, name, text)));
    without.chain(idle.map(|(name, _)| name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &Rules = &[(&["a.b"], "first"), (&["a", "c"], "second")];

    #[test]
    fn a_rule_is_of_whole_names_and_of_what_goes_on_after_them() {
        for (feature, expected) in
            [("a.b", Some("first")), ("a.b.c", Some("first")), ("a.bc", Some("second")), ("ab", None)]
        {
            assert_eq!(rule(RULES, feature), expected, "{feature}");
        }
    }

    #[test]
    fn what_has_no_rule_and_what_is_no_feature_is_found() {
        assert_eq!(unmatched(RULES, &["a", "a.b", "c"]), Vec::<&str>::new());
        assert_eq!(unmatched(RULES, &["a.b", "c", "d"]), ["d", "a"]);
    }
}
