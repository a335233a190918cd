//! [`Index::find`]: the near-duplicates of documents.

use super::index::Index;
use super::search::{Near, NearSearch};
use crate::find::find_near;
use crate::{Answer, Answers, Collection, FindOptions, Judge, find};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::Method;
use dejalu_text::document::Document;

impl Index {
    /// Finds the near-duplicates of each query among the documents of the index, as its own model judges. It finds
    /// what [`find()`] finds in a collection of these documents, and reads only those that may be near.
    ///
    /// The answers are in the order of the queries; [`Match::document`](crate::Match::document) is a place in
    /// [`documents`](Index::documents). A new index finds nothing.
    ///
    /// ```
    /// use dejalu_base::Silent;
    /// use dejalu_collection::FindOptions;
    /// use dejalu_collection::index::Index;
    /// use dejalu_experiment::model::builtin;
    /// use dejalu_text::Document;
    ///
    /// # let folder = tempfile::tempdir().unwrap();
    /// let mut index = Index::create(folder.path(), builtin::model()?)?;
    /// index.add(vec![Document::plain("a", "The ferry waits at the old pier of Vellan.")], &Silent)?;
    /// let query = Document::plain("query", "The ferry waits at the old pier of Vellan!");
    /// let found = index.find(&[query], &FindOptions::default(), &Silent)?;
    /// assert_eq!(found.answers[0].matches[0].id.as_str(), "a");
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A method that the judge's filter does not allow; an index that is damaged.
    pub fn find(
        &self,
        queries: &[Document],
        options: &FindOptions,
        progress: &dyn Progress,
    ) -> Result<Answers> {
        self.find_by(&self.judge(), queries, options, progress)
    }

    /// Finds the same as another judge judges. Every document is read where the options ask for all pairs, and where
    /// the index does not lead to those that the judge has to look at: the judge has no filter or one of another
    /// similarity, or lacks statistics, which it then takes from the documents.
    ///
    /// # Errors
    ///
    /// As [`find`](Index::find); a judge that reads documents in another way ([`check`](Index::check)).
    pub fn find_by(
        &self,
        judge: &Judge,
        queries: &[Document],
        options: &FindOptions,
        progress: &dyn Progress,
    ) -> Result<Answers> {
        self.check(judge)?;
        if options.candidates.method == Method::All {
            return self.find_in_all(judge, queries, options, progress);
        }
        let least = options.at.unwrap_or(judge.minimum());
        match self.search(judge, least.lowest())? {
            Some(search) => search.find(queries, judge, options, progress),
            None => self.find_in_all(judge, queries, options, progress),
        }
    }

    fn find_in_all(
        &self,
        judge: &Judge,
        queries: &[Document],
        options: &FindOptions,
        progress: &dyn Progress,
    ) -> Result<Answers> {
        let among = Collection::new(self.documents()?);
        let asked = Collection::new(queries.to_vec());
        let mut found = find(&asked, &among, judge, options, progress)?;
        let mut in_order = vec![Answer::default(); queries.len()];
        for (place, answer) in (0..).zip(found.answers) {
            in_order[asked.arrival(place) as usize] = by_number(answer, |it| among.arrival(it));
        }
        found.answers = in_order;
        Ok(found)
    }
}

impl NearSearch<'_> {
    fn find(
        mut self,
        queries: &[Document],
        judge: &Judge,
        options: &FindOptions,
        progress: &dyn Progress,
    ) -> Result<Answers> {
        // How candidates are found does not depend on the documents.
        let nothing = Collection::new(Vec::new());
        let mut all = find_near(&nothing, &nothing, judge, options)?;
        all.documents = self.count();
        progress.begin("searching the index", queries.len());
        for query in queries {
            let Near { documents, numbers } = self.near(query)?;
            let (query, near) = (
                Collection::new(vec![query.clone()]),
                Collection::new(documents),
            );
            let found = find_near(&query, &near, judge, options)?
                .answers
                .into_iter();
            let number = |place| numbers[near.arrival(place) as usize];
            all.answers
                .extend(found.map(|answer| by_number(answer, number)));
            progress.advance(1);
        }
        Ok(all)
    }
}

/// An answer whose documents are told by their numbers in the index instead of their places in a collection.
fn by_number(mut answer: Answer, number: impl Fn(u32) -> u32) -> Answer {
    for found in answer.matches.iter_mut().chain(&mut answer.unsure) {
        found.document = number(found.document);
    }
    answer
}
