//! Long work tells how far it is. The library never prints; who calls it may listen.

/// Listens to long work. Called from several threads.
///
/// ```
/// use dejalu_base::Progress;
///
/// struct Printed;
///
/// impl Progress for Printed {
///     fn begin(&self, what: &str, steps: usize) {
///         println!("{what}: {steps} steps");
///     }
///
///     fn advance(&self, _steps: usize) {}
/// }
/// Printed.begin("reading", 3);
/// ```
pub trait Progress: Sync {
    /// A stage begins: what is done, and in how many steps.
    fn begin(&self, what: &str, steps: usize);

    /// This many more steps of the stage are done.
    fn advance(&self, steps: usize);
}

/// Nobody listens.
///
/// ```
/// use dejalu_base::{Progress, Silent};
///
/// // A long call is told whom to report to.
/// Silent.advance(1);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _steps: usize) {}

    fn advance(&self, _steps: usize) {}
}
