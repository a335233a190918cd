//! Setters of options.

/// Makes setters of options, for a chain that begins with their default: each takes the options and gives them
/// back with one field set.
///
/// ```
/// #[derive(Default)]
/// struct Options {
///     at: Option<f64>,
/// }
///
/// impl Options {
///     dejalu_base::setters! {
///         /// Sets the score from which on a pair counts.
///         with_at(least: f64) => at = Some(least);
///     }
/// }
/// assert_eq!(Options::default().with_at(0.8).at, Some(0.8));
/// ```
#[macro_export]
macro_rules! setters {
    ($($(#[$doc:meta])* $setter:ident($name:ident: $type:ty) => $($field:ident).+ = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $setter(mut self, $name: $type) -> Self {
                self.$($field).+ = $value;
                self
            }
        )*
    };
}
