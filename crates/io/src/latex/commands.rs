//! Meanings of commands.

/// The mark that a command puts on the letter behind it.
pub(super) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "`" => '\u{300}',
        "'" | "´" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30A}',
        "H" => '\u{30B}',
        "v" => '\u{30C}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "b" => '\u{332}',
        "t" => '\u{361}',
        _ => return None,
    })
}

/// Number of arguments of a command that are not text: an address, a colour, a length, a key.
pub(super) fn hidden_arguments(name: &str) -> usize {
    match name {
        "href" | "textcolor" | "color" | "hspace" | "vspace" | "noopsort" | "SortNoop"
        | "label" | "begin" | "end" | "fontfamily" | "selectlanguage" | "foreignlanguage"
        | "phantom" | "hphantom" | "vphantom" | "index" => 1,
        "fontsize" => 2,
        _ => 0,
    }
}

/// Returns whether a command without an argument says how what follows is set, and nothing else.
pub(super) fn is_markup(name: &str) -> bool {
    matches!(
        name,
        "it" | "em"
            | "bf"
            | "sc"
            | "tt"
            | "rm"
            | "sf"
            | "sl"
            | "cal"
            | "itshape"
            | "slshape"
            | "scshape"
            | "upshape"
            | "bfseries"
            | "mdseries"
            | "rmfamily"
            | "sffamily"
            | "ttfamily"
            | "normalfont"
            | "tiny"
            | "scriptsize"
            | "footnotesize"
            | "small"
            | "normalsize"
            | "large"
            | "Large"
            | "LARGE"
            | "huge"
            | "Huge"
            | "boldmath"
            | "unboldmath"
            | "displaystyle"
            | "textstyle"
            | "scriptstyle"
            | "scriptscriptstyle"
            | "limits"
            | "nolimits"
            | "left"
            | "right"
            | "middle"
            | "big"
            | "Big"
            | "bigg"
            | "Bigg"
            | "bigl"
            | "bigr"
            | "Bigl"
            | "Bigr"
            | "relax"
            | "protect"
            | "noindent"
            | "par"
            | "mathrm"
            | "mathit"
            | "mathbf"
            | "mathsf"
            | "mathtt"
            | "mathcal"
            | "mathbb"
            | "mathfrak"
            | "boldsymbol"
            | "bm"
            | "emph"
            | "textit"
            | "textbf"
            | "textsc"
            | "texttt"
            | "textrm"
            | "textsf"
            | "textsl"
            | "textup"
            | "textmd"
            | "textnormal"
            | "text"
            | "mbox"
            | "ensuremath"
            | "null"
            | "allowbreak"
            | "nobreak"
            | "uppercase"
            | "lowercase"
            | "MakeUppercase"
            | "MakeLowercase"
    )
}

/// Returns whether a command is white space.
pub(super) fn is_space(name: &str) -> bool {
    matches!(
        name,
        "space"
            | "quad"
            | "qquad"
            | "thinspace"
            | "medspace"
            | "thickspace"
            | "enspace"
            | "newline"
            | "linebreak"
            | "nobreakspace"
            | "hfill"
            | "\\"
    )
}

/// The characters that a command stands for.
pub(super) fn symbol(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => "α",
        "beta" => "β",
        "gamma" => "γ",
        "delta" => "δ",
        "epsilon" | "varepsilon" => "ε",
        "zeta" => "ζ",
        "eta" => "η",
        "theta" | "vartheta" => "θ",
        "iota" => "ι",
        "kappa" | "varkappa" => "κ",
        "lambda" => "λ",
        "mu" | "textmu" | "micro" => "μ",
        "nu" => "ν",
        "xi" => "ξ",
        "pi" | "varpi" => "π",
        "rho" | "varrho" => "ρ",
        "sigma" => "σ",
        "varsigma" => "ς",
        "tau" => "τ",
        "upsilon" => "υ",
        "phi" | "varphi" => "φ",
        "chi" => "χ",
        "psi" => "ψ",
        "omega" => "ω",
        "Gamma" => "Γ",
        "Delta" => "Δ",
        "Theta" => "Θ",
        "Lambda" => "Λ",
        "Xi" => "Ξ",
        "Pi" => "Π",
        "Sigma" => "Σ",
        "Upsilon" => "Υ",
        "Phi" => "Φ",
        "Psi" => "Ψ",
        "Omega" => "Ω",
        "aa" => "å",
        "AA" => "Å",
        "ae" => "æ",
        "AE" => "Æ",
        "dh" => "ð",
        "DH" => "Ð",
        "dj" => "đ",
        "DJ" => "Đ",
        "i" | "imath" => "ı",
        "j" | "jmath" => "ȷ",
        "ij" => "ij",
        "IJ" => "IJ",
        "l" => "ł",
        "L" => "Ł",
        "ng" => "ŋ",
        "NG" => "Ŋ",
        "o" => "ø",
        "O" => "Ø",
        "oe" => "œ",
        "OE" => "Œ",
        "ss" => "ß",
        "SS" => "ẞ",
        "th" => "þ",
        "TH" => "Þ",
        "LaTeX" => "LaTeX",
        "TeX" => "TeX",
        "BibTeX" => "BibTeX",
        "textendash" => "–",
        "textemdash" => "—",
        "textquotesingle" => "'",
        "textquotedblleft" | "ldq" => "“",
        "textquotedblright" | "rdq" => "”",
        "textquoteleft" | "lq" => "‘",
        "textquoteright" | "rq" => "’",
        "quotedblbase" | "glqq" => "„",
        "quotesinglbase" | "glq" => "‚",
        "grqq" => "“",
        "textquotedbl" => "\"",
        "guillemotleft" | "flqq" => "«",
        "guillemotright" | "frqq" => "»",
        "guilsinglleft" => "‹",
        "guilsinglright" => "›",
        "textasciicircum" => "^",
        "textasciigrave" => "`",
        "textasciitilde" | "sim" => "~",
        "textasteriskcentered" | "ast" => "*",
        "textbackslash" | "backslash" | "setminus" => "\\",
        "textbar" | "mid" | "vert" => "|",
        "textbraceleft" | "lbrace" => "{",
        "textbraceright" | "rbrace" => "}",
        "textbullet" | "bullet" => "•",
        "textdagger" | "dag" | "dagger" => "†",
        "textdaggerdbl" | "ddag" | "ddagger" => "‡",
        "textdollar" => "$",
        "textless" | "lt" => "<",
        "textgreater" | "gt" => ">",
        "textexclamdown" => "¡",
        "textquestiondown" => "¿",
        "textordfeminine" => "ª",
        "textordmasculine" => "º",
        "textperiodcentered" | "cdot" => "·",
        "textregistered" => "®",
        "texttrademark" => "™",
        "copyright" | "textcopyright" => "©",
        "textsection" | "S" => "§",
        "textparagraph" | "P" => "¶",
        "textunderscore" => "_",
        "textvisiblespace" => "␣",
        "dots" | "ldots" | "cdots" | "textellipsis" => "…",
        "pounds" | "textsterling" => "£",
        "euro" | "texteuro" => "€",
        "degree" | "textdegree" | "degrees" => "°",
        "textperthousand" => "‰",
        "circ" => "∘",
        "pm" | "textpm" => "±",
        "mp" => "∓",
        "times" | "texttimes" => "×",
        "div" | "textdiv" => "÷",
        "le" | "leq" | "leqslant" => "≤",
        "ge" | "geq" | "geqslant" => "≥",
        "ne" | "neq" => "≠",
        "ll" => "≪",
        "gg" => "≫",
        "approx" => "≈",
        "equiv" => "≡",
        "simeq" => "≃",
        "cong" => "≅",
        "propto" => "∝",
        "infty" => "∞",
        "partial" => "∂",
        "nabla" => "∇",
        "prime" => "′",
        "hbar" => "ħ",
        "ell" => "ℓ",
        "Re" => "ℜ",
        "Im" => "ℑ",
        "aleph" => "ℵ",
        "sum" => "∑",
        "prod" => "∏",
        "int" => "∫",
        "in" => "∈",
        "notin" => "∉",
        "subset" => "⊂",
        "subseteq" => "⊆",
        "cup" => "∪",
        "cap" => "∩",
        "emptyset" => "∅",
        "forall" => "∀",
        "exists" => "∃",
        "wedge" | "land" => "∧",
        "vee" | "lor" => "∨",
        "oplus" => "⊕",
        "otimes" => "⊗",
        "perp" => "⊥",
        "parallel" => "∥",
        "to" | "rightarrow" | "longrightarrow" => "→",
        "leftarrow" => "←",
        "leftrightarrow" => "↔",
        "Rightarrow" => "⇒",
        "langle" => "⟨",
        "rangle" => "⟩",
        _ => return None,
    })
}
