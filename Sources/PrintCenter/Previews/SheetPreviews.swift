import PrintModel

/// The available previews of sheets, with their files and the time of their last use.
///
/// They last as long as the service; the next start removes their files from the spool.
actor SheetPreviews {
    /// The file that a preview shows.
    enum Source: Sendable, Equatable {
        /// The document itself, which is sent unchanged.
        case document(String)
        /// A file of the spool for the preview alone.
        case prepared(String)
        /// The prepared file of a job.
        case job(String)

        /// Its name in the spool.
        var name: String {
            switch self {
            case .document(let name), .prepared(let name), .job(let name): name
            }
        }
    }

    /// One preview.
    struct Entry: Sendable {
        var preview: SheetPreview
        var source: Source
        fileprivate var lastUse = Duration.zero

        init(_ preview: SheetPreview, _ source: Source) {
            self.preview = preview
            self.source = source
        }
    }

    /// The maximum number of previews: 16.
    ///
    /// A program that requests one for each change of a ticket must not fill the disk.
    static let limit = 16

    private let clock: any ServiceClock
    private var entries: [String: Entry] = [:]

    init(clock: any ServiceClock) {
        self.clock = clock
    }

    /// Returns a preview, which counts as used now.
    func use(_ id: String) -> Entry? {
        entries[id]?.lastUse = clock.uptime
        return entries[id]
    }

    /// Returns the preview of the same plan and document, if there is one.
    func like(_ check: PrintCheck) -> Entry? {
        let match = entries.values.first { entry in
            entry.preview.check.document?.id == check.document?.id
                && entry.preview.check.plan == check.plan
                && entry.preview.check.printer == check.printer
        }
        return match.flatMap { use($0.preview.id) }
    }

    /// Keeps a preview.
    ///
    /// - Returns: The names of files to remove.
    func keep(_ entry: Entry) -> [String] {
        entries[entry.preview.id] = entry
        entries[entry.preview.id]?.lastUse = clock.uptime
        guard entries.count > Self.limit,
            let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse })
        else { return [] }
        return forget([oldest])
    }

    /// Removes the previews that have not been used for `age`.
    ///
    /// - Returns: The names of files to remove.
    func forgetUnused(since age: Duration) -> [String] {
        forget(entries.values.filter { clock.uptime - $0.lastUse >= age })
    }

    /// Removes the previews of a document that is removed.
    ///
    /// - Returns: The names of files to remove.
    func forget(document id: String) -> [String] {
        forget(entries.values.filter { $0.preview.check.document?.id == id })
    }

    /// Removes a preview whose file is gone.
    ///
    /// - Returns: The names of files to remove.
    func forget(_ id: String) -> [String] {
        forget(entries[id].map { [$0] } ?? [])
    }

    private func forget(_ old: [Entry]) -> [String] {
        for entry in old { entries[entry.preview.id] = nil }
        return old.compactMap { entry in
            guard case .prepared(let name) = entry.source else { return nil }
            return name
        }
    }
}
