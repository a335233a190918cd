//! The page on which the service is tried.

mod page;

pub use page::service_page;
