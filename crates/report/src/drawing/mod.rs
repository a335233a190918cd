//! Draws pictures as standalone SVG. Only this folder uses `plotters`.
//!
//! | file | contents |
//! |---|---|
//! | `marks.rs` | the marks of a chart, before they are drawn |
//! | `axes.rs` | axes and their ticks |
//! | `labels.rs` | placement of labels without overlap |
//! | `lines.rs` | lines clipped to the axes |
//! | `svg.rs` | a picture as a standalone SVG |
//! | `painter.rs`, `sheet.rs`, `scale.rs` | painting of marks on a sheet, at the scale of the axes |
//! | `chart.css` | the style of hover and focus |
//! | `pens.rs` | conversion of sizes, colours and fonts to those of `plotters` |

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
