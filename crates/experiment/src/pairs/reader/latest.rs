//! Selects the rows of a file of answers that count.

use std::collections::{BTreeMap, BTreeSet};

use super::options::{Labels, PairOptions};
use crate::pairs::labels::{Opinion, STREAM, Stream, opinion};
use dejalu_base::error::{Error, Result};
use dejalu_io::rows::{Row, Rows};

/// The rows of a table of pairs that count, with their numbers.
pub(super) struct Latest {
    pub(super) rows: Box<dyn Iterator<Item = (usize, Result<Row>)>>,
    /// The answers that do not count in a file of answers: sure ones of the audit, and all that are not
    /// sure or not given; none of another table.
    pub(super) left_out: Option<[usize; 2]>,
}

/// The rows of a table of pairs that count. Of a file of answers these are the last one of each pair, if it
/// says something or nothing needs to be said, and only those to learn from where the audit is left out;
/// of another table all. A row that cannot be read counts, as the error that it is.
pub(super) fn latest(rows: Rows, options: &PairOptions) -> Latest {
    let is_labels = rows.columns().any(|name| name == STREAM);
    let numbered = (1..).zip(rows);
    if !is_labels {
        return Latest {
            rows: Box::new(numbered),
            left_out: None,
        };
    }
    let mut left_out: BTreeMap<usize, bool> = BTreeMap::new();
    let mut last: BTreeMap<[String; 2], usize> = BTreeMap::new();
    let mut kept: Vec<(usize, Result<Row>)> = Vec::new();
    for (number, row) in numbered {
        let read = row.and_then(|mut row| {
            let id = |column| Ok::<_, Error>(row.get(column)?.unwrap_or_default().to_string());
            let mut pair = [id(&options.left)?, id(&options.right)?];
            pair.sort();
            let stream = row.get(STREAM)?.unwrap_or_default().parse();
            let stream: Stream = stream.map_err(|error: Error| error.at(&row.place))?;
            let opinion = match options.labels {
                Labels::Ignored => None,
                _ => opinion(&row, &options.label).map_err(|error| error.at(&row.place))?,
            };
            let is_sure = matches!(opinion, Some(Opinion::Sure(_)));
            if !is_sure {
                row.take(&options.label)?;
            }
            last.insert(pair, number);
            let is_apart = options.without_audit && stream == Stream::Audit;
            let is_used = (is_sure || options.labels != Labels::Required) && !is_apart;
            if !is_used {
                left_out.insert(number, is_sure);
            }
            Ok(is_used.then_some(row))
        });
        kept.extend(read.transpose().map(|read| (number, read)));
    }
    let stand: BTreeSet<usize> = last.into_values().collect();
    kept.retain(|(number, read)| read.is_err() || stand.contains(number));
    left_out.retain(|number, _| stand.contains(number));
    let sure = left_out.values().filter(|&&is_sure| is_sure).count();
    Latest {
        rows: Box::new(kept.into_iter()),
        left_out: Some([sure, left_out.len() - sure]),
    }
}
