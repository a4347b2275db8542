//! HTTP as far as the local Discord needs it: requests with a length, answers, multipart forms.
use std::collections::HashMap;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The longest body that is read, in bytes: somewhat more than the largest file Discord accepts.
const LONGEST: usize = 30 << 20;

/// A request.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: String,
    /// By name in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// A part of a form.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) file: Option<String>,
    /// Its media type.
    pub(crate) kind: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// Reads the next request of a connection; none when it was closed.
pub(crate) async fn read(stream: &mut TcpStream, left: &mut Vec<u8>) -> Option<Request> {
    let mut chunk = [0; 16_384];
    loop {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Request::new(&mut headers);
        if let httparse::Status::Complete(head) = parsed.parse(left).ok()? {
            let target = parsed.path?.to_owned();
            let method = parsed.method?.to_owned();
            let headers = parsed.headers.iter().map(|header| {
                (header.name.to_lowercase(), String::from_utf8_lossy(header.value).into_owned())
            });
            let headers: HashMap<String, String> = headers.collect();
            assert!(
                !headers.contains_key("transfer-encoding"),
                "only bodies of a known length are read"
            );
            let length = headers.get("content-length").map_or(0, |header| header.parse().unwrap());
            assert!(length < LONGEST, "{length} bytes");
            while left.len() < head + length {
                match stream.read(&mut chunk).await.ok()? {
                    0 => return None,
                    read => left.extend_from_slice(&chunk[..read]),
                }
            }
            let body = left[head..head + length].to_vec();
            left.drain(..head + length);
            let (path, query) = target.split_once('?').unwrap_or((&target, ""));
            let (path, query) = (path.to_owned(), query.trim_start_matches('&').to_owned());
            return Some(Request { method, path, query, headers, body });
        }
        match stream.read(&mut chunk).await.ok()? {
            0 => return None,
            read => left.extend_from_slice(&chunk[..read]),
        }
    }
}

pub(crate) async fn write(stream: &mut TcpStream, answer: &Answer) -> std::io::Result<()> {
    let Answer { status, headers, body } = answer;
    let now = jiff::fmt::rfc2822::DateTimePrinter::new()
        .timestamp_to_rfc9110_string(&model::host_clock::now())
        .expect("a date of today");
    let length = body.len();
    let mut head = format!("HTTP/1.1 {status} X\r\ndate: {now}\r\ncontent-length: {length}\r\n");
    if !body.is_empty() {
        head.push_str("content-type: application/json\r\n");
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    stream.flush().await
}

/// Splits a multipart form.
pub(crate) fn parts(kind: &str, body: &[u8]) -> Vec<Part> {
    let boundary = kind.split("boundary=").nth(1).expect("a boundary").trim_matches('"');
    let mark = format!("\r\n--{boundary}");
    // There is no line break before the first boundary.
    let body = [b"\r\n", body].concat();
    let mut parts = Vec::new();
    let mut rest = &body[find(&body, mark.as_bytes()).expect("a first part") + mark.len()..];
    while !rest.starts_with(b"--") {
        let end = find(rest, mark.as_bytes()).expect("an end of a part");
        let part = &rest[2..end];
        let head = find(part, b"\r\n\r\n").expect("an end of the headers");
        let headers = String::from_utf8_lossy(&part[..head]).into_owned();
        let value = |key: &str| {
            let start = headers.find(&format!("{key}=\""))? + key.len() + 2;
            Some(headers[start..].split('"').next()?.to_owned())
        };
        parts.push(Part {
            name: value(" name").or_else(|| value(";name")).expect("a name"),
            file: value("filename"),
            kind: headers
                .lines()
                .find_map(|line| {
                    line.to_lowercase().strip_prefix("content-type:").map(str::to_owned)
                })
                .map(|kind| kind.trim().to_owned()),
            bytes: part[head + 4..].to_vec(),
        });
        rest = &rest[end + mark.len()..];
    }
    parts
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|it| it == what)
}

#[test]
fn a_form_is_taken_apart() {
    let body = b"--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{}\r\n\
        --x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\x89\r\n--\r\n--x--\r\n";
    let parts = parts("multipart/form-data; boundary=x", body);
    assert_eq!(parts.len(), 2);
    assert_eq!((parts[0].name.as_str(), parts[0].bytes.as_slice()), ("payload_json", &b"{}"[..]));
    assert_eq!(
        (parts[1].file.as_deref(), parts[1].bytes.as_slice()),
        (Some("a.png"), &b"\x89\r\n--"[..])
    );
    assert_eq!((parts[0].kind.clone(), parts[1].kind.as_deref()), (None, Some("image/png")));
}
