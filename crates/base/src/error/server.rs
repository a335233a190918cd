//! Errors of a server.

/// The kinds of error that a server can meet before it answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// Others could ask, and nothing would keep them out.
    #[error(
        "{address} can be reached from other computers; expected a token, which every request then has to bring"
    )]
    NoToken {
        /// The address.
        address: String,
    },

    /// The address cannot be used.
    #[error("cannot listen on {address}: {reason}; choose another port or address")]
    Taken {
        /// The address.
        address: String,
        /// The system's reason.
        reason: String,
    },

    /// A token that keeps nobody out.
    #[error(
        "the token has {characters} characters; expected at least {least} letters, digits or signs in one line, such as 'openssl rand -hex 32' prints"
    )]
    BadToken {
        /// Number of its characters.
        characters: usize,
        /// Number of characters it needs.
        least: usize,
    },

    /// No key can be made.
    #[error("the system gives no random numbers for a key: {reason}; try again")]
    NoChance {
        /// The system's reason.
        reason: String,
    },
}
