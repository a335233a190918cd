//! How a picture is drawn: as an SVG that stands alone. The only folder that names `plotters`.
//!
//! | file | the question it answers |
//! |---|---|
//! | `marks.rs` | what does a picture consist of, before it is drawn? |
//! | `axes.rs` | where does a number stand? |
//! | `labels.rs` | where does a name stand so that it covers nothing? |
//! | `lines.rs` | what is left of a line inside the axes? |
//! | `painter.rs` | how is a mark painted? |
//! | `chart.css` | what do pointer and focus show? |
//! | `pens.rs` | how do our sizes, colours and letters become those of `plotters`? |

pub(super) mod axes;
mod labels;
mod lines;
pub(super) mod marks;
mod painter;
mod pens;
mod scale;
mod sheet;
mod svg;
pub(crate) use svg::svg;
