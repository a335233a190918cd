//! Reads the response of a server, as a web archive stores it.

use std::io::Read;

use flate2::read::{MultiGzDecoder, ZlibDecoder};

use dejalu_base::error::{DocumentError, InputError, Result};
use dejalu_io::bounded::MOST_OF_DOCUMENT;

/// An answer with status 200.
pub(super) struct Response {
    /// The media type with its parameters, in lower case.
    pub(super) media: String,
    /// The content, decoded.
    pub(super) body: Vec<u8>,
}

impl Response {
    /// The answer in these bytes; none of another status.
    ///
    /// # Errors
    ///
    /// A content that cannot be decoded, or is larger than a document may be.
    pub(super) fn of(bytes: &[u8]) -> Result<Option<Self>> {
        let mut rest = bytes;
        let status = line(&mut rest);
        if status.split_whitespace().nth(1) != Some("200") {
            return Ok(None);
        }
        let (mut media, mut coding, mut is_chunked) = (String::new(), String::new(), false);
        loop {
            let line = line(&mut rest);
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "content-type" => media = value.to_ascii_lowercase(),
                "content-encoding" => coding = value.to_ascii_lowercase(),
                "transfer-encoding" => is_chunked = value.eq_ignore_ascii_case("chunked"),
                _ => {}
            }
        }
        // Many archives hold what was sent in chunks without them, and keep the line that speaks of them.
        let joined = is_chunked.then(|| chunks(rest)).flatten();
        let body = joined.unwrap_or_else(|| rest.to_vec());
        Ok(Some(Response {
            media,
            body: decoded(body, &coding)?,
        }))
    }
}

/// The next line, without its end; an empty one at the end.
fn line(rest: &mut &[u8]) -> String {
    let end = memchr::memchr(b'\n', rest);
    let (line, after) = match end {
        Some(end) => (&rest[..end], &rest[end + 1..]),
        None => (*rest, &rest[rest.len()..]),
    };
    *rest = after;
    String::from_utf8_lossy(line.trim_ascii_end()).into_owned()
}

/// The content of chunks, if there are any.
fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let size = line(&mut rest);
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = &rest[size..];
        rest = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))?;
    }
}

/// The content without its coding. Some archives hold it decoded already.
fn decoded(body: Vec<u8>, coding: &str) -> Result<Vec<u8>> {
    let is_packed = match coding {
        "gzip" | "x-gzip" => body.starts_with(&[0x1f, 0x8b]),
        "deflate" => body.first().is_some_and(|byte| byte & 0x0f == 8),
        "zstd" => body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]),
        "" | "identity" => false,
        _ if std::str::from_utf8(&body).is_ok() => false,
        other => {
            let kind = InputError::UnreadCompression {
                found: other.to_owned(),
                readable: "gzip, deflate, zstd or none",
            };
            return Err(kind.into());
        }
    };
    if !is_packed {
        return Ok(body);
    }
    let reader: Box<dyn Read + '_> = match coding {
        "deflate" => Box::new(ZlibDecoder::new(&body[..])),
        "zstd" => Box::new(zstd::Decoder::with_buffer(&body[..]).map_err(DocumentError::damaged)?),
        _ => Box::new(MultiGzDecoder::new(&body[..])),
    };
    let mut content = Vec::new();
    let read = reader.take(MOST_OF_DOCUMENT + 1).read_to_end(&mut content);
    read.map_err(DocumentError::damaged)?;
    if content.len() as u64 > MOST_OF_DOCUMENT {
        let most = MOST_OF_DOCUMENT;
        return Err(InputError::LongRecord { most }.into());
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coding_that_cannot_be_read_is_named() {
        let sent = b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\xff\xfe";
        assert_eq!(
            Response::of(sent).err().unwrap().to_string(),
            "its content is compressed with br, which cannot be read; expected gzip, deflate, zstd or none; write or fetch it again with one of these"
        );
    }
}
