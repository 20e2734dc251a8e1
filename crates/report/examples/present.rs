//! Writes the README and the `replay.sh` of findings anew, as the catalogue and the texts are now: `present FOLDER...`.

use std::path::Path;
use std::sync::Arc;

use quarrel_engine::Catalogue;
use quarrel_hunt::finding::Finding;
use quarrel_report::Readme;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let languages: Vec<Arc<dyn quarrel_case::language::Language>> = vec![
        Arc::new(quarrel_cypher::language::Cypher),
        Arc::new(quarrel_gremlin::language::Gremlin),
        Arc::new(quarrel_sparql::language::Sparql),
    ];
    let model = |name: &str| {
        languages.iter().find(|language| language.name() == name).map(|language| language.model())
    };
    let presenter = Readme::new(languages.clone(), Catalogue::with(Path::new("catalogue"))?);
    for folder in std::env::args().skip(1) {
        let folder = Path::new(&folder);
        Finding::read(folder, &model)?.write(folder, &presenter)?;
    }
    Ok(())
}
