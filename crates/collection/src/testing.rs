//! Texts for the tests of this folder.

/// Two that differ in a number, others that are alike in nothing, and one without words.
pub(super) const SENTENCES: [&str; 6] = [
    "The ferry waits at pier 7 until the storm has passed over Skagen.",
    "The ferry waits at pier 9 until the storm has passed.",
    "Beetles farm fungus in dead wood, says Irene Baker.",
    "Nobody counted the 1998 lamps of the old harbour.",
    "A tide of 3 metres is expected on Monday.\n\n",
    "!",
];
