//! Pairs that were found before, as a list.

use super::join::Join;
use super::scratch::Scratch;
use crate::corpus::Lists;

/// Pairs of documents. Each document is a record.
pub(super) struct Listed {
    documents: Vec<u32>,
    /// For each document those before it of its pairs.
    earlier: Lists<u32>,
}

impl Listed {
    /// Of pairs of so many documents, each pair once, the smaller place first.
    pub(super) fn new(documents: usize, pairs: &[(u32, u32)]) -> Self {
        let by_right = |_| pairs.iter().map(|&(left, right)| (right, left));
        Listed {
            documents: (0..documents as u32).collect(),
            earlier: Lists::gather(documents, 1, by_right),
        }
    }
}

impl Join for Listed {
    fn len(&self) -> usize {
        self.documents.len()
    }

    fn members(&self, record: u32) -> &[u32] {
        std::slice::from_ref(&self.documents[record as usize])
    }

    fn earlier(&self, record: u32, _scratch: &mut Scratch) -> Vec<u32> {
        self.earlier.get(record).to_vec()
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        self.earlier.get(right).contains(&left)
    }

    fn work(&self) -> u64 {
        self.earlier.items().len() as u64
    }
}
