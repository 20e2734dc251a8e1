//! Findings with hostile texts, a client that is a few lines long, and what a person gets of them.

mod readme;
mod script;
mod server;
mod title;

use std::sync::Arc;

use quarrel_case::check::Check;
use quarrel_case::graph::{Graph, Model};
use quarrel_engine::Catalogue;
use quarrel_hunt::finding::{Finding, Presenter as _};
use serde_json::{Value as Json, json};

use crate::Readme;

/// Texts that mean something to a shell, to Markdown, to a tracker or to a terminal.
const HOSTILE: &[&str] = &[
    "'; touch pwned; '",
    "it's \\' and \\",
    "`touch pwned` $(touch pwned) ${HOME} $HOME !! %s %n",
    "\nEOF\nEND_OF_THE_PROGRAM\ntouch pwned\n",
    "```\n\n# a heading\n\n<script>alert(1)</script>\n\n~~~",
    "````````` ` `` a | b | c\n|---|---|",
    "\u{1b}[2J\u{7}\r\u{8} \u{9b}31m \u{202e}txet\u{2066} \u{feff}",
    "@someone #1 [a](http://e/) ![b](c) <img src=x> &lt; *c* _d_ ~~e~~",
    "    indented\n\ttab\n- item\n1. item\n> quote\n---\n",
    "{id of vertex 1} {{ 7 * 7 }} {% raw %}",
    "\"\"\" ''' \\n \\x41 é 漢 🦀",
];

const TOY: &str = r#"
name = "toy"
about = "an engine of a few lines"
versions = ["1.0"]
protocol = "worker"
embedded = "1.0"
container = "toys/toy:{{ version }}"
repository = "https://example.org"
tracker = "https://example.org"
security = "security@example.org"

[language.cypher.load]
at_most = 3
graph = """
CREATE {% for v in vertices %}({{ v.name }}{% for l in v.labels %}:{{ l }}{% endfor %} \
{{ "{" }}{% for p in v.properties %}{{ p.key }}: {{ p.literal }}{% endfor %}{{ "}" }}) {% endfor %}\
RETURN {% for v in vertices %}{{ v.name }} {% endfor %}{% for e in edges %}{{ e.name }} {% endfor %}"""
vertex = "CREATE (v) RETURN v"
edge = "MATCH {{ source }}, {{ target }} CREATE [e] RETURN e"

[[language.cypher.index]]
on = "vertex"
kind = "range"
create = "INDEX {{ label }} {{ keys[0] }}"

[[language.cypher.plan]]
names = ["slow", "fast"]
about = "with another planner"
source = "https://example.org/manual"
text = "CYPHER planner={{ plan }} {{ query }}"

[[language.cypher.divergence]]
id = "lost-row"
features = ["optional-match"]
symptom = "rows-lost"
source = "https://example.org/issues/1"

[[language.cypher.profile]]
switch = "order"
value = "own"
source = "https://example.org/manual"
[language.cypher.profile.probe]
graph = "{}"
query = "RETURN 1 AS x"
answer = '{"columns":["x"],"rows":[[1]]}'

[language.cypher.client]
about = "a toy"
get = 'printf "%s" "$version" > "$client/version"'
program = '''
class Client:
    made = 0

    def run(self, text):
        folder = os.environ["client"]
        with open(folder + "/log", "a", encoding="utf-8") as log:
            log.write(json.dumps(text) + "\n")
        if " RETURN " in text and "CREATE" in text:
            names = text.rsplit(" RETURN ", 1)[1].split()
            Client.made += len(names)
            first = Client.made - len(names) + 100
            rows = [{"kind": "vertex" if name[0] == "v" else "edge", "id": first + at} for at, name in enumerate(names)]
            return names, [rows]
        if text.startswith("INDEX"):
            return None, []
        scope = dict(globals())
        with open(folder + "/behaviour", encoding="utf-8") as behaviour:
            exec(behaviour.read(), scope)
        return scope["answer"]

    def element(self, value):
        return (value["kind"], value["id"]) if isinstance(value, dict) and "kind" in value else None
'''

[[language.cypher.client.differs]]
features = ["foreach", "create"]
reason = "the toy makes nothing in a loop"
"#;

fn catalogue() -> Catalogue {
    Catalogue::from_texts([("toy", TOY)]).unwrap()
}

fn presenter() -> Readme {
    let cypher = Arc::new(quarrel_cypher::language::Cypher);
    Readme::new(vec![cypher, Arc::new(quarrel_sparql::language::Sparql)], catalogue())
}

/// A finding of a wrong result; the fields given replace those of the record.
fn finding(text: &str, graph: &Json, fields: &Json) -> Finding {
    let mut record = json!({
        "format": 1, "quarrel": "0.1.0", "id": "f1", "seed": 4, "round": 2, "case": 7, "language": "cypher",
        "oracle": "reference", "engine": {"name": "toy", "version": "1.0"}, "target": "toy",
        "violation": {"kind": "wrong-result", "accused": "target", "step": 1, "symptom": "rows-lost",
                      "expected": table(&json!([[1], [2]])), "got": table(&json!([[1]]))},
        "features": ["match", "optional-match", "pattern.several"], "group": "", "text": text,
        "replays": {"times": 5, "reproduced": 5}, "reduced": true, "raw": 1, "seen_by": ["reference"],
    });
    for (key, value) in fields.as_object().into_iter().flatten() {
        record[key] = value.clone();
    }
    let check = json!({ "steps": [{"role": "target", "action": {"load": {}}},
                                  {"role": "target", "action": {"query": text}}],
                        "constants": [table(&json!([[1], [2]]))], "reference": 0, "laws": [] });
    Finding {
        record: serde_json::from_value(record).unwrap(),
        graph: Arc::new(Graph::from_json(graph, Model::Property).unwrap()),
        tree: Json::Null,
        parameters: Json::Null,
        check: Check::from_json(&check, Model::Property).unwrap(),
        setup: Vec::new(),
    }
}

fn table(rows: &Json) -> Json {
    json!({ "columns": ["n"], "rows": rows, "order": null })
}

fn violation(kind: &str, expected: &Json, got: &Json) -> Json {
    json!({ "violation": { "kind": kind, "accused": "target", "step": 1, "expected": expected, "got": got } })
}

/// A graph with hostile labels, keys and values.
fn hostile_graph() -> Json {
    let vertices = HOSTILE
        .iter()
        .zip(1..)
        .map(|(text, id)| json!({ "id": id, "labels": [text], "properties": { *text: text } }));
    json!({ "vertices": vertices.take(3).collect::<Vec<_>>() })
}

fn file(finding: &Finding, name: &str) -> String {
    let files = presenter().present(finding);
    files.into_iter().find(|(other, _)| other == name).unwrap().1
}
