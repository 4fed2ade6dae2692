//! Serves the documentation from the folder that `make docs` writes and packages install. Visitors can read every
//! file in that folder and none outside it.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app_state::AppState;
use crate::page::content_type;

/// The book's pages have small inline scripts for themes and the table of contents. They never contain user input.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
    script-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'none'";

/// Serves the file at a path below `/book/`. A path that ends in a slash means its `index.html`.
pub(crate) async fn serve(State(app): State<Arc<AppState>>, path: Option<UrlPath<String>>) -> Response {
    let path = path.map(|UrlPath(path)| path).unwrap_or_default();
    let Some(file) = app.book.as_deref().and_then(|book| file_in(book, &path)) else {
        return not_found();
    };
    let kind = content_type(&file.to_string_lossy());
    // Disks may be slow, and other visitors must not wait for them.
    let Ok(Ok(bytes)) = tokio::task::spawn_blocking(move || std::fs::read(file)).await else {
        return not_found();
    };
    let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
    let head = response.headers_mut();
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=600"));
    head.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    head.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    head.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here").into_response()
}

/// Maps a request path to a file in the folder. Returns `None` for paths that lead outside.
fn file_in(book: &Path, path: &str) -> Option<PathBuf> {
    let path = if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    };
    // A backslash separates folders on some systems, and a colon names a drive or a stream.
    let is_inside = !path.contains(['\\', ':', '\0'])
        && Path::new(&path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| book.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_outside_the_folder() {
        let book = Path::new("book");
        for path in [
            "../secret",
            "a/../../secret",
            "/etc/passwd",
            "./a",
            "..\\secret",
            "C:/secret",
            "a\0b",
        ] {
            assert_eq!(file_in(book, path), None, "{path}");
        }
        assert_eq!(file_in(book, ""), Some(book.join("index.html")));
        assert_eq!(file_in(book, "docs/"), Some(book.join("docs/index.html")));
        assert_eq!(file_in(book, "css/a..b.css"), Some(book.join("css/a..b.css")));
    }
}
