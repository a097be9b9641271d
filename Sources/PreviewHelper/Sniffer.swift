import CLinux
import CMagic
import Glibc
package import PreviewModel

/// Gathers the evidence for a document's type: from libmagic, the shared MIME database, and what lies inside.
@safe package struct Sniffer: ~Copyable {
    private let cookie: magic_t
    private let database: MIMEDatabase

    /// Loads the databases of file types, or answers `nil` when libmagic's cannot be loaded.
    package init?() {
        // Never MAGIC_COMPRESS: it unpacks, and starts programs to do so.
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

    /// Has the runtime make the types and tables that every child of every family needs.
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
        _ = RareImageFormat(FileType(rawValue: info.type))
        let answer = AnswerMessage(.done, info: info, width: 1, height: 1).encoded()
        let request = RequestMessage(.thumbnail, name: "own.pdf").encoded()
        // Asked, so that the optimizer leaves all of it in.
        let isRead =
            AnswerMessage(decoding: answer) != nil && RequestMessage(decoding: request) != nil
        precondition(isRead, "our own messages cannot be read")
    }

    /// What a document is: its type, how that was told, and whether it takes a password.
    package struct Finding {
        package var type: FileType
        package var report: TypeReport
        /// Whether a container says that its contents are encrypted.
        package var isEncrypted: Bool
    }

    /// Tells the type of a document.
    ///
    /// - Parameters:
    ///   - descriptor: The document, a regular file.
    ///   - name: The last part of its path.
    ///   - isThorough: Whether every source is asked, even where the first bytes and the name agree on a
    ///     type that is drawn here, so that no other could change it.
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
        if !isThorough, let type = Self.obvious(file, name: name) {
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
            isEncrypted: evidence.inside?.isEncrypted ?? false
        )
    }

    /// The type on which the mark and the extension of a PDF or picture agree, or `nil`.
    private static func obvious(_ file: FilePart, name: String) -> FileType? {
        guard let start = file.bytes(at: 0, count: min(12, file.size)), start.count == 12 else {
            return nil
        }
        switch RequestMessage.nameExtension(of: name) {
        case "jpg", "jpeg", "jpe": return start.starts(with: [0xFF, 0xD8, 0xFF]) ? .jpeg : nil
        case "png":
            return start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                ? .png : nil
        case "gif": return start.starts(with: "GIF8".utf8) ? .gif : nil
        case "webp":
            let isWebP = start.starts(with: "RIFF".utf8) && start[8...].elementsEqual("WEBP".utf8)
            return isWebP ? .webp : nil
        case "tif", "tiff":
            let marks: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
            return marks.contains { start.starts(with: $0) } ? .tiff : nil
        case "pdf": return start.starts(with: "%PDF".utf8) ? .pdf : nil
        default: return nil
        }
    }

    private func evidence(of file: FilePart, name: String) -> TypeEvidence {
        let start =
            file.bytes(at: 0, count: min(file.size, max(database.extent, XMLRoot.limit))) ?? []
        var evidence = TypeEvidence()
        evidence.name = database.matches(ofName: name)
        evidence.data = database.matches(ofStart: start)
        evidence.magic = magic(file, name: name)
        evidence.isText =
            Self.readsAsText(start) && SupplementaryMarks.type(ofWords: start) == nil
        if ELFProgram.isOne(file, start: start) { evidence.callProgram() }
        evidence.inside = inside(file, start: start, evidence)
        return evidence
    }

    private func magic(_ file: FilePart, name: String) -> String? {
        // The string belongs to the cookie; it is copied here.
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

    /// Whether "%PDF-" stands in the first 1024 bytes: readers allow bytes before it, libmagic does not.
    ///
    /// Where the name says PDF too, "%PDF" is enough: readers show what misspells its version.
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

    private func inside(
        _ file: FilePart,
        start: [UInt8],
        _ evidence: TypeEvidence
    ) -> TypeEvidence.Inside? {
        if start.starts(with: CompoundFile.mark) { return CompoundFile(file)?.look() }
        // Some documents have a line of their own before the archive.
        if start.starts(with: [0x50, 0x4B]) || evidence.magic == "application/zip" {
            guard let archive = try? ZipArchive.open(file.descriptor) else { return nil }
            return ZipContents(archive: archive, database: database).look()
        }
        guard evidence.isText, let root = XMLRoot(start) else { return nil }
        let type = database.type(ofRoot: root.name, namespace: root.namespace)
        guard root.isDeclared || evidence.name.contains(where: { $0.type == type }) else {
            return nil
        }
        return TypeEvidence.Inside(
            type: type ?? "application/xml",
            sign: "root element",
            // A name says more than a root: stylesheets and templates are XML of other kinds.
            isProof: false
        )
    }

    /// Whether bytes could be those of a text: no control characters but those that format it.
    static func readsAsText(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(8192)
        let isBig = start.starts(with: [0xFE, 0xFF])
        guard isBig || start.starts(with: [0xFF, 0xFE]) else {
            return start.allSatisfy { Self.isOfText(UInt16($0)) }
        }
        // UTF-16: a mark at the start alone is found in other data, too.
        let units = stride(from: 2, to: start.count - 1, by: 2).map { place -> UInt16 in
            let (first, second) = (UInt16(start[place]), UInt16(start[place + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return units.allSatisfy { Self.isOfText($0) && $0 < 0xFFFE }
    }

    /// Whether a character is one that texts have.
    private static func isOfText(_ unit: UInt16) -> Bool {
        unit >= 0x20 ? unit != 0x7F : (0x08...0x0D).contains(unit) || unit == 0x1B
    }

    private static func microseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
