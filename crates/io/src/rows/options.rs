//! Describes how tables are written, if a user has to say it.

use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, Parameter, Result};

/// Format of a table. Whatever is not given is detected in the table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// The character between the cells of `.csv` and `.tsv`: ASCII, no letter, digit or quotation mark.
    /// By default the one of `,`, `;`, tab and `|` that fits the first rows best.
    pub delimiter: Option<char>,
    /// The character set, by its name in the Encoding Standard. By default UTF-8, or what the first
    /// 16 MiB seem to be in. JSON is UTF-8 unless this says otherwise.
    pub encoding: Option<String>,
}

impl TableOptions {
    /// The same of a copy of the table: one in a character set without the bytes of ASCII is UTF-8.
    pub fn of_copies(&self) -> Self {
        let charset = self.encoding().ok().flatten();
        let is_kept = charset.is_some_and(|charset| charset.is_ascii_compatible());
        TableOptions {
            encoding: self.encoding.clone().filter(|_| is_kept),
            ..self.clone()
        }
    }

    /// The delimiter as a byte.
    ///
    /// # Errors
    ///
    /// A character that can be none.
    pub(super) fn delimiter(&self) -> Result<Option<u8>> {
        let Some(delimiter) = self.delimiter else {
            return Ok(None);
        };
        let is_usable = delimiter.is_ascii()
            && !delimiter.is_ascii_alphanumeric()
            && !matches!(delimiter, '"' | '\n' | '\r' | '\0');
        if is_usable {
            return Ok(Some(delimiter as u8));
        }
        let expected = "expected an ASCII character that is no letter, digit, quotation mark or line end, such as ; or |";
        Err(Error::invalid(Parameter::Delimiter, delimiter, expected))
    }

    /// The character set.
    ///
    /// # Errors
    ///
    /// An unknown name.
    pub fn encoding(&self) -> Result<Option<&'static Encoding>> {
        let named = self.encoding.as_deref().map(crate::charset::named);
        named.transpose()
    }
}
