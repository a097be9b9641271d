import PreviewModel

/// The rules that derive a type from evidence.
///
/// Contents take precedence over names: the parts of a container are the strongest evidence, then
/// magic numbers on which libmagic and the shared MIME database agree, or of which one of them is
/// certain. A name decides where the contents leave the type open: between kinds of text, between
/// subclasses of the type that the contents show, and where the type has no magic number that could
/// be missing.
struct TypeRules {
    let database: MIMEDatabase

    /// The priority from which a magic number may contradict a name.
    private static let sure = 50
    private static let text = "text/plain"

    /// The type of a file that is not empty.
    func verdict(on evidence: TypeEvidence) -> TypeVerdict {
        let evidence = plausible(evidence)
        if let inside = evidence.inside {
            if inside.isProof { return proven(inside, evidence) }
            if let named = name(in: inside, evidence) {
                return TypeVerdict(type: named, rule: .containerNamed)
            }
        }
        if let agreed = agreement(evidence) { return agreed }
        return isText(evidence) ? text(evidence) : binary(evidence)
    }

    /// Discards textual types for bytes that are not text, whichever words a magic number matched.
    private func plausible(_ evidence: TypeEvidence) -> TypeEvidence {
        var evidence = evidence
        if !evidence.isText, evidence.magic?.hasPrefix("text/") != true {
            evidence.data.removeAll { database.isKind($0.type, of: Self.text) }
        }
        if evidence.isCertainlyText {
            evidence.data.removeAll { isBinary($0.type) }
            if let magic = evidence.magic, isBinary(magic) { evidence.magic = nil }
        }
        return evidence.isWritten ? withoutCoincidences(evidence) : evidence
    }

    /// Whether files of a type are never text from their first byte on.
    private func isBinary(_ type: String) -> Bool {
        if isTextual(type) || Self.writtenToo.contains(type) { return false }
        if let format = DocumentFormat(of: FileType(rawValue: type)) {
            return !format.mayBeWritten(type)
        }
        return Self.binaryPrefixes.contains { type.hasPrefix($0) }
            || Self.binarySuffixes.contains { type.hasSuffix($0) }
    }

    /// Types that a text may have although they are of kinds that are binary.
    private static let writtenToo: Set<String> = [
        "application/x-archive", "application/x-shar", "image/cgm", "image/vnd.dxf", "image/x-lws",
        "image/x-xfig",
    ]
    private static let binaryPrefixes = [
        "application/msword", "application/vnd.ms-", "application/vnd.nintendo.",
        "application/vnd.oasis.opendocument.", "application/vnd.openxmlformats-officedocument.",
        "application/vnd.palm", "application/vnd.stardivision.", "audio/", "font/", "image/",
        "video/",
    ]
    private static let binarySuffixes = ["-rom", ".rom"]

    /// The number of letters up to which a magic number may be a word that a text begins with.
    private static let wordLength = 4

    /// Discards what text with lines matches by a few letters, or by a word in its midst, unless the name says the same: "PAGE
    /// 1" is no plotter file, and "MAC addresses" is no audio.
    ///
    /// libmagic does not tell how many bytes it has compared: alone, it counts only for documents
    /// that have a preview.
    private func withoutCoincidences(_ evidence: TypeEvidence) -> TypeEvidence {
        var evidence = evidence
        func isOpen(_ type: String) -> Bool {
            !database.isKind(type, of: Self.text)
                && !evidence.name.contains { $0.type == type }
                && !(evidence.isNetpbm && type.hasPrefix("image/x-portable-"))
        }
        let words = evidence.data
            .filter { $0.length <= Self.wordLength && isOpen($0.type) }.map(\.type)
        evidence.data.removeAll { words.contains($0.type) }
        guard let magic = evidence.magic, isOpen(magic) else { return evidence }
        let isConfirmed = evidence.data.contains {
            database.isKind(magic, of: $0.type) || database.isKind($0.type, of: magic)
        }
        let hasPreview = DocumentFormat(of: FileType(rawValue: magic)) != nil
        if words.contains(magic) || !(isConfirmed || hasPreview) { evidence.magic = nil }
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

    /// Whether the name is that of a template; those of old formats declare the type of their
    /// documents.
    private func isTemplate(_ name: String, of type: String) -> Bool {
        name == type + ".template" || name == type + "-template"
    }

    /// The type of the name, where the container may hold such a document and no part contradicts
    /// it.
    private func name(in inside: TypeEvidence.Inside, _ evidence: TypeEvidence) -> String? {
        let names = evidence.name.map(\.type)
        if inside.sign == "EncryptedPackage" {
            // The contents are encrypted; only the extension is evidence.
            return names.first { isOffice($0) }
        }
        guard inside.type != "application/xml" else { return nil }
        return names.first {
            $0 != inside.type && database.isKind($0, of: inside.type)
                && (inside.isEncrypted || !needsProof($0))
        }
    }

    /// Whether a type always has identifying parts: an archive without them is of another type.
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

    /// The verdict where the name agrees with one of the sources for the contents.
    private func agreement(_ evidence: TypeEvidence) -> TypeVerdict? {
        let marks = evidence.data.filter { $0.priority >= Self.sure }.map(\.type)
        let magic = evidence.magic.flatMap { LibmagicNames.guesses.contains($0) ? nil : $0 }
        let claims = ([magic] + marks).compactMap { $0 }.filter { $0 != Self.text }
        let names = evidence.name.map(\.type)
        if let named = names.first(where: { claims.contains($0) }) {
            // Both may be right, and the magic number more specific than the name: an Ogg file with
            // Vorbis audio.
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
        // Data that do not look like text may be in an encoding that only libmagic recognizes.
        return evidence.magic?.hasPrefix("text/") == true && textual.count == claims.count
    }

    private func text(_ evidence: TypeEvidence) -> TypeVerdict {
        let shown = textShown(evidence)
        let isXML = evidence.inside != nil || database.isKind(shown, of: "application/xml")
        let names = evidence.name.map(\.type)
            // A type that is not textual may have a textual form, unless its magic numbers are
            // missing here.
            .filter {
                isTextual($0) || database.isKind($0, of: shown)
                    || !(database.hasSignature($0) || isBinary($0))
            }
            // XML types must begin like XML.
            .filter { isXML || !database.isKind($0, of: "application/xml") }
        if Self.laidOut.contains(shown), !names.contains(where: { database.isKind($0, of: shown) })
        {
            return TypeVerdict(type: shown, rule: .contents, isMisnamed: !evidence.name.isEmpty)
        }
        // OpenPGP's keys have the extension of others.
        if WrittenForm.isKey(shown), names.contains("application/pgp-keys") {
            return TypeVerdict(type: shown, rule: .contents)
        }
        // Of several types with one extension, the one that the contents show.
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
        // The root of an XML document is more specific than an extension that only means XML.
        if let root = evidence.inside?.type, root != named, named != Self.text,
            database.isKind(root, of: named)
        {
            return TypeVerdict(type: root, rule: .container)
        }
        return TypeVerdict(type: named, rule: .textNamed)
    }

    /// Page description formats: written as text, but shown as pages and not as source.
    private static let laidOut: Set<String> = ["application/postscript", "application/rtf"]

    /// The type of text that the contents show, regardless of the name.
    private func textShown(_ evidence: TypeEvidence) -> String {
        if let root = evidence.inside?.type { return root }
        if let data = evidence.data.first, data.priority >= Self.sure,
            database.isKind(data.type, of: Self.text)
        {
            return data.type
        }
        if let written = evidence.written { return written }
        if let magic = evidence.magic, database.isKind(magic, of: Self.text) { return magic }
        return Self.text
    }

    /// Whether a type is textual, including subclasses of XML and JSON.
    private func isTextual(_ type: String) -> Bool {
        [Self.text, "application/xml", "application/json"].contains {
            database.isKind(type, of: $0)
        }
    }

    // MARK: Other data

    private func binary(_ evidence: TypeEvidence) -> TypeVerdict {
        let names = evidence.name.map(\.type)
        guard let shown = shown(evidence) else {
            // A text extension does not turn binary data into text.
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
        // A PDF remains PDF under the extensions of programs whose documents are PDFs.
        if shown != FileType.pdf.rawValue,
            let named = names.first(where: {
                database.isKind($0, of: shown) && !(isProofMissing && needsProof($0))
            })
        {
            return TypeVerdict(type: named, rule: .named)
        }
        // A generic container is weak evidence; a name that it cannot contradict is stronger.
        if let inside = evidence.inside, inside.type == shown,
            let named = names.first(where: {
                !database.hasSignature($0) && !isTextual($0) && !needsProof($0)
            })
        {
            return TypeVerdict(type: named, rule: .containerNamed)
        }
        // Whether such a container holds sound alone, only its tracks tell, or its name.
        if let named = names.first(where: { Self.sounds[shown]?.contains($0) == true }) {
            return TypeVerdict(type: named, rule: .named)
        }
        // Comics often have the extension for another archive format.
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

    /// The types of sound whose containers have the magic number of a video.
    private static let sounds: [String: Set<String>] = [
        "video/3gpp": ["audio/3gpp"], "video/3gpp2": ["audio/3gpp2"],
        "video/mp4": ["audio/mp4", "audio/x-m4b"], "video/quicktime": ["audio/mp4", "audio/x-m4b"],
        "video/webm": ["audio/webm"], "video/x-matroska": ["audio/x-matroska"],
    ]

    /// Textual types that also have a binary form.
    private static let binaryToo: Set<String> = [
        "application/pgp-encrypted", "application/pgp-keys", "application/pgp-signature",
        "application/pkcs7-signature", "model/iges", "model/obj",
    ]

    /// The types in ELF format.
    private static let programs: Set<String> = [
        "application/x-executable", "application/x-sharedlib", "application/x-object",
        "application/x-core",
    ]

    /// The type that the contents show, or `nil` where there is only a guess.
    ///
    /// Where two sources disagree, the shared MIME database takes precedence, because its type
    /// names are used; of a type and its subclass, the subclass wins.
    private func shown(_ evidence: TypeEvidence) -> String? {
        var claims: [String] = []
        if let mark = evidence.data.first, mark.priority >= Self.sure { claims.append(mark.type) }
        if let magic = evidence.magic {
            // A match is not a coincidence where both sources report a program, even of different
            // kinds.
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

    /// Whether all types that the name suggests are unrelated to this one.
    ///
    /// A document type that requires certain parts is not related to an archive without them.
    private func contradicts(_ type: String, _ evidence: TypeEvidence) -> Bool {
        !evidence.name.isEmpty
            && !evidence.name.contains {
                database.isKind(type, of: $0.type)
                    || (database.isKind($0.type, of: type) && !needsProof($0.type))
            }
    }
}
