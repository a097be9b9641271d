import PreviewModel

/// The rules that make a type of evidence.
///
/// Contents win over names: what lies inside of a container proves most, then marks in the data on which
/// libmagic and the shared MIME database agree or one of them is sure. A name decides where contents leave
/// it open: between kinds of text, between the special kinds of what the contents show, and where contents
/// of its type have no marks that could be missing.
struct TypeRules {
    let database: MIMEDatabase

    /// From this priority on, a mark is sure enough to contradict a name.
    private static let sure = 50
    private static let text = "text/plain"

    /// The type of a file that is not empty.
    func verdict(on evidence: TypeEvidence) -> TypeVerdict {
        let evidence = believable(evidence)
        if let inside = evidence.inside {
            if inside.isProof { return proven(inside, evidence) }
            if let named = name(in: inside, evidence) {
                return TypeVerdict(type: named, rule: .containerNamed)
            }
        }
        if let agreed = agreement(evidence) { return agreed }
        return isText(evidence) ? text(evidence) : binary(evidence)
    }

    /// Bytes that do not read as text are none, whatever words a mark found among them.
    private func believable(_ evidence: TypeEvidence) -> TypeEvidence {
        var evidence = evidence
        if !evidence.isText, evidence.magic?.hasPrefix("text/") != true {
            evidence.data.removeAll { database.isKind($0.type, of: Self.text) }
        }
        return evidence
    }

    // MARK: Containers

    private func proven(
        _ inside: TypeEvidence.Inside,
        _ evidence: TypeEvidence
    ) -> TypeVerdict {
        if let named = evidence.name.map(\.type).first(where: {
            $0 != inside.type
                && (database.isKind($0, of: inside.type) || isTemplate($0, of: inside.type))
        }) {
            return TypeVerdict(type: named, rule: .containerNamed)
        }
        return TypeVerdict(
            type: inside.type,
            rule: .container,
            isMisnamed: contradicts(inside.type, evidence)
        )
    }

    /// Templates of old formats declare the type of the documents that are made of them.
    private func isTemplate(_ name: String, of type: String) -> Bool {
        name == type + ".template" || name == type + "-template"
    }

    /// The name's type, where the container may hold such a document and nothing in it says otherwise.
    private func name(in inside: TypeEvidence.Inside, _ evidence: TypeEvidence) -> String? {
        let names = evidence.name.map(\.type)
        if inside.sign == "EncryptedPackage" {
            // Nobody can tell what is in there; the name's extension is all there is.
            return names.first { isOffice($0) }
        }
        guard inside.type != "application/xml" else { return nil }
        return names.first {
            $0 != inside.type && database.isKind($0, of: inside.type)
                && (inside.isEncrypted || !needsProof($0))
        }
    }

    /// Types that always have parts by which they are known: an archive without them is none of these.
    private func needsProof(_ type: String) -> Bool {
        type.hasPrefix("application/vnd.openxmlformats-officedocument.")
            || type.hasPrefix("application/vnd.oasis.opendocument.")
            || type == "application/epub+zip"
    }

    private func isOffice(_ type: String) -> Bool {
        [
            "application/vnd.openxmlformats-officedocument.", "application/vnd.ms-",
            "application/msword",
        ].contains { type.hasPrefix($0) }
    }

    // MARK: Agreement

    /// The name and a reader of the contents say the same.
    private func agreement(_ evidence: TypeEvidence) -> TypeVerdict? {
        let marks = evidence.data.filter { $0.priority >= Self.sure }.map(\.type)
        let magic = evidence.magic.flatMap { LibmagicNames.guesses.contains($0) ? nil : $0 }
        let claims = ([magic] + marks).compactMap { $0 }.filter { $0 != Self.text }
        let names = evidence.name.map(\.type)
        if let named = names.first(where: { claims.contains($0) }) {
            // Both may be right, and a mark more so than the name: an Ogg file with Vorbis sound.
            let special = marks.first.map { database.isKind($0, of: named) ? $0 : named }
            let root = evidence.inside.map(\.type)
                .flatMap { database.isKind($0, of: named) ? $0 : nil }
            return TypeVerdict(type: root ?? special ?? named, rule: .agreement)
        }
        return nil
    }

    // MARK: Text

    private func isText(_ evidence: TypeEvidence) -> Bool {
        let claims = [evidence.magic, evidence.data.first?.type].compactMap { $0 }
        if claims.isEmpty { return evidence.isText }
        let textual = claims.filter { database.isKind($0, of: Self.text) }
        if evidence.isText { return !textual.isEmpty || evidence.magic == nil }
        // Bytes that do not read as text may be in an encoding that only libmagic tells.
        return evidence.magic?.hasPrefix("text/") == true && textual.count == claims.count
    }

    private func text(_ evidence: TypeEvidence) -> TypeVerdict {
        let shown = textShown(evidence)
        let isXML = evidence.inside != nil || database.isKind(shown, of: "application/xml")
        let names = evidence.name.map(\.type)
            // Types that are not text may be written as one, unless they have marks that are missing here.
            .filter { isTextual($0) || database.isKind($0, of: shown) || !database.hasMarks($0) }
            // What is written in XML has to begin like it.
            .filter { isXML || !database.isKind($0, of: "application/xml") }
        if Self.laidOut.contains(shown), !names.contains(where: { database.isKind($0, of: shown) })
        {
            return TypeVerdict(type: shown, rule: .contents, isMisnamed: !evidence.name.isEmpty)
        }
        // Of several types with one ending, the one that the contents show.
        let claims = [shown] + evidence.data.map(\.type)
        guard
            let named = names.first(where: { claims.contains($0) })
                ?? names.first(where: isTextual) ?? names.first
        else {
            return TypeVerdict(
                type: shown,
                rule: .text,
                isMisnamed: contradicts(shown, evidence)
            )
        }
        // The root of an XML document says more than an ending that only says XML.
        if let root = evidence.inside?.type, root != named, named != Self.text,
            database.isKind(root, of: named)
        {
            return TypeVerdict(type: root, rule: .container)
        }
        return TypeVerdict(type: named, rule: .textNamed)
    }

    /// Languages of pages: written in text, but nobody means their source by them.
    private static let laidOut: Set<String> = ["application/postscript", "application/rtf"]

    /// What a text shows itself to be, whatever its name.
    private func textShown(_ evidence: TypeEvidence) -> String {
        if let root = evidence.inside?.type { return root }
        if let data = evidence.data.first, data.priority >= Self.sure,
            database.isKind(data.type, of: Self.text)
        {
            return data.type
        }
        if let magic = evidence.magic, database.isKind(magic, of: Self.text) { return magic }
        return Self.text
    }

    /// Whether files of a type are text, the special kinds of XML and JSON too.
    private func isTextual(_ type: String) -> Bool {
        [Self.text, "application/xml", "application/json"].contains {
            database.isKind(type, of: $0)
        }
    }

    // MARK: Other data

    private func binary(_ evidence: TypeEvidence) -> TypeVerdict {
        let names = evidence.name.map(\.type)
        guard let shown = shown(evidence) else {
            // A name of text makes no text of bytes that are none.
            if let named = names.first(where: { !isTextual($0) || Self.binaryToo.contains($0) }) {
                return TypeVerdict(type: named, rule: .nameAlone)
            }
            let guess = evidence.magic ?? evidence.data.first?.type
            return TypeVerdict(
                type: guess ?? FileType.unknown.rawValue,
                rule: guess == nil ? .unknown : .contents
            )
        }
        let isProofMissing = evidence.inside != nil
        // A PDF stays one under the names of programs that write their documents as PDF.
        if shown != FileType.pdf.rawValue,
            let named = names.first(where: {
                database.isKind($0, of: shown) && !(isProofMissing && needsProof($0))
            })
        {
            return TypeVerdict(type: named, rule: .named)
        }
        // A container says little; a name that it cannot contradict says more.
        if let inside = evidence.inside, inside.type == shown,
            let named = names.first(where: {
                !database.hasMarks($0) && !isTextual($0) && !needsProof($0)
            })
        {
            return TypeVerdict(type: named, rule: .containerNamed)
        }
        // Whoever packs a comic as one kind of archive often names it as the other.
        if let comic = FileType(rawValue: shown).asComic,
            names.contains(where: { FileType(rawValue: $0).isComic })
        {
            return TypeVerdict(type: comic.rawValue, rule: .named, isMisnamed: true)
        }
        return TypeVerdict(
            type: shown,
            rule: .contents,
            isMisnamed: contradicts(shown, evidence)
        )
    }

    /// Kinds of text that have a form of bytes, too.
    private static let binaryToo: Set<String> = [
        "application/pgp-encrypted", "application/pgp-keys", "application/pgp-signature",
        "application/pkcs7-signature", "model/iges", "model/obj",
    ]

    /// What is in the format ELF.
    private static let programs: Set<String> = [
        "application/x-executable", "application/x-sharedlib", "application/x-object",
        "application/x-core",
    ]

    /// What the contents show, or `nil` where nothing but a guess is known.
    ///
    /// Between two readers that disagree, the one whose names these are; but the more special of two kinds
    /// of the same.
    private func shown(_ evidence: TypeEvidence) -> String? {
        var claims: [String] = []
        if let mark = evidence.data.first, mark.priority >= Self.sure { claims.append(mark.type) }
        if let magic = evidence.magic {
            // A program is none by chance where both say so, if of different kinds.
            let isProgram = [magic, evidence.data.first?.type].allSatisfy { type in
                type.map(Self.programs.contains) ?? false
            }
            if isProgram || !LibmagicNames.guesses.contains(magic) { claims.append(magic) }
        }
        if let inside = evidence.inside { claims.append(inside.type) }
        guard var shown = claims.first else { return nil }
        for claim in claims where database.isKind(claim, of: shown) { shown = claim }
        return shown
    }

    /// Whether the name speaks for types that are all others than this one, and not related to it.
    ///
    /// A document is not related to the archive that it would be, if what it needs were there.
    private func contradicts(_ type: String, _ evidence: TypeEvidence) -> Bool {
        !evidence.name.isEmpty
            && !evidence.name.contains {
                database.isKind(type, of: $0.type)
                    || (database.isKind($0.type, of: type) && !needsProof($0.type))
            }
    }
}
