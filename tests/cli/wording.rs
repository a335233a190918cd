//! Tests of different spellings of the same words: hyphens at line ends, marks and case, and in mails the text of
//! others.

use super::workshop::Workshop;

const FLOWING: &str = "On Tuesday evening the ferry of the islanders waited before the harbour while the \
    captain received the passengers. A large crowd had gathered in spite of the rain, and many remained \
    until the lamps were lit. The well-known pier of 1990-1995 was closed.";

/// The text as it is broken into lines, with this for each `|`.
fn broken(mark: &str) -> String {
    let text = "On Tuesday even|ing the ferry of the is|landers waited before the har|bour while the \
        captain received the pas|sengers. A large crowd had gath|ered in spite of the rain, and many re|mained \
        until the lamps were lit. The well-known pier of 1990-1995 was closed.";
    text.replace('|', mark)
}

#[test]
fn words_hyphenated_at_line_ends_score_as_in_flowing_text() {
    let workshop = Workshop::new()
        .with("flow.txt", FLOWING)
        .with("again.txt", FLOWING);
    let judged = |workshop: &Workshop, file: &str| {
        let answer = workshop.types(&format!("classify {file} flow.txt")).done();
        let verdict = answer.out.lines().find(|line| line.contains("score"));
        verdict.unwrap_or_default().to_string()
    };
    let same = judged(&workshop, "again.txt");
    assert!(same.starts_with("duplicate"), "{same}");
    for mark in [
        "-\n",
        "- \r\n  ",
        "\u{ad}\n",
        "\u{ad}",
        "\u{ac}\n",
        "\u{ac} ",
        "\u{2010}\n",
    ] {
        let workshop = Workshop::new()
            .with("flow.txt", FLOWING)
            .with("broken.txt", broken(mark));
        assert_eq!(judged(&workshop, "broken.txt"), same, "{mark:?}");
    }
}

#[test]
fn a_text_without_its_marks_or_in_capitals_is_a_duplicate() {
    let pairs = [
        (
            "Ο δήμος χτίζει νέα γέφυρα πάνω από το ποτάμι, και όλοι οι κάτοικοι της πόλης την περιμένουν.",
            "Ο ΔΗΜΟΣ ΧΤΙΖΕΙ ΝΕΑ ΓΕΦΥΡΑ ΠΑΝΩ ΑΠΟ ΤΟ ΠΟΤΑΜΙ, ΚΑΙ ΟΛΟΙ ΟΙ ΚΑΤΟΙΚΟΙ ΤΗΣ ΠΟΛΗΣ ΤΗΝ ΠΕΡΙΜΕΝΟΥΝ.",
        ),
        (
            "Iğdır ilinde yıllık pazar ısrarla ertelendi, ilgili kişiler yeni tarihi bekliyor.",
            "IĞDIR İLİNDE YILLIK PAZAR ISRARLA ERTELENDİ, İLGİLİ KİŞİLER YENİ TARİHİ BEKLİYOR.",
        ),
        (
            "La ciudad construirá un puente junto al río, abierto a niños y jóvenes de la región.",
            "La ciudad construira un puente junto al rio, abierto a ninos y jovenes de la region.",
        ),
        (
            "تبني المدينة جسرا جديدا قرب النهر ومكتبة صغيرة للأطفال",
            "تَبْنِي المَدِينَةُ جِسْرًا جَدِيدًا قُرْبَ النَّهْرِ وَمَكْتَبَةً صَغِيرَةً لِلأَطْفَالِ",
        ),
        (
            "העיר בונה גשר חדש ליד הנהר וספרייה קטנה לילדים",
            "הָעִיר בּוֹנָה גֶּשֶׁר חָדָשׁ לְיַד הַנָּהָר וּסְפְרִיָּיה קְטַנָּה לִילָדִים",
        ),
        (
            "Ещё в этом году город построит новый мост, и всё движение пойдёт через него.",
            "Еще в этом году город построит новый мост, и все движение пойдет через него.",
        ),
        (
            "Die Straßenbahn fährt künftig größere Strecken; Fußgänger müssen draußen grüßen.",
            "DIE STRASSENBAHN FÄHRT KÜNFTIG GRÖSSERE STRECKEN; FUSSGÄNGER MÜSSEN DRAUSSEN GRÜSSEN.",
        ),
    ];
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["text_a", "text_b"]).unwrap();
    for (left, right) in pairs {
        table.write_record([left, right]).unwrap();
    }
    let workshop = Workshop::new().with("pairs.csv", table.into_inner().unwrap());
    let answer = workshop.types("classify --pairs pairs.csv").done();
    let all = format!(
        "{} pairs classified, {} duplicates",
        pairs.len(),
        pairs.len()
    );
    assert!(answer.err.contains(&all), "{}{}", answer.out, answer.err);
}

const POST: &str = "Hello,\n\nthe gate of the lock sticks since the flood of last Sunday. It stops half-way with \
    a noise of iron on stone, although the keeper has greased it twice. I have asked at the lock above, where \
    nothing of the kind was seen. Has anybody an idea? The barges wait.\n\nRegards,\nK.\n";

const FOOTER: &str = "\n_______________________________________________\nLocks mailing list\n\
    https://lists.example.org/locks\n";

#[test]
fn with_quotes_ignored_every_command_compares_what_a_mail_says_itself() {
    let quoted: String = POST.lines().map(|line| format!("> {line}\n")).collect();
    let said = "On Monday, K wrote:\n";
    let own = "It is the rail in the wall: it was bent when the ice came. Ours was straightened in a day.\n";
    let workshop = Workshop::new()
        .with("mail/post.txt", POST)
        .with("mail/list.txt", format!("{POST}{FOOTER}"))
        .with("mail/plus.txt", format!("{said}{quoted}\n+1\n{FOOTER}"))
        .with("mail/reply.txt", format!("{said}{quoted}\n{own}{FOOTER}"))
        .with(
            "mail/nested.txt",
            format!("{own}\n{said}> {}\n", quoted.replace("> ", ">> ")),
        );
    for (other, code) in [("list", 0), ("plus", 0), ("reply", 1), ("nested", 1)] {
        let line = format!("classify mail/post.txt mail/{other}.txt --ignore-quotes");
        workshop.types(&line).ends_with(code);
    }
    workshop
        .types("classify mail/reply.txt mail/nested.txt --ignore-quotes")
        .done();
    let found = workshop
        .types("find mail/post.txt mail --ignore-quotes")
        .done();
    let grouped = workshop
        .types("dedupe mail --at=-0.5 --ignore-quotes --out groups.csv")
        .done();
    let group_of = |id: &str| {
        let groups = workshop.read("groups.csv");
        let mut rows = csv::Reader::from_reader(groups.as_bytes());
        let mut rows = rows.records().map(Result::unwrap);
        rows.find(|row| &row[0] == id)
            .map(|row| row[1].to_string())
            .unwrap_or_else(|| panic!("no {id}: {groups}"))
    };
    drop(grouped);
    for same in ["list.txt", "plus.txt"] {
        assert!(found.out.contains(same), "{}", found.out);
        assert_eq!(group_of(same), group_of("post.txt"));
    }
    for other in ["reply.txt", "nested.txt"] {
        assert!(!found.out.contains(other), "{}", found.out);
    }
    assert_eq!(group_of("reply.txt"), group_of("nested.txt"));
    assert_ne!(group_of("reply.txt"), group_of("post.txt"));
}

#[test]
fn several_texts_can_be_ignored() {
    let questions = [
        "Why is the sea salt and the lake is not?",
        "How do the tides know the moon?",
    ];
    let [salt, tides] = questions;
    let workshop = Workshop::new()
        .with("salt.txt", salt)
        .with("tides.txt", tides)
        .with(
            "essays/a.txt",
            format!("{salt} Rivers carry it there grain by grain. {tides} It pulls them."),
        )
        .with(
            "essays/b.txt",
            format!("{salt} Somebody spilled it long ago. {tides} They read almanacs."),
        )
        .with(
            "essays/c.txt",
            "Rivers carry it there grain by grain. It pulls them.",
        );
    let ignored = "--ignore salt.txt --ignore tides.txt";
    for line in [
        format!("classify essays/a.txt essays/c.txt {ignored}"),
        format!("explain essays/a.txt essays/c.txt {ignored}"),
        format!("find essays/c.txt essays {ignored}"),
        format!("dedupe essays --out g.csv {ignored}"),
    ] {
        workshop.types(&line).done();
    }
    let found = workshop
        .types(&format!("find essays/c.txt essays {ignored}"))
        .done();
    assert!(
        found.out.contains("a.txt") && !found.out.contains("b.txt"),
        "{}",
        found.out
    );
    let explained = workshop
        .types(&format!(
            "explain essays/a.txt essays/c.txt {ignored} --json -"
        ))
        .done();
    assert!(explained.out.contains("\"is_copy\": true") || explained.out.contains("Rivers"));
}

/// A model of format 4 and the scores that the program gave with it before there was a second version of the
/// analysis, on texts that this one reads otherwise.
#[test]
fn a_model_that_was_saved_before_keeps_its_scores() {
    let workshop = Workshop::new()
        .with("old.json", include_str!("../golden/model-analysis-1.json"))
        .with(
            "pairs.csv",
            include_str!("../golden/model-analysis-1-pairs.csv"),
        );
    workshop
        .types("classify --pairs pairs.csv --model old.json --out scored.csv")
        .done();
    let scored = include_str!("../golden/model-analysis-1.csv");
    let new = workshop.read("scored.csv");
    // The last column is the number of the row.
    let as_then = new.lines().filter_map(|row| Some(row.rsplit_once(',')?.0));
    assert!(as_then.eq(scored.lines()), "{new}");
}
