//! Relative IRIs (RFC 3986, section 5.2, which section 4.1.1.2 of SPARQL refers to).

/// An IRI reference cut into its five parts (RFC 3986, appendix B).
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

fn parts(iri: &str) -> Parts<'_> {
    let (rest, fragment) = split_off(iri, '#');
    let (rest, query) = split_off(rest, '?');
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(authority), path)
        }
        None => (None, rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

fn split_off(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Resolves a reference. One that has a scheme is kept letter by letter, and so is every one without a usable base.
pub(super) fn resolve(base: Option<&str>, reference: &str) -> String {
    let r = parts(reference);
    let Some(base) = base.map(parts).filter(|base| base.scheme.is_some() && r.scheme.is_none()) else {
        return reference.to_owned();
    };
    let (authority, path, query) = if r.authority.is_some() {
        (r.authority, remove_dots(r.path), r.query)
    } else if r.path.is_empty() {
        (base.authority, base.path.to_owned(), r.query.or(base.query))
    } else if r.path.starts_with('/') {
        (base.authority, remove_dots(r.path), r.query)
    } else {
        (base.authority, remove_dots(&merge(&base, r.path)), r.query)
    };
    let mut iri = format!("{}:", base.scheme.unwrap_or_default());
    for (mark, part) in [("//", authority), ("", Some(path.as_str())), ("?", query), ("#", r.fragment)] {
        if let Some(part) = part {
            iri.push_str(mark);
            iri.push_str(part);
        }
    }
    iri
}

/// RFC 3986, section 5.2.3.
fn merge(base: &Parts<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let folder = base.path.rfind('/').and_then(|at| base.path.get(..=at)).unwrap_or_default();
    format!("{folder}{path}")
}

/// RFC 3986, section 5.2.4.
fn remove_dots(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    let joined = kept.join("/");
    if absolute { format!("/{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
    #[test]
    fn references_resolve_as_in_the_rfc() {
        let table = [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g..", "http://a/b/c/g.."),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("http://e/../x", "http://e/../x"),
        ];
        for (reference, iri) in table {
            assert_eq!(resolve(Some("http://a/b/c/d;p?q"), reference), iri, "{reference}");
        }
    }

    #[test]
    fn without_a_usable_base_a_reference_stays() {
        assert_eq!(resolve(None, "../g"), "../g");
        assert_eq!(resolve(Some("x/y"), "g"), "g");
        assert_eq!(resolve(Some("http://a"), "g"), "http://a/g");
    }
}
