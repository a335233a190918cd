use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GBK, ISO_8859_2, KOI8_U, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
};

use super::*;

fn decoded(bytes: &[u8], is_html: bool) -> Decoded {
    decode(bytes.to_vec(), false, is_html).unwrap()
}

#[track_caller]
fn check_refusal(bytes: &[u8], marked: bool, sentence: &str) {
    let error = decode(bytes.to_vec(), marked, false).unwrap_err();
    assert_eq!(error.to_string(), sentence);
}

#[track_caller]
fn check_guess(charset: &'static Encoding, text: &str) {
    let (bytes, _, unmappable) = charset.encode(text);
    assert!(!unmappable, "{text}");
    let found = decoded(&bytes, false);
    assert_eq!(found.text, text);
    assert_eq!(found.charset, Some(charset.name()));
}

#[test]
fn character_sets_are_guessed() {
    let western = "Le café où l'élève déjeune est fermé à Noël; la fenêtre reste ouverte.";
    check_guess(WINDOWS_1252, western);
    check_guess(WINDOWS_1252, "caf\u{e9} au lait");
    check_guess(WINDOWS_1252, "“It’s late,” she said – and left.");
    check_guess(ISO_8859_2, "Zażółć gęślą jaźń, rzekła Święta Łucja.");
    let russian = "Паром ждёт у причала, а старый пирс разрушила буря.";
    check_guess(WINDOWS_1251, russian);
    check_guess(KOI8_U, russian);
    check_guess(
        WINDOWS_1253,
        "Το πλοίο περιμένει στην προβλήτα από το πρωί.",
    );
    check_guess(
        WINDOWS_1254,
        "Eski iskele fırtınada yıkıldı, vapur bekliyor. Şimdi ne olacak?",
    );
    check_guess(WINDOWS_1255, "המעבורת מחכה ליד המזח הישן מאז הבוקר.");
    check_guess(WINDOWS_1256, "العبارة تنتظر عند الرصيف القديم منذ الصباح.");
    let japanese = "フェリーは古い桟橋で待っています。嵐が桟橋を壊しました。";
    check_guess(SHIFT_JIS, japanese);
    check_guess(EUC_JP, japanese);
    check_guess(ISO_2022_JP, japanese);
    check_guess(GBK, "渡轮在旧码头等待,暴风雨毁坏了码头。");
    check_guess(BIG5, "渡輪在舊碼頭等待,暴風雨毀壞了碼頭。");
    check_guess(
        EUC_KR,
        "여객선은 낡은 부두에서 기다리고 있다. 폭풍이 부두를 부쉈다.",
    );
}

#[test]
fn utf8_needs_no_guess_and_goes_before_what_a_page_declares() {
    let page = "<meta charset=iso-8859-1><p>déjà lu";
    let found = decoded(page.as_bytes(), true);
    assert_eq!((found.text.as_str(), found.charset), (page, None));
    assert_eq!(decoded(b"plain", false).charset, None);
    // Escapes alone, of a terminal, make no Japanese.
    let coloured = "\u{1B}[1mbold\u{1B}[0m";
    let found = decoded(coloured.as_bytes(), false);
    assert_eq!((found.text.as_str(), found.charset), (coloured, None));
}

#[test]
fn a_declaration_goes_before_the_guess_where_it_fits() {
    let page = |label: &str| format!("<meta charset={label}><p>\u{e9}");
    let latin = |label: &str| page(label).chars().map(|c| c as u8).collect::<Vec<u8>>();
    let found = decoded(&latin("iso-8859-5"), true);
    assert_eq!(found.text, page("iso-8859-5").replace('\u{e9}', "щ"));
    assert_eq!(found.charset, Some("ISO-8859-5"));
    // No text in the declared sets: the guess stands.
    for label in ["euc-jp", "utf-8", "klingon"] {
        let found = decoded(&latin(label), true);
        assert_eq!(found.text, page(label));
        assert_eq!(found.charset, Some("windows-1252"));
    }
    // What occurs in a text declares nothing.
    assert_eq!(
        decoded(&latin("iso-8859-5"), false).charset,
        Some("windows-1252")
    );
}

#[test]
fn damaged_utf8_is_named_and_not_guessed_at() {
    let mut damaged = "déjà lu, où, été, ".repeat(3).into_bytes();
    damaged[8] = 0xFF;
    damaged.push(0xE9);
    check_refusal(
        &damaged,
        false,
        "the file is UTF-8 except at byte 8 (and 1 more place); save it again from its source, or remove the damaged bytes",
    );
    let cut = "“It’s late,” she sai".as_bytes();
    check_refusal(
        &[cut, &[0xE2, 0x80]].concat(),
        false,
        "the file is UTF-8 except at byte 26; save it again from its source, or remove the damaged bytes",
    );
    check_refusal(
        b"caf\xE9",
        true,
        "the file is UTF-8 except at byte 3; save it again from its source, or remove the damaged bytes",
    );
    // The last letter of a word in another character set is not a cut.
    assert_eq!(decoded(b"caf\xE9", false).text, "café");
}

#[test]
fn bytes_that_are_no_text_are_named() {
    check_refusal(
        b"PK\x03\x00",
        false,
        "looks binary (a zero byte at byte 3); expected text in UTF-8, in UTF-16 with a byte order mark, or in a character set without zero bytes; convert or remove it",
    );
    check_refusal(
        b"\x89PNG\r\n\x1a\n\x01\x02\x03\xff\xfe",
        false,
        "unknown character set: not valid UTF-8 at byte 0, and not text in windows-1254 either; convert the file to UTF-8 or remove it",
    );
}
