//! Tests of whole collections: imported games are found, and nothing else.

mod importing;
mod memory;
#[cfg(feature = "typescript")]
mod page_types;
mod searching;

use std::ops::ControlFlow;

use parlor_collection::{Collection, ImportReport, SourceFile};
use tempfile::TempDir;

/// A collection in a temporary folder.
struct TestCollection {
    _folder: TempDir,
    collection: Collection,
}

impl std::ops::Deref for TestCollection {
    type Target = Collection;

    fn deref(&self) -> &Collection {
        &self.collection
    }
}

fn collection(files: &[(&str, &str)]) -> TestCollection {
    let folder = tempfile::tempdir().unwrap();
    let collection = Collection::open(&folder.path().join("my.collection")).unwrap();
    let collection = TestCollection {
        _folder: folder,
        collection,
    };
    if !files.is_empty() {
        import(&collection, files);
    }
    collection
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
