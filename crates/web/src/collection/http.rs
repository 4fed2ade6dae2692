//! A minimal HTTP client, for talking to a server of ours on the same machine.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::store::Running;

/// How long the server may be silent. An import reports its progress, and a search is fast.
const SILENCE: Duration = Duration::from_secs(300);

/// A response.
pub(super) struct Answer {
    pub(super) is_good: bool,
    /// The body. Reading it fails if it is truncated.
    pub(super) body: BufReader<Content>,
}

/// Sends a POST request to a server, with its owner's key.
pub(super) fn post(running: &Running, path: &str, parts: &[&[u8]]) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(running.address)?;
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/octet-stream\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n",
        running.address, running.key,
    );
    stream.write_all(head.as_bytes())?;
    for part in parts {
        stream.write_all(part)?;
    }
    read(BufReader::new(Box::new(stream)))
}

fn read(mut stream: BufReader<Box<dyn Read>>) -> io::Result<Answer> {
    let mut status = String::new();
    stream.read_line(&mut status)?;
    let mut left = Left::UntilEnd;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim().to_ascii_lowercase();
        match line.split_once(':').map(|(name, value)| (name, value.trim())) {
            None => break,
            Some(("content-length", value)) => {
                left = Left::Bytes(value.parse().map_err(|_| io::ErrorKind::InvalidData)?);
            }
            Some(("transfer-encoding", "chunked")) => left = Left::Chunks(0),
            Some(_) => {}
        }
    }
    Ok(Answer {
        is_good: status.split_whitespace().nth(1) == Some("200"),
        body: BufReader::new(Content { stream, left }),
    })
}

/// How much of a body is left to read.
#[derive(Clone, Copy)]
enum Left {
    Bytes(u64),
    /// This many bytes of a chunk, then more chunks.
    Chunks(u64),
    UntilEnd,
    Nothing,
}

/// The body of a response.
pub(super) struct Content {
    stream: BufReader<Box<dyn Read>>,
    left: Left,
}

impl Content {
    /// Reads the length of the next chunk, 0 after the last one.
    fn next_chunk(&mut self) -> io::Result<u64> {
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            // Skips the empty line that ends the previous chunk.
            if let Some(length) = line.trim().split(';').next().filter(|length| !length.is_empty()) {
                return u64::from_str_radix(length, 16).map_err(|_| io::ErrorKind::InvalidData.into());
            }
        }
    }
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Left::Chunks(0) = self.left {
            self.left = match self.next_chunk()? {
                0 => Left::Nothing,
                length => Left::Chunks(length),
            };
        }
        let most = match self.left {
            Left::Nothing => 0,
            Left::UntilEnd => u64::MAX,
            Left::Bytes(left) | Left::Chunks(left) => left,
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(buffer.len());
        if most == 0 {
            return Ok(0);
        }
        let read = self.stream.read(&mut buffer[..most])?;
        match &mut self.left {
            Left::Bytes(_) | Left::Chunks(_) if read == 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            Left::Bytes(left) | Left::Chunks(left) => *left -= read as u64,
            Left::UntilEnd | Left::Nothing => {}
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(answer: &'static str) -> io::Result<String> {
        let stream: Box<dyn Read> = Box::new(answer.as_bytes());
        let mut text = String::new();
        read(BufReader::new(stream))?.body.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_truncated_response_is_an_error() {
        let sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        assert_eq!(content(sized).unwrap(), "hello");
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
        assert_eq!(content(chunked).unwrap(), "hello");
        for broken in [
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nl",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n",
            "HTTP/1.1 200 OK\r\n",
        ] {
            assert!(content(broken).is_err(), "{broken:?}");
        }
    }
}
