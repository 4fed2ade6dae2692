//! The page's files, which the build script builds and embeds.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    path: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Shown when the program was built without its page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Parlor</title>\
    <h1>Parlor was built without its page</h1><p>Its games can be played in the terminal. To have the page, \
    install Node 20 or newer with npm and build again without <code>PARLOR_NO_PAGE</code>.</p></html>";

/// Only files of this server may run or load. Generated sounds, pictures and downloads are `data:` URLs.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// Serves the file at a request path, in the smallest encoding that the browser accepts.
pub(crate) fn serve(path: &str, headers: &HeaderMap) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = FILES.iter().find(|file| file.path == name) else {
        if name == "index.html" {
            return ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NO_PAGE).into_response();
        }
        return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
    };
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    let takes = |coding: &str| {
        accepted
            .split(',')
            .any(|one| one.trim().split(';').next() == Some(coding))
    };
    let (body, coding) = match (file.brotli, file.gzip) {
        (Some(brotli), _) if takes("br") => (brotli, Some("br")),
        (_, Some(gzip)) if takes("gzip") => (gzip, Some("gzip")),
        _ => (file.plain, None),
    };
    // Names under assets/ contain a hash of the content, so these files never change.
    let keep = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = (
        [
            (header::CONTENT_TYPE, content_type(name)),
            (header::CACHE_CONTROL, keep),
        ],
        body,
    )
        .into_response();
    let head = response.headers_mut();
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    head.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    head.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    head.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(coding) = coding {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "png" => "image/png",
        "webp" => "image/webp",
        "txt" | "md" | "toml" | "conf" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first load is the page, the files that it names, and the fonts that its style sheets name; everything
    /// else is loaded on demand. Browsers ask for brotli only over TLS or from the same machine, so visitors on the
    /// network get gzip.
    #[test]
    fn the_first_load_is_under_150_kilobytes() {
        let Some(index) = FILES.iter().find(|file| file.path == "index.html") else {
            return;
        };
        let named = String::from_utf8_lossy(index.plain);
        let is_first = |path: &str| {
            path == index.path || path.ends_with(".woff2") || named.contains(&format!("\"/{path}\""))
        };
        let first: Vec<_> = FILES.iter().filter(|file| is_first(file.path)).collect();
        assert!(
            first
                .iter()
                .any(|file| file.path.ends_with(".js") && file.path.starts_with("assets/")),
            "the page names its program"
        );
        let sent: usize = first
            .iter()
            .map(|file| file.gzip.unwrap_or(file.plain).len())
            .sum();
        assert!(sent < 150_000, "{sent} bytes");
    }

    #[test]
    fn a_browser_gets_an_encoding_that_it_accepts() {
        let mut headers = HeaderMap::new();
        assert!(
            serve("/", &headers)
                .headers()
                .get(header::CONTENT_ENCODING)
                .is_none()
        );
        if FILES.is_empty() {
            return;
        }
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip, deflate, br"),
        );
        assert_eq!(serve("/", &headers).headers()[header::CONTENT_ENCODING], "br");
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=1.0"));
        assert_eq!(serve("/", &headers).headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(serve("/nothing", &headers).status(), StatusCode::NOT_FOUND);
    }
}
