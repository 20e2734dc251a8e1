//! The catalogue is compiled in; a folder added to it must be seen.

fn main() {
    println!("cargo::rerun-if-changed=../../catalogue");
}
