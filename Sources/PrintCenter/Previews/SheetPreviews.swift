import PrintModel

/// The previews that the service can show now: which file each is made of, and when it was last used.
///
/// They live as long as the service does; its spool removes their files when it begins anew.
actor SheetPreviews {
    /// The file that a preview shows.
    enum Source: Sendable, Equatable {
        /// The document itself, which is what would be sent.
        case document(String)
        /// A file of the spool that was made for the preview alone.
        case prepared(String)
        /// The file that was prepared for a job.
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
        fileprivate var lastUse = ContinuousClock.now

        init(_ preview: SheetPreview, _ source: Source) {
            self.preview = preview
            self.source = source
        }
    }

    /// How many are kept: a person looks at one, and a program that asks anew with each change of the
    /// ticket must not fill the disk.
    static let limit = 16

    private var entries: [String: Entry] = [:]

    /// A preview, which counts as used now.
    func use(_ id: String) -> Entry? {
        entries[id]?.lastUse = .now
        return entries[id]
    }

    /// The preview of the same plan of the same document, if there is one.
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
    /// - Returns: The files that nobody needs any more.
    func keep(_ entry: Entry) -> [String] {
        entries[entry.preview.id] = entry
        guard entries.count > Self.limit,
            let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse })
        else { return [] }
        return forget([oldest])
    }

    /// Forgets the previews that were not used for a while.
    ///
    /// - Returns: The files that nobody needs any more.
    func forgetUnused(since age: Duration) -> [String] {
        forget(entries.values.filter { $0.lastUse.duration(to: .now) >= age })
    }

    /// Forgets the previews of a document that is no longer wanted.
    ///
    /// - Returns: The files that nobody needs any more.
    func forget(document id: String) -> [String] {
        forget(entries.values.filter { $0.preview.check.document?.id == id })
    }

    /// Forgets a preview whose file is gone.
    ///
    /// - Returns: The files that nobody needs any more.
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
