//! Members of a ZIP archive that share a name.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipResult;

use super::super::files::{File, is_hidden};
use super::super::input::Seekable;

/// Opens an archive. The library gives the last of several members of one name: the documents among the others are
/// given by their names, in the order of the archive.
pub(super) fn with_doubled(bytes: Seekable) -> ZipResult<(ZipArchive<Seekable>, Vec<String>)> {
    let archive = ZipArchive::new(bytes)?;
    let start = archive.central_directory_start();
    let mut bytes = archive.into_inner();
    bytes.seek(SeekFrom::Start(start))?;
    let mut listed = HashSet::new();
    let mut doubled = HashSet::new();
    let mut again = Vec::new();
    let mut directory = BufReader::new(&mut bytes);
    while let Some(name) = listed_name(&mut directory)? {
        if !listed.insert(name.clone()) {
            doubled.insert(name.clone());
            again.push(name);
        }
    }
    let mut archive = ZipArchive::new(bytes)?;
    if doubled.is_empty() {
        return Ok((archive, Vec::new()));
    }
    let mut names = HashMap::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index)?;
        if doubled.contains(member.name_raw()) {
            names.insert(member.name_raw().to_vec(), member.name()?.into_owned());
        }
    }
    let again = again.iter().filter_map(|name| names.get(name).cloned());
    let again = again.filter(|name| {
        let name = Path::new(name);
        File::is_known(name) && !is_hidden(name)
    });
    Ok((archive, again.collect()))
}

/// The name of the next entry of the list of members, as its bytes; none at the end of the list.
fn listed_name(directory: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    const SIGNATURE: &[u8] = b"PK\x01\x02";
    const LENGTHS: Range<usize> = 28..34;
    let mut head = [0; 46];
    if let Err(reason) = directory.read_exact(&mut head) {
        let is_end = reason.kind() == io::ErrorKind::UnexpectedEof;
        return if is_end { Ok(None) } else { Err(reason) };
    }
    if !head.starts_with(SIGNATURE) {
        return Ok(None);
    }
    let mut lengths = head[LENGTHS].chunks_exact(2);
    let mut length = || {
        lengths
            .next()
            .map_or(0, |pair| u16::from_le_bytes([pair[0], pair[1]]))
    };
    let [name, extra, comment] = [length(), length(), length()].map(u64::from);
    let mut bytes = Vec::new();
    directory.by_ref().take(name).read_to_end(&mut bytes)?;
    io::copy(&mut directory.take(extra + comment), &mut io::sink())?;
    Ok(Some(bytes))
}
