import CLinux
import CMagic
import Glibc
package import PreviewModel

/// Gathers evidence for a document's type from libmagic, the shared MIME database, and the contents
/// of containers.
@safe package struct Sniffer: ~Copyable {
    private let cookie: magic_t
    private let database: MIMEDatabase

    /// Loads the databases of file types; `nil` when libmagic's cannot be loaded.
    package init?() {
        // Never use MAGIC_COMPRESS: it starts programs to decompress data.
        guard let cookie = unsafe magic_open(MAGIC_MIME_TYPE) else { return nil }
        guard unsafe magic_load(cookie, nil) == 0 else {
            unsafe magic_close(cookie)
            return nil
        }
        unsafe self.cookie = cookie
        self.database = MIMEDatabase()
        warmUp()
    }

    deinit { unsafe magic_close(cookie) }

    /// Makes the runtime create the metadata and tables that every child of every family needs.
    private func warmUp() {
        clinux_keep_memory()
        let file = unsafe clinux_memory_file("own")
        guard file >= 0 else { return }
        defer { close(file) }
        let pdf = TrustedDocument.pdf
        guard unsafe write(file, pdf.utf8Start, pdf.utf8CodeUnitCount) > 0 else { return }
        var info = DocumentInfo(type: find(file, name: "own.pdf", isThorough: false).type)
        info.typeReport = find(file, name: "own.pdf").report
        info.pageSizes.append(PageSize(width: 1, height: 1))
        _ = DocumentFormat(of: FileType(rawValue: info.type))
        let answer = AnswerMessage(.done, info: info, width: 1, height: 1).encoded()
        let request = RequestMessage(.thumbnail, name: "own.pdf").encoded()
        // The results are used, so that the optimizer keeps the code.
        let isRead =
            AnswerMessage(decoding: answer) != nil && RequestMessage(decoding: request) != nil
        precondition(isRead, "our own messages cannot be read")
    }

    /// The type of a document, the evidence for it, and whether it is encrypted.
    package struct Finding {
        package var type: FileType
        package var report: TypeReport
        /// Whether a container declares that its contents are encrypted.
        package var isEncrypted: Bool
        /// Whether the bytes are text, whatever the type is.
        package var isText = false
    }

    /// Determines the type of a document.
    ///
    /// - Parameters:
    ///   - descriptor: The document, a regular file.
    ///   - name: The last part of its path.
    ///   - isThorough: Whether to ask every source, even where the first bytes and the name agree
    ///     on a previewable type, which no other source could change.
    /// - Returns: The type and the evidence for it.
    package func find(_ descriptor: Int32, name: String, isThorough: Bool = true) -> Finding {
        let begin = Self.microseconds()
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            return Finding(type: .unknown, report: TypeReport(rule: .unknown), isEncrypted: false)
        }
        if status.st_size == 0 {
            return Finding(type: .empty, report: TypeReport(rule: .empty), isEncrypted: false)
        }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
        if !isThorough, let type = Self.agreedType(file, name: name) {
            var report = TypeReport(rule: .agreement)
            (report.name, report.data) = (type.rawValue, type.rawValue)
            report.microseconds = UInt32(clamping: Self.microseconds() - begin)
            return Finding(type: type, report: report, isEncrypted: false)
        }
        let evidence = evidence(of: file, name: name)
        let verdict = TypeRules(database: database).verdict(on: evidence)
        var report = TypeReport(rule: verdict.rule)
        report.isMisnamed = verdict.isMisnamed
        report.magic = evidence.magic
        report.name = evidence.name.first?.type
        report.data = evidence.data.first?.type
        report.container = evidence.inside?.type
        report.sign = evidence.inside?.sign
        report.microseconds = UInt32(clamping: Self.microseconds() - begin)
        return Finding(
            type: FileType(rawValue: verdict.type),
            report: report,
            isEncrypted: evidence.inside?.isEncrypted ?? false,
            // A PDF that is damaged is no text that somebody wrote.
            isText: verdict.type != FileType.pdf.rawValue
                && (evidence.isText || [.text, .textNamed].contains(verdict.rule))
        )
    }

    /// The type on which name and magic number agree; without any database, nothing else is found.
    static func findByAgreement(_ descriptor: Int32, name: String) -> Finding {
        var status = stat()
        let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        guard let type = agreedType(FilePart(descriptor: descriptor, size: size), name: name) else {
            return Finding(type: .unknown, report: TypeReport(rule: .unknown), isEncrypted: false)
        }
        var report = TypeReport(rule: .agreement)
        (report.name, report.data) = (type.rawValue, type.rawValue)
        return Finding(type: type, report: report, isEncrypted: false)
    }

    /// The type on which the magic number and the extension of a PDF or image agree, or `nil`.
    private static func agreedType(_ file: FilePart, name: String) -> FileType? {
        let format = DocumentFormat(nameExtension: RequestMessage.nameExtension(of: name))
        guard let format, let type = format.types.first, !format.certainStarts.isEmpty,
            let start = file.bytes(at: 0, count: min(12, file.size)), start.count == 12,
            format.certainStarts.contains(where: { $0.begins(start) })
        else { return nil }
        return FileType(rawValue: type)
    }

    private func evidence(of file: FilePart, name: String) -> TypeEvidence {
        let start =
            file.bytes(at: 0, count: min(file.size, max(database.extent, XMLRoot.limit))) ?? []
        var evidence = TypeEvidence()
        evidence.name = database.matches(ofName: name)
        evidence.data = database.matches(ofStart: start)
        evidence.magic = magic(file, name: name)
        evidence.isText =
            SupplementarySignatures.type(ofWords: start) == nil
            && (Self.readsAsText(start) || (file.size % 2 == 0 && WideText(start) != nil))
        evidence.isWritten =
            evidence.isText && start.contains { [0x0A, 0x0D, 0x20].contains($0) }
        evidence.isCertainlyText = evidence.isWritten && Self.isUnicode(start)
        evidence.isNetpbm = NetpbmHeader.begins(start)
        if evidence.isText {
            evidence.forgetWordsOfPages(start)
            evidence.written = WrittenForm.type(start)
        }
        if ELFProgram.isOne(file, start: start) { evidence.callProgram() }
        evidence.inside = inside(file, start: start, evidence)
        return evidence
    }

    private func magic(_ file: FilePart, name: String) -> String? {
        // The cookie owns the string; it is copied here.
        let answer = unsafe magic_descriptor(cookie, file.descriptor)
            .map { unsafe String(cString: $0) }
        if answer != FileType.pdf.rawValue, hasHeader(file, name: name) {
            return FileType.pdf.rawValue
        }
        if let head = file.bytes(at: 0, count: min(file.size, PrinterJob.headLimit)),
            PrinterJob.isPostScript(head)
        {
            return FileType.postScript.rawValue
        }
        guard let answer, answer != FileType.unknown.rawValue, answer.contains("/") else {
            return nil
        }
        return database.canonical(answer)
    }

    /// Whether "%PDF-" is in the first 1024 bytes: readers allow bytes before it, libmagic does
    /// not.
    ///
    /// If the extension is PDF, too, "%PDF" is enough: readers accept files with a malformed
    /// version.
    private func hasHeader(_ file: FilePart, name: String) -> Bool {
        let isNamed = RequestMessage.nameExtension(of: name) == "pdf"
        let mark = Array((isNamed ? "%PDF" : "%PDF-").utf8)
        guard let start = file.bytes(at: 0, count: min(1024, file.size)),
            start.count >= mark.count
        else { return false }
        return (0...(start.count - mark.count)).contains {
            start[$0..<($0 + mark.count)].elementsEqual(mark)
        }
    }

    /// The types of root elements that many programs write without their namespace.
    private static let plainRoots = [
        "gpx": "application/gpx+xml", "kml": "application/vnd.google-earth.kml+xml",
    ]

    private func inside(
        _ file: FilePart,
        start: [UInt8],
        _ evidence: TypeEvidence
    ) -> TypeEvidence.Inside? {
        if start.starts(with: CompoundFile.mark) { return CompoundFile(file)?.inspect() }
        // Some documents have a line of text before the archive.
        if start.starts(with: [0x50, 0x4B]) || evidence.magic == "application/zip" {
            guard let archive = try? ZipArchive.open(file.descriptor) else { return nil }
            return ZipContents(archive: archive, database: database).inspect()
        }
        guard evidence.isText, let root = XMLRoot(start) else { return nil }
        let type =
            database.type(ofRoot: root.name, namespace: root.namespace)
            ?? (root.namespace.isEmpty ? Self.plainRoots[root.name] : nil)
        guard root.isDeclared || evidence.name.contains(where: { $0.type == type }) else {
            return nil
        }
        return TypeEvidence.Inside(
            type: type ?? "application/xml",
            sign: "root element",
            // A name is more specific than a root element: stylesheets and templates are also XML
            // of other types.
            isProof: false
        )
    }

    /// Whether bytes may be text: without control characters, except formatting ones and, in UTF-8, a few that programs have
    /// of old: colors of chats, the end of files of DOS.
    static func readsAsText(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(8192)
        let isBig = start.starts(with: [0xFE, 0xFF])
        guard isBig || start.starts(with: [0xFF, 0xFE]) else {
            let others = start.count { !Self.isOfText(UInt16($0)) }
            guard others > 0 else { return true }
            let isEnded = others == 1 && start.last == Self.endOfFile
            return (isEnded || others * Self.bytesPerControl <= start.count)
                && !start.contains(0) && isUnicode(Array(start))
        }
        // In UTF-16, the characters are checked, too: other data may begin with a byte order mark
        // by chance.
        let units = stride(from: 2, to: start.count - 1, by: 2).map { place -> UInt16 in
            let (first, second) = (UInt16(start[place]), UInt16(start[place + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return units.allSatisfy { Self.isOfText($0) && $0 < 0xFFFE }
    }

    /// Whether bytes are valid UTF-8, but for a character that the end cuts.
    private static func isUnicode(_ bytes: [UInt8]) -> Bool {
        let start = Array(bytes.prefix(8192))
        return (0...3).contains { cut in
            cut <= start.count && String(validating: start.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// The byte that ends a file of DOS.
    private static let endOfFile: UInt8 = 0x1A
    /// How many bytes of a text there are for each control character, at least.
    private static let bytesPerControl = 50

    /// Whether a character is one that occurs in text.
    private static func isOfText(_ unit: UInt16) -> Bool {
        unit >= 0x20 ? unit != 0x7F : (0x08...0x0D).contains(unit) || unit == 0x1B
    }

    private static func microseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
