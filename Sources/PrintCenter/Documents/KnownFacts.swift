import PrintModel

/// The facts of documents without pages of their own that came lately: those who check a document often print it next, and to
/// read the facts of a long text takes as long as to lay out hundreds of its pages.
actor KnownFacts {
    private struct Key: Hashable {
        let sha256: String
        let name: String
        let edition: String
    }

    private static let limit = 64
    /// As long as pages are kept that nothing uses.
    private static let time = Duration.seconds(3600)

    private let clock: any ServiceClock
    private var known: [Key: (facts: DocumentFacts, lastUse: Duration)] = [:]

    init(clock: any ServiceClock) {
        self.clock = clock
    }

    /// Returns the facts of equal bytes with the same name, or reads them.
    ///
    /// - Parameters:
    ///   - stored: The size and the hash of the document.
    ///   - name: Its name.
    ///   - edition: That of the programs that read it.
    ///   - read: Reads the facts.
    /// - Returns: The facts.
    /// - Throws: The errors of `read`.
    func facts(
        of stored: Spool.Stored,
        name: String,
        edition: String,
        _ read: @Sendable () async throws -> DocumentFacts
    ) async throws -> DocumentFacts {
        let key = Key(sha256: stored.sha256, name: name, edition: edition)
        let now = clock.uptime
        known = known.filter { now - $0.value.lastUse < Self.time }
        if let facts = known[key]?.facts {
            known[key]?.lastUse = now
            return facts
        }
        let facts = try await read()
        // What failed is tried again.
        guard facts.layout != nil, facts.problem == nil, facts.restriction == nil else {
            return facts
        }
        known[key] = (facts, now)
        if known.count > Self.limit,
            let oldest = known.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            known[oldest] = nil
        }
        return facts
    }
}
