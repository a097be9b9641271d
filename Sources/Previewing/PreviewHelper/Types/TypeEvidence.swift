import PreviewModel

/// The evidence for a file's type, before the rules weigh it.
struct TypeEvidence: Equatable, Sendable {
    /// The type found inside a container: an archive, a compound file, or the root of an XML
    /// document.
    struct Inside: Equatable, Sendable {
        /// The type that the parts indicate.
        var type: String
        /// The parts that decided, in a word or two, for `qpreview explain`.
        var sign: String
        /// Whether the parts prove the type.
        ///
        /// Otherwise the type is only that of the container.
        var isProof: Bool
        /// Whether the contents are encrypted.
        var isEncrypted = false
    }

    /// The types that the name suggests, most likely first.
    var name: [MIMECache.NameMatch] = []
    /// The types that the shared MIME database finds in the first bytes, by descending priority.
    var data: [MIMECache.DataMatch] = []
    /// The type that libmagic finds, under its freedesktop.org name; `nil` where it finds none.
    var magic: String?
    /// The finding inside the container, or `nil` where the file is not one.
    var inside: Inside?
    /// Whether the first bytes read as text.
    var isText = false
    /// Whether the first bytes read as text with lines or words.
    var isWritten = false
    /// Whether they are valid UTF-8, too, which chance makes of no data of other kinds.
    var isCertainlyText = false
    /// The type of text that its first lines prove: a key between marks, or a message.
    var written: String?
    /// Whether the first bytes are the header of a Netpbm image, which is written as text.
    var isNetpbm = false

    /// Discards what a text says of PDF, SVG, and PostScript without being it: "%PDF-" or "<svg" in the midst of words, and
    /// comments that begin with "%!", as those of TeX do.
    mutating func forgetWordsOfPages(_ start: [UInt8]) {
        func forget(_ type: FileType) {
            data.removeAll { $0.type == type.rawValue }
            if magic == type.rawValue { magic = nil }
        }
        // A version behind it makes a damaged PDF.
        let isPDF =
            start.starts(with: "%PDF-".utf8)
            && start.dropFirst(5).first.map { 0x30...0x39 ~= $0 } == true
        if !isPDF, !start.contains(Array("obj".utf8)) { forget(.pdf) }
        let first = start.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        if let first, (0x21..<0x7F).contains(first), first != UInt8(ascii: "<") { forget(.svg) }
        let isProgram = Self.beginnings.contains { start.starts(with: $0.utf8) }
        if start.starts(with: "%!".utf8), !isProgram { forget(.postScript) }
    }

    /// How programs in PostScript begin.
    private static let beginnings = ["%!PS", "%!\n", "%!\r", "%!Adobe", "%!FontType"]

    /// Reclassifies an ELF file as a program where the magic numbers also allow a library.
    mutating func callProgram() {
        let (library, program) = ("application/x-sharedlib", "application/x-executable")
        if magic == library { magic = program }
        for index in data.indices where data[index].type == library { data[index].type = program }
    }
}

/// A type and the rule that determined it.
struct TypeVerdict: Equatable, Sendable {
    var type: String
    var rule: TypeRule
    /// Whether the extension contradicts the contents.
    var isMisnamed = false
}
