//! Checks the log that a writer left behind.
//!
//! SQLite merges a log up to the first frame whose checksum does not fit, and throws the rest away.
//! That is right for a writer that was killed while it wrote, and loses what was committed where a
//! byte of the log flipped. The two are distinguished here, before SQLite sees the log: a killed
//! writer leaves an incomplete frame at the end, or frames of a former round; a frame of this round
//! that is complete and does not fit is damaged (SQLite's file format, section 4).

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// Time during which a frame may change that another process is writing.
const PAUSE: Duration = Duration::from_millis(50);

/// Returns whether a log, if it is there, has a damaged frame. One that changes meanwhile is that of
/// a process which is writing, and sound.
pub(super) fn is_damaged(log: &Path) -> io::Result<bool> {
    let before = match read(log)? {
        Some(bytes) if !is_sound(&bytes) => bytes,
        _ => return Ok(false),
    };
    std::thread::sleep(PAUSE);
    Ok(read(log)?.is_some_and(|bytes| bytes == before))
}

fn read(log: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match File::open(log).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_sound(log: &[u8]) -> bool {
    let Some((header, frames)) = log.split_at_checked(HEADER) else {
        // The header is written at once, and first.
        return true;
    };
    let Some(read) = reader(header) else {
        return false;
    };
    let own = |bytes, place| number(bytes, place, u32::from_be_bytes);
    let mut checksum = sum([0; 2], &header[..24], read);
    let page = own(header, 8) as usize;
    if checksum != [own(header, 24), own(header, 28)] || page == 0 {
        return false;
    }
    let salts = &header[16..24];
    let mut frames = frames.chunks_exact(FRAME_HEADER + page);
    let last = frames.find(|frame| {
        let (head, content) = frame.split_at(FRAME_HEADER);
        checksum = sum(sum(checksum, &head[..8], read), content, read);
        checksum != [own(head, 16), own(head, 20)] || head[8..16] != *salts
    });
    // From here on there may be frames of a former round, which have other salts.
    let of_this_round = |frame: &[u8]| frame[8..12] == salts[..4] || frame[12..16] == salts[4..];
    !last.into_iter().chain(frames).any(of_this_round)
}

/// Reader of the numbers that a log adds up; its own are big-endian.
type ReadNumber = fn([u8; 4]) -> u32;

fn reader(header: &[u8]) -> Option<ReadNumber> {
    match header[..4] {
        [0x37, 0x7f, 0x06, 0x82] => Some(u32::from_le_bytes),
        [0x37, 0x7f, 0x06, 0x83] => Some(u32::from_be_bytes),
        _ => None,
    }
}

fn number(bytes: &[u8], place: usize, read: ReadNumber) -> u32 {
    read([0, 1, 2, 3].map(|i| bytes[place + i]))
}

/// The checksum of a log so far, and of these bytes.
fn sum(before: [u32; 2], bytes: &[u8], read: ReadNumber) -> [u32; 2] {
    bytes.chunks_exact(8).fold(before, |[a, b], eight| {
        let a = a.wrapping_add(number(eight, 0, read)).wrapping_add(b);
        let b = b.wrapping_add(number(eight, 4, read)).wrapping_add(a);
        [a, b]
    })
}
