import CMagic
import Glibc
import PreviewModel

/// Gathers the evidence for a document's type: from libmagic, the shared MIME database, and what lies inside.
@safe struct Sniffer: ~Copyable {
    private let cookie: magic_t
    private let database: MIMEDatabase

    /// Loads the databases of file types, or answers `nil` when libmagic's cannot be loaded.
    init?() {
        // Never MAGIC_COMPRESS: it unpacks, and starts programs to do so.
        guard let cookie = unsafe magic_open(MAGIC_MIME_TYPE) else { return nil }
        guard unsafe magic_load(cookie, nil) == 0 else {
            unsafe magic_close(cookie)
            return nil
        }
        unsafe self.cookie = cookie
        self.database = MIMEDatabase()
    }

    deinit { unsafe magic_close(cookie) }

    /// What a document is: its type, how that was told, and whether it takes a password.
    struct Finding {
        var type: FileType
        var report: TypeReport
        /// Whether a container says that its contents are encrypted.
        var isEncrypted: Bool
    }

    /// Tells the type of a document.
    ///
    /// - Parameters:
    ///   - descriptor: The document, a regular file.
    ///   - name: The last part of its path.
    /// - Returns: The type and the evidence for it.
    func find(_ descriptor: Int32, name: String) -> Finding {
        let begin = Self.microseconds()
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            return Finding(type: .unknown, report: TypeReport(rule: .unknown), isEncrypted: false)
        }
        if status.st_size == 0 {
            return Finding(type: .empty, report: TypeReport(rule: .empty), isEncrypted: false)
        }
        let file = FilePart(descriptor: descriptor, size: Int(status.st_size))
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

    private func evidence(of file: FilePart, name: String) -> TypeEvidence {
        let start =
            file.bytes(at: 0, count: min(file.size, max(database.extent, XMLRoot.limit))) ?? []
        var evidence = TypeEvidence()
        evidence.name = database.matches(ofName: name)
        evidence.data = database.matches(ofStart: start)
        evidence.magic = magic(file)
        evidence.isText = Self.readsAsText(start)
        evidence.inside = inside(file, start: start, evidence)
        return evidence
    }

    private func magic(_ file: FilePart) -> String? {
        // The string belongs to the cookie; it is copied here.
        let answer = unsafe magic_descriptor(cookie, file.descriptor)
            .map { unsafe String(cString: $0) }
        if answer != FileType.pdf.rawValue, hasLateHeader(file) { return FileType.pdf.rawValue }
        guard let answer, answer != FileType.unknown.rawValue, answer.contains("/") else {
            return nil
        }
        return database.canonical(answer)
    }

    /// Whether "%PDF-" stands in the first 1024 bytes: readers allow bytes before it, libmagic does not.
    private func hasLateHeader(_ file: FilePart) -> Bool {
        guard let start = file.bytes(at: 0, count: min(1024, file.size)), start.count >= 5 else {
            return false
        }
        let mark = Array("%PDF-".utf8)
        return (0...(start.count - mark.count)).contains {
            start[$0..<($0 + 5)].elementsEqual(mark)
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
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
        return start.allSatisfy {
            $0 >= 0x20 ? $0 != 0x7F : (0x08...0x0D).contains($0) || $0 == 0x1B
        }
    }

    private static func microseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
