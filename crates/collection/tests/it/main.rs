//! Whole collections: what goes in is found again, and nothing else.

mod importing;
mod page_types;
mod searching;

use std::ops::ControlFlow;

use parlor_collection::{Collection, ImportReport, SourceFile};
use tempfile::TempDir;

/// A collection in a folder of its own.
struct Shelf {
    _folder: TempDir,
    collection: Collection,
}

impl std::ops::Deref for Shelf {
    type Target = Collection;

    fn deref(&self) -> &Collection {
        &self.collection
    }
}

fn shelf(files: &[(&str, &str)]) -> Shelf {
    let folder = tempfile::tempdir().unwrap();
    let collection = Collection::open(&folder.path().join("my.collection")).unwrap();
    let shelf = Shelf {
        _folder: folder,
        collection,
    };
    if !files.is_empty() {
        import(&shelf, files);
    }
    shelf
}

fn import(collection: &Collection, files: &[(&str, &str)]) -> ImportReport {
    let files: Vec<SourceFile> = files
        .iter()
        .map(|(name, text)| SourceFile::new(*name, text.as_bytes().to_vec()))
        .collect();
    collection
        .import(&files, &mut |_| ControlFlow::Continue(()))
        .unwrap()
}
