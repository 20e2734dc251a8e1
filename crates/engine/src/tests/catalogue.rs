//! What the catalogue refuses, and that the one we ship is sound.

use quarrel_case::graph::Model;
use quarrel_case::language::Language;
use quarrel_case::profile::INDEX_DROP;

use super::{Small, TEXTS, entry};
use crate::catalogue::{Catalogue, State};
use crate::install::Cache;
use crate::{Launcher, Servers};

fn read(lines: &str) -> Result<Catalogue, String> {
    Catalogue::from_texts([("alpha", entry(lines).as_str())]).map_err(|error| error.to_string())
}

const PROBE: &str = r#"probe = { graph = "{}", query = "ASK", answer = '{"boolean":true}' }"#;

#[test]
fn the_shipped_catalogue_is_sound_and_every_engine_says_where_to_report() {
    let catalogue = Catalogue::builtin().unwrap();
    assert_eq!(
        catalogue.names(),
        [
            "arcadedb",
            "arcadedb-gremlin",
            "arq",
            "falkordb",
            "fuseki",
            "graphdblite",
            "graphersal",
            "hugegraph",
            "janusgraph",
            "marklogic",
            "marsdb",
            "memgraph",
            "neo4j",
            "neo4j-gremlin",
            "orientdb",
            "oxigraph",
            "oxigraph-server",
            "rdf4j",
            "redisgraph",
            "sparql",
            "tinkergraph"
        ]
    );
    assert_eq!(catalogue.embedded("cypher"), ["graphdblite", "marsdb"]);
    assert_eq!(catalogue.embedded("sparql"), ["oxigraph"]);
    assert_eq!(catalogue.embedded("gremlin"), ["graphersal"]);
    let cache = Cache::at("/no/such/folder".into());
    let hosts = catalogue.names().into_iter().map(str::to_owned).collect();
    let launcher =
        Launcher { program: "sh".into(), args: Vec::new(), hosts, cache, servers: Servers::default() };
    for description in catalogue.describe(&launcher) {
        assert!(!description.security.is_empty(), "{description:?}");
        if description.versions.is_empty() {
            let by_url =
                ["marklogic", "memgraph", "redisgraph", "sparql"].contains(&description.name.as_str());
            assert!(by_url, "{}: what can be had has versions", description.name);
            continue;
        }
        assert!(description.tracker.starts_with("https://"), "{description:?}");
        let newest = &description.versions[0];
        let is_embedded = description.reached == "embedded, in a child process";
        assert!(is_embedded || description.reached.starts_with("server, over "), "{description:?}");
        let first = if is_embedded { State::Embedded } else { State::Installable };
        assert_eq!(description.states[newest], first, "the newest that is known is the one at hand");
        let rest = description.states.iter().filter(|(version, _)| *version != newest);
        assert!(rest.clone().all(|(_, state)| *state == State::Installable), "{description:?}");
    }
}

#[test]
fn an_index_stays_where_no_text_drops_one() {
    for (drop, goes) in [("", false), ("drop = \"DROP {{ label }}\"", true)] {
        let index =
            "[[language.small.index]]\non = \"vertex\"\nkind = \"range\"\ncreate = \"INDEX {{ label }}\"";
        let text = entry(&format!("{index}\n{drop}"));
        let catalogue = Catalogue::from_texts([("alpha", text.as_str())]).unwrap();
        let speech = &catalogue.entries()[0].language["small"];
        assert_eq!(speech.features(catalogue.entries()[0].newest()).allow(INDEX_DROP), goes);
    }
}

#[test]
fn every_graph_feature_that_the_shipped_catalogue_names_exists() {
    for entry in Catalogue::builtin().unwrap().entries() {
        for (language, speech) in &entry.language {
            let all = match language.as_str() {
                "sparql" => quarrel_graph::rdf::FEATURES,
                _ => quarrel_graph::property::FEATURES,
            };
            let features = speech.features(entry.newest());
            for feature in features.without.iter().chain(&features.seldom) {
                let known = all.contains(&feature.as_str());
                assert!(known || !feature.starts_with("graph."), "{}: {feature}", entry.name);
            }
        }
    }
}

#[test]
fn an_entry_that_could_hide_a_bug_is_refused() {
    let setting = "[[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\n";
    let plan = |names: &str, text: &str| {
        let plan = format!("[[language.small.plan]]\nnames = {names}\nabout = \"x\"\nsource = \"url\"\n");
        format!("{plan}text = \"{text}\"")
    };
    let divergence = "[[language.small.divergence]]\nid = \"d\"\nsource = \"url\"\n";
    for (lines, reason) in [
        (format!("{setting}{PROBE}"), "missing field `source`"),
        (format!("{setting}source = \"url\""), "missing field `probe`"),
        (format!("{setting}source = \" Observed \"\n{PROBE}"), "the switch \"division\" has no source"),
        (
            format!("{setting}source = \"url\"\n{PROBE}\n{setting}source = \"url\"\n{PROBE}"),
            "the switch \"division\" is set twice for 2.0",
        ),
        (
            format!("{divergence}features = []\nsymptom = \"rows-lost\""),
            "the divergence \"d\" names no feature",
        ),
        (format!("{divergence}features = [\"sum\"]"), "missing field `symptom`"),
        (format!("{divergence}features = [\"sum\"]\nsymptom = \"sometimes\""), "did not match any variant"),
        (
            "[[language.small.without]]\nfeatures = [\"sum\"]\nreason = \"x\"".to_owned(),
            "missing field `source`",
        ),
        ("[[language.small.benign]]\npattern = \"(\"\nsource = \"url\"".to_owned(), "regex parse error"),
        ("[language.small.load]\nvertex = \"{% for %}\"\nedge = \"\"".to_owned(), "the template vertex"),
        (
            "[language.small.client]\nabout = \"a\"\nget = \"true\"\nprogram = \"\"".to_owned(),
            "the client's program has no class Client",
        ),
        (plan("[\"p\"]", "").replace("url", "unknown"), "the plan of \"x\" has no source"),
        (plan("[\"p\"]", "PLAN {{ plan }}"), "the plan \"p\" asks for nothing, or not for the query"),
        (plan("[\"p\"]", "{{ query }}"), "the plan \"p\" asks for nothing, or not for the query"),
        (plan("[\"p\"]", "{{ quary }}"), "undefined value"),
        (plan("[\"p\", \"q\", \"p\"]", "{{ plan }} {{ query }}"), "the plan \"p\" is there twice for 2.0"),
        ("profil = []".to_owned(), "unknown field `profil`"),
    ] {
        let error = read(&lines).unwrap_err();
        assert!(error.starts_with("catalogue/alpha/engine.toml: "), "{error}");
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn a_server_says_how_it_is_installed_and_started() {
    let whole = entry("occupied = \"ANY\"").replace("embedded = \"2.0\"\n", "");
    let (head, rest) = whole.split_once("[[worker]]").unwrap();
    let rest = rest.split_once("[[option]]").unwrap().1;
    let server =
        "[[install]]\nclient = \"maven\"\npackages = [\"g:a\"]\n[[start]]\ncommand = [\"sh\"]\nseconds = 1\n";
    let good = format!("{}{server}[[option]]{rest}", head.replace("\"worker\"", "\"bolt\""));
    assert!(Catalogue::from_texts([("alpha", good.as_str())]).is_ok());
    for (text, reason) in [
        (good.replace("\"bolt\"", "\"worker\""), "it is no server, but says how to install or start one"),
        (good.replace("client =", "versions = [\"2.0\"]\nclient ="), "nothing says how 1.0 is installed"),
        (good.replace("[\"sh\"]", "[]"), "a command to start it is empty"),
        (good.replace("\"maven\"", "\"carrier pigeon\""), "unknown variant"),
        (good.replace("[[option]]", "[endpoint]\nquery = \"/q\"\n[[option]]"), "it does not speak over HTTP"),
        (good.replace("\"maven\"", "\"pip\"\nalone = true"), "only Maven's packages are alone"),
        (good.replace("\"maven\"", "\"pip\"\nexclude = [\"g:b\"]"), "only Maven's packages are alone"),
        (good.replace("occupied = \"ANY\"", ""), "language.small: nothing says whether a server is empty"),
        (
            good.replace("protocol", "embedded = \"2.0\"\nprotocol"),
            "a server is neither embedded nor a worker",
        ),
    ] {
        let error = Catalogue::from_texts([("alpha", text.as_str())]).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn a_container_image_is_named_for_each_version() {
    let image = |name: &str| entry("").replace("repository", &format!("container = \"{name}\"\nrepository"));
    let read = |name: &str| Catalogue::from_texts([("alpha", image(name).as_str())]);
    let catalogue = read("some.where/alpha:v{{ version }}-x").unwrap();
    let cache = Cache::at("/no/such/folder".into());
    let launcher = Launcher {
        program: "sh".into(),
        args: Vec::new(),
        hosts: Vec::new(),
        cache,
        servers: Servers::default(),
    };
    let containers = &catalogue.describe(&launcher)[0].containers;
    assert_eq!(containers["2.0"], "some.where/alpha:v2.0-x");
    assert_eq!(containers.len(), 2);
    for wrong in ["", "alpha:{{ versoin }}", "alpha:{version}"] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains("container: the name of an image"), "{wrong}: {error}");
    }
}

#[test]
fn every_template_of_a_shipped_server_is_one() {
    for entry in Catalogue::builtin().unwrap().entries() {
        for version in entry.versions.iter().filter(|version| entry.start(version).is_some()) {
            let start = entry.start(version).unwrap().clone();
            let recipe = crate::server::Recipe {
                name: entry.name.clone(),
                version: version.clone(),
                start,
                place: "/place".into(),
                artefacts: vec!["/a.jar".into()],
                java: "/java".into(),
                options: entry
                    .options(version)
                    .map(|option| (option.name.clone(), option.values[0].clone()))
                    .collect(),
            };
            let home = std::path::Path::new("/home");
            let files = recipe.files(home, 1234).unwrap();
            let command = recipe.render(home, 1234).unwrap();
            let has_port = |text: &String| text.contains("1234") && !text.contains("{{");
            let texts = files.iter().map(|(_, text)| text).chain(&command);
            assert!(texts.clone().any(has_port), "{} {version}: {files:?}", entry.name);
            let artefacts = ["/a.jar", "/place/packages/"];
            let has_artefacts = |word: &String| artefacts.iter().any(|artefact| word.contains(artefact));
            assert!(command.iter().any(has_artefacts), "{} {version}: {command:?}", entry.name);
        }
    }
}

#[test]
fn an_entry_is_its_folders_and_pins_versions_newest_first() {
    let good = entry("");
    for (folder, text, reason) in [
        ("beta", good.clone(), "the name \"alpha\" is not the folder's"),
        ("alpha", good.replace("\"2.0\", ", "\"0.9\", "), "the newest first"),
        ("alpha", good.replace("\"2.0\", ", "\"1.0.0\", "), "the newest first"),
        (
            "alpha",
            good.replace("[\"2.0\", \"1.0\"]", "[]"),
            "no version is pinned, or nothing says how one is had",
        ),
        ("alpha", good.replace("protocol = \"worker\"", "protocol = \"telepathy\""), "unknown variant"),
        ("alpha", good.replace("embedded = \"2.0\"", "embedded = \"2.1\""), "2.1 is not pinned"),
        ("alpha", String::new(), "missing field `name`"),
    ] {
        let error = Catalogue::from_texts([(folder, text.as_str())]).unwrap_err();
        assert!(error.to_string().contains(reason), "{reason}: {error}");
    }
}

#[test]
fn what_a_language_does_not_have_is_found_when_the_language_is_at_hand() {
    let setting = |switch: &str, value: &str, probe: &str| {
        format!(
            "[[language.small.profile]]\nswitch = \"{switch}\"\nvalue = \"{value}\"\nsource = \"url\"\n{probe}"
        )
    };
    let lack = |feature: &str| {
        format!("[[language.small.without]]\nfeatures = [\"{feature}\"]\nreason = \"x\"\nsource = \"url\"")
    };
    for (lines, reason) in [
        (setting("division", "null", PROBE), ""),
        (lack("sum"), ""),
        (lack("graph.index"), ""),
        (TEXTS.to_owned(), ""),
        (setting("divison", "null", PROBE), "profile: unknown switch \"divison\""),
        (
            setting("division", "zero", PROBE),
            "profile: switch \"division\" has no value \"zero\", only error, null",
        ),
        (
            setting("division", "null", &PROBE.replace("ASK", "TELL")),
            "profile: the query of the probe of \"division\": SyntaxError: expected ASK",
        ),
        (
            setting("division", "null", &PROBE.replace("\"{}\"", "\"[\"")),
            "profile: the graph of the probe of \"division\": EOF while parsing a list at line 1 column 1",
        ),
        (
            setting("division", "null", &PROBE.replace("boolean", "bool")),
            "profile: the answer of the probe of \"division\": expected an answer with columns, found {\"bool\":true}",
        ),
        (lack("graph.taste"), "unknown feature \"graph.taste\""),
        (lack("summ").replace("without", "seldom"), "unknown feature \"summ\""),
        (
            "[[language.small.dialect]]\nswitch = \"quote\"\nvalue = \"triple\"\nsource = \"url\"".to_owned(),
            "dialect: switch \"quote\" has no value \"triple\", only single, double",
        ),
    ] {
        let catalogue = read(&lines).unwrap();
        let languages: [&dyn Language; 2] = [&Small(Model::Property), &Small(Model::Rdf)];
        let errors: Vec<String> = catalogue.check(&languages).iter().map(ToString::to_string).collect();
        let expected = match reason {
            "" => vec![],
            reason => vec![format!("catalogue/alpha/engine.toml: language.small: {reason}")],
        };
        assert_eq!(errors, expected, "{lines}");
    }
}

#[test]
fn what_holds_of_some_versions_is_given_for_those_only() {
    let lines = format!(
        "[[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\nsource = \"url\"\nversions = [\"..1.5\"]\n{PROBE}\n\
        [[language.small.dialect]]\nswitch = \"quote\"\nvalue = \"double\"\nsource = \"url\"\nversions = [\"..1.5\"]\n\
        [[language.small.without]]\nfeatures = [\"sum\"]\nreason = \"x\"\nsource = \"url\"\nversions = [\"2.0..\"]\n\
        [[language.small.seldom]]\nfeatures = [\"sum\"]\nreason = \"x\"\nsource = \"url\"\nversions = [\"1.0\"]\n\
        [[language.small.divergence]]\nid = \"d\"\nfeatures = [\"sum\"]\nsymptom = \"unexpected-error\"\nsource = \"url\"\nversions = [\"1.0\"]"
    );
    let catalogue = read(&lines).unwrap();
    let (entry, newest) = catalogue.find("alpha", None).unwrap();
    let speech = &entry.language["small"];
    assert_eq!(newest, "2.0");
    assert!(speech.profile("2.0").switches.is_empty());
    assert_eq!(speech.profile("1.0").switches["division"], "null");
    let spelt = |version: &str| speech.at(version).dialect().0.switches.len();
    assert_eq!((spelt("2.0"), spelt("1.0")), (0, 1));
    assert!(!speech.features("2.0").allow("sum") && speech.features("1.0").allow("sum"));
    let seldom = |version: &str| speech.features(version).seldom.len();
    assert_eq!((seldom("2.0"), seldom("1.0")), (0, 1));
    assert_eq!((speech.divergences("2.0").len(), speech.divergences("1.0").len()), (0, 1));
}

#[test]
fn an_engine_that_is_like_another_has_what_is_known_of_that_one_as_well() {
    let setting = format!(
        "[[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\nsource = \"url\"\n{PROBE}"
    );
    let beta = |lines: &str| entry(lines).replace("name = \"alpha\"", "name = \"beta\"");
    let read = |alpha: &str, beta: &str| Catalogue::from_texts([("alpha", alpha), ("beta", beta)]);
    let like = beta("like = [{ engine = \"alpha\" }]\nreset = [\"R\"]");
    let catalogue = read(&entry(&setting), &like).unwrap();
    let speech = &catalogue.entry("beta").unwrap().language["small"];
    assert_eq!(speech.profile("2.0").switches["division"], "null");
    for (alpha, beta, reason) in [
        (
            entry(""),
            beta("like = [{ engine = \"gamma\" }]"),
            "beta/engine.toml: \"gamma\" is no engine that it can be like",
        ),
        (entry("like = [{ engine = \"beta\" }]"), like.clone(), "is no engine that it can be like"),
        (
            entry(&setting),
            beta(&format!("like = [{{ engine = \"alpha\" }}]\n{setting}")),
            "beta/engine.toml: language.small: the switch \"division\" is set twice",
        ),
    ] {
        let error = read(&alpha, &beta).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn what_is_known_of_one_version_of_an_engine_may_hold_for_some_versions_of_another() {
    let setting = format!(
        "[[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\nversions = [\"2.0\"]\n\
         source = \"url\"\n{PROBE}"
    );
    for (of, switches) in [("alpha@2.0", (0, 1)), ("alpha@1.0", (0, 0)), ("alpha", (1, 0))] {
        let like = entry(&format!("like = [{{ engine = \"{of}\", versions = [\"1.0\"] }}]"));
        let beta = like.replace("name = \"alpha\"", "name = \"beta\"");
        let catalogue =
            Catalogue::from_texts([("alpha", entry(&setting).as_str()), ("beta", &beta)]).unwrap();
        let speech = &catalogue.entry("beta").unwrap().language["small"];
        let set = |version: &str| speech.profile(version).switches.len();
        assert_eq!((set("2.0"), set("1.0")), switches, "{of}");
    }
}

#[test]
fn a_switch_may_be_left_out_of_what_is_known_of_another_engine() {
    let setting = |value: &str| {
        let setting = "[[language.small.profile]]\nswitch = \"division\"\nvalue = ";
        format!("{setting}\"{value}\"\nsource = \"url\"\n{PROBE}")
    };
    for of in ["alpha", "alpha@2.0"] {
        let like = format!("like = [{{ engine = \"{of}\", but = [\"division\"] }}]\n{}", setting("error"));
        let beta = entry(&like).replace("name = \"alpha\"", "name = \"beta\"");
        let catalogue = Catalogue::from_texts([("alpha", entry(&setting("null")).as_str()), ("beta", &beta)]);
        let catalogue = catalogue.unwrap();
        let beta = &catalogue.entry("beta").unwrap().language["small"];
        assert_eq!(beta.profile("2.0").switches["division"], "error", "{of}");
    }
}

#[test]
fn an_option_may_be_of_some_versions_and_what_is_said_may_be_of_an_option() {
    let lines = format!(
        "[[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\noptions = {{ mode = \"off\" }}\n\
         source = \"url\"\n{PROBE}\n[[option]]\nname = \"old\"\nvalues = [\"yes\"]\nabout = \"x\"\n\
         versions = [\"1.0\"]"
    );
    let catalogue = Catalogue::from_texts([("alpha", entry(&lines).as_str())]).unwrap();
    let alpha = catalogue.entry("alpha").unwrap();
    let names = |version| alpha.options(version).map(|option| option.name.as_str()).collect::<Vec<_>>();
    assert_eq!((names("2.0"), names("1.0")), (vec!["mode"], vec!["mode", "old"]));
    for (given, switches) in [(None, 0), (Some("on"), 0), (Some("off"), 1)] {
        let given = given.map(|value| ("mode".to_owned(), value.to_owned())).into_iter().collect();
        let speech = alpha.language["small"].clone().under(&alpha.chosen("2.0", &given));
        assert_eq!(speech.profile("2.0").switches.len(), switches, "{given:?}");
    }
}

#[test]
fn a_reader_of_traversals_may_be_of_some_versions() {
    let catalogue = Catalogue::builtin().unwrap();
    let reader = |version: &str| catalogue.entry("janusgraph").unwrap().endpoint.at(version).reader;
    assert_eq!((reader("0.6.1"), reader("0.6.2")), (None, Some("gremlin-lang".to_owned())));
}

#[test]
fn an_entry_without_versions_stands_for_servers_that_run() {
    let text = "name = \"any\"\nabout = \"x\"\nversions = []\nprotocol = \"sparql\"\nrepository = \"r\"\n\
        tracker = \"t\"\nsecurity = \"s\"\n[language.small]\noccupied = \"ANY\"";
    let catalogue = Catalogue::from_texts([("any", text)]).unwrap();
    assert_eq!(catalogue.entry("any").unwrap().protocol.schemes(), ["http"]);
    let error = catalogue.find("any", None).unwrap_err().to_string();
    assert_eq!(error, "any stands for servers that run already; name one as any+http://HOST:PORT/PATH");
    let bolt = Catalogue::from_texts([("any", text.replace("sparql", "bolt").as_str())]).unwrap();
    let error = bolt.find("any", None).unwrap_err().to_string();
    assert!(error.ends_with("name one as any+bolt://HOST:PORT/PATH"), "{error}");
    let pinned = text.replace("[]", "[\"1.0\"]");
    assert!(Catalogue::from_texts([("any", pinned.as_str())]).is_err(), "nothing says how 1.0 is had");
}
