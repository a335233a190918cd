//! Archives of files.

use super::*;

fn tarred(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive
            .append_data(&mut header, name, &content[..])
            .unwrap();
    }
    archive.into_inner().unwrap()
}

#[test]
fn archives_are_read_as_folders_are() {
    let docx = zipped(&[(
        "word/document.xml",
        "<w:p><w:t>In an office file</w:t></w:p>",
    )]);
    let long = format!("{}/b.txt", "folder".repeat(30));
    let members = [
        ("sub/a.txt", b"One text".to_vec()),
        ("picture.png", vec![0; 10]),
        ("page.html", b"<p>One page".to_vec()),
        ("c.docx", docx),
        ("d.txt", b"\x89\0\0".to_vec()),
        ("table.csv", b"id,text\n".to_vec()),
        (&long, b"One more".to_vec()),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_directory("sub/", SimpleFileOptions::default())
        .unwrap();
    for (name, content) in &members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    let tar = tarred(&members);
    let folder = Folder::new()
        .with("a.zip", zip.finish().unwrap().into_inner())
        .with("a.tgz", zip_free(&tar))
        .with("a.tar.zst", zstd::encode_all(&tar[..], 3).unwrap())
        .with("a.tar", &tar);
    for name in ["a.zip", "a.tar", "a.tgz", "a.tar.zst"] {
        let read = folder.read(name);
        let texts = read.documents.iter().map(|it| (it.id.as_str(), &*it.text));
        assert_eq!(
            texts.collect::<Vec<_>>(),
            [
                ("sub/a.txt", "One text"),
                ("page.html", "One page"),
                ("c.docx", "In an office file"),
                (&*long, "One more"),
            ],
            "{name}"
        );
        assert_eq!(
            read.unknown,
            [Path::new("picture.png"), Path::new("table.csv")]
        );
        let told = folder.messages(&read);
        assert!(
            told[0].starts_with(&format!("{name}/d.txt: looks binary")),
            "{told:?}"
        );
        assert_eq!(told.len(), 1);
    }
    let cut = Folder::new().with("a.tar", &tar[..515]);
    assert!(
        cut.refused("a.tar")
            .starts_with("a.tar: the archive is cut short or damaged (")
    );
    let other = Folder::new().with("a.tar", "The ferry waits at the pier.");
    assert!(
        other
            .refused("a.tar")
            .starts_with("a.tar: it is damaged, or not what its extension says (")
    );
}

#[test]
fn hidden_files_of_an_archive_are_named_and_not_read() {
    let names = [
        "a.txt",
        ".draft.txt",
        ".git/note.txt",
        "sub/.b.md",
        ".config",
        "./c.txt",
    ];
    let zip = zipped(&names.map(|name| (name, "A text")));
    let tar = tarred(&names.map(|name| (name, b"A text".to_vec())));
    let folder = Folder::new().with("a.zip", zip).with("a.tar", tar);
    for name in ["a.zip", "a.tar"] {
        let reader = open(&folder.path(name), &ReadOptions::default()).unwrap();
        let hidden = [".draft.txt", ".git/note.txt", "sub/.b.md"];
        assert_eq!(reader.hidden(), hidden.map(PathBuf::from), "{name}");
        assert!(reader.unknown().is_empty());
        let read: Vec<String> = reader.map(|it| it.unwrap().id.to_string()).collect();
        assert!(read[0] == "a.txt" && read[1].ends_with("c.txt"), "{read:?}");
        assert_eq!(read.len(), 2);
    }
}

#[test]
fn a_second_file_of_one_name_is_told_of() {
    let member = |(name, text): (_, &str)| (name, text.as_bytes().to_vec());
    let tar = tarred(&[("a.txt", "Old"), ("b.txt", "Text"), ("a.txt", "New")].map(member));
    // The library writes no name twice.
    let zip = zipped(&[("a.txt", "One text"), ("b.txt", "Text"), ("c.txt", "Two")]);
    let mut renamed = zip;
    for place in 0..renamed.len() - 5 {
        if renamed[place..].starts_with(b"c.txt") {
            renamed[place] = b'a';
        }
    }
    let folder = Folder::new().with("a.tar", tar).with("a.zip", renamed);
    let told = "a later file of the same name in the archive replaces it, as when the archive is unpacked; rename one of them to keep both";
    for (name, read_as) in [
        ("a.tar", [("b.txt", "Text"), ("a.txt", "New")]),
        ("a.zip", [("a.txt", "Two"), ("b.txt", "Text")]),
    ] {
        let read = folder.read(name);
        let documents = read.documents.iter();
        let texts: Vec<_> = documents.map(|it| (it.id.as_str(), &*it.text)).collect();
        assert_eq!(texts, read_as, "{name}");
        assert_eq!(folder.messages(&read), [format!("{name}/a.txt: {told}")]);
    }
}

#[test]
fn what_stands_before_the_cut_of_an_archive_is_read() {
    let letter = |place: u32| b'a' + (place.wrapping_mul(2_654_435_761) >> 24) as u8 % 26;
    let text = |name| (name, (0..2_000).map(letter).collect());
    let tar = tarred(&["a.txt", "b.png", "c.txt", "d.txt"].map(text));
    let member = 512 + 2_048;
    let cuts = [
        (member + 600, "unexpected EOF during skip", 1),
        (member * 2 + 100, "failed to read entire block", 1),
        (member * 3 + 600, "unexpected EOF during skip", 2),
        // The end of the last text is there, its padding is not.
        (member * 4 - 10, "unexpected EOF during skip", 3),
    ];
    for (cut, problem, documents) in cuts {
        let folder = Folder::new().with("a.tar", &tar[..cut]);
        let read = folder.read("a.tar");
        assert_eq!(read.documents.len(), documents, "{cut}");
        assert_eq!(
            folder.messages(&read),
            [format!(
                "a.tar: the archive is cut short or damaged ({problem}); the rest of it is not read; copy or download it again"
            )]
        );
    }
    let packed = zip_free(&tar);
    let folder = Folder::new().with("a.tgz", &packed[..packed.len() / 4 * 3]);
    let told = folder.messages(&folder.read("a.tgz"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("a.tgz: the archive is cut short"),
        "{told:?}"
    );
}

#[test]
fn hard_links_and_contiguous_files_are_documents_and_other_members_are_counted() {
    use tar::EntryType;

    let mut archive = tar::Builder::new(Vec::new());
    let mut add = |kind: EntryType, name: &str, target: &str, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(content.len() as u64);
        if !target.is_empty() {
            header.set_link_name(target).unwrap();
        }
        archive.append_data(&mut header, name, content).unwrap();
    };
    add(EntryType::Regular, "a.txt", "", b"One text");
    add(EntryType::Regular, "b.dat", "", b"Another text");
    add(EntryType::Link, "c.txt", "a.txt", b"");
    add(EntryType::Link, "d.md", "b.dat", b"");
    add(EntryType::Link, "e.txt", "c.txt", b"");
    add(EntryType::Link, "f.txt", "none.txt", b"");
    add(EntryType::Continuous, "g.txt", "", b"In one piece");
    add(EntryType::Symlink, "h.txt", "a.txt", b"");
    add(EntryType::Fifo, "i.txt", "", b"");
    add(EntryType::Directory, "j", "", b"");
    let tar = archive.into_inner().unwrap();
    // A second archive behind the first is read as well.
    let both = [
        &tar[..],
        &tarred(&[("k.txt", b"In another archive".to_vec())]),
    ]
    .concat();
    let folder = Folder::new().with("a.tar", both);
    let read = folder.read("a.tar");
    let texts = read.documents.iter().map(|it| (it.id.as_str(), &*it.text));
    assert_eq!(
        texts.collect::<Vec<_>>(),
        [
            ("a.txt", "One text"),
            ("c.txt", "One text"),
            ("d.md", "Another text"),
            ("e.txt", "One text"),
            ("g.txt", "In one piece"),
            ("k.txt", "In another archive"),
        ]
    );
    assert_eq!(read.unknown, [Path::new("b.dat")]);
    let passed_over: Vec<(&str, u64)> = read.passed_over.clone().into_iter().collect();
    assert_eq!(passed_over, [("special_members", 1), ("symbolic_links", 1)]);
    assert_eq!(
        folder.messages(&read),
        [
            "a.tar/f.txt: it is a hard link to 'none.txt', which is not an earlier file of the archive, or one too many to hold; pack the archive again without hard links"
        ]
    );
}
