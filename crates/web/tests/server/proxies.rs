//! The examples of the manual, run with the programs that they are for. Slow; they need nginx, Caddy and systemd.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use parlor_web::{Games, Options};
use serde_json::json;
use tokio::net::TcpStream;

use crate::support::{Guest, TIMEOUT, TestServer, me, server_from};

const ORIGIN: &str = "https://play.example.org";

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/manual/server")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

/// A program of the system, if it is installed.
fn program(name: &str) -> Option<PathBuf> {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/bin"];
    let mut paths = places.iter().map(|place| Path::new(place).join(name));
    paths.find(|path| path.exists())
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

async fn server() -> TestServer {
    server_from(Options {
        games: Games::Nowhere,
        public_url: Some(ORIGIN.parse().unwrap()),
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        ..Options::default()
    })
    .await
}

struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        // A proxy that is terminated with SIGTERM ends its workers, too.
        let asked = Command::new("kill").arg(self.0.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.0.kill();
        }
        let _ = self.0.wait();
    }
}

/// Plays through a proxy on this port, as browsers do.
async fn play_through(port: u16, proxy: &mut Running) {
    let address = format!("127.0.0.1:{port}");
    let listening = async {
        while TcpStream::connect(&address).await.is_err() {
            assert!(proxy.0.try_wait().unwrap().is_none(), "the proxy has ended");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, listening)
        .await
        .expect("the proxy listens");
    let url = format!("ws://{address}/ws?protocol={}", parlor_web::wire::PROTOCOL);
    // As behind port 443: Caddy passes on the browser's `Host`, including the port.
    let host = "play.example.org".to_owned();
    let from = |origin: &'static str, host: &str| {
        let (url, host) = (url.clone(), host.to_owned());
        async move { Guest::connect_with(&url, None, &[("host", &host), ("origin", origin)]).await }
    };
    let mut ann = from(ORIGIN, &host).await.expect("the public page may play");
    ann.create("othello", [me(), me()]).await;
    ann.play(0, "d3").await;
    ann.until_ply(1).await;
    assert!(from("https://evil.example", &host).await.is_err());
    // Heartbeats pass through the proxy. The manual's timeouts are longer than the defaults.
    ann.say(json!({ "type": "ping" })).await;
    assert_eq!(ann.next().await["type"], "pong");
}

#[tokio::test]
#[ignore = "slow: needs nginx"]
async fn the_manuals_nginx_configuration_works() {
    let Some(nginx) = program("nginx") else {
        return println!("not tested: nginx is not installed");
    };
    let server = server().await;
    let port = free_port();
    let folder = tempfile::tempdir().unwrap();
    let virtual_host: String = example("nginx.conf")
        .lines()
        .filter(|line| !line.contains("ssl_certificate"))
        .map(|line| format!("{line}\n"))
        .collect();
    let virtual_host = virtual_host
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"))
        .replace("127.0.0.1:8020", &server.host);
    let configuration = format!(
        "daemon off; worker_processes 1; pid {0}/pid; error_log stderr warn;\n\
        events {{}}\nhttp {{ access_log off; client_body_temp_path {0}/body; proxy_temp_path {0}/proxy;\n\
        fastcgi_temp_path {0}/fastcgi; uwsgi_temp_path {0}/uwsgi; scgi_temp_path {0}/scgi;\n{virtual_host} }}\n",
        folder.path().display()
    );
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, configuration).unwrap();
    let mut running = Running(
        Command::new(nginx)
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(&file)
            .spawn()
            .unwrap(),
    );
    play_through(port, &mut running).await;
    // The proxy's addresses are trusted, and its visitors cannot read the metrics.
    let numbers = server.get("/metrics", "").await;
    assert!(numbers.contains("parlor_moves_total 1"), "{numbers}");
}

#[tokio::test]
#[ignore = "slow: needs Caddy"]
async fn the_manuals_caddy_configuration_works() {
    let Some(caddy) = program("caddy") else {
        return println!("not tested: caddy is not installed");
    };
    let server = server().await;
    let port = free_port();
    let folder = tempfile::tempdir().unwrap();
    let sites = example("Caddyfile")
        .replace(
            "play.example.org {",
            &format!("http://play.example.org:{port} {{"),
        )
        .replace("127.0.0.1:8020", &server.host);
    let file = folder.path().join("Caddyfile");
    std::fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{sites}")).unwrap();
    let started = Command::new(caddy)
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .stderr(Stdio::null())
        .spawn();
    let mut running = Running(started.unwrap());
    play_through(port, &mut running).await;
}

#[test]
#[ignore = "slow: needs systemd"]
fn the_manuals_systemd_unit_is_valid() {
    let Some(analyze) = program("systemd-analyze") else {
        return println!("not tested: systemd-analyze is not installed");
    };
    let folder = tempfile::tempdir().unwrap();
    // systemd checks that the program exists, so use any.
    let unit = example("parlor.service").replace("/usr/local/bin/parlor", "/bin/true");
    let file = folder.path().join("parlor.service");
    std::fs::write(&file, unit).unwrap();
    let output = Command::new(analyze).arg("verify").arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let about_it: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("parlor.service"))
        .collect();
    assert!(output.status.success() && about_it.is_empty(), "{said}");
}
