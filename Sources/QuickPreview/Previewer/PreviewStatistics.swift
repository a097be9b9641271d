public import PreviewModel

/// Counts of what a ``Previewer`` has done since it was created.
public struct PreviewStatistics: Sendable, Hashable {
    /// The state of a helper.
    public enum Helper: Sendable, Hashable {
        /// It has not been needed yet.
        case notStarted
        /// It runs, and its children are in this sandbox.
        case confined(ConfinementLevel)
        /// It does not run, for this reason.
        case off(PreviewError)
    }

    /// The state of the sandbox for programs that lay documents out: LibreOffice.
    public enum Converter: Sendable, Hashable {
        /// It has not been needed yet.
        case notStarted
        /// The last document was in it, in namespaces of its own.
        case ready
        /// The last document was in it, behind Landlock, because the system allows no namespaces.
        case readyWithoutNamespaces
        /// It could not be made, for this reason.
        case off(PreviewError)
    }

    /// The number of requests by outcome.
    public var ends: [PreviewEnd: Int] = [:]
    /// The number of helpers that died and were started again.
    public var helperDeaths = 0
    /// The state of each helper that has been needed so far.
    public var helpers: [RendererFamily: Helper] = [:]

    /// The state of the sandbox for programs that lay documents out.
    public var converter = Converter.notStarted

    /// Statistics without requests.
    public init() {}

    /// The state of the helper of a family; where it has not been needed, that of the smaller one before it.
    public func helper(_ family: RendererFamily) -> Helper {
        if let helper = helpers[family] { return helper }
        let smaller = RendererFamily.allCases.filter { $0.traits.precedes == family }
        return smaller.lazy.compactMap { helpers[$0] }.first ?? .notStarted
    }

    /// The number of requests by the class of their outcome, ``PreviewEnd/name``.
    public var classes: [String: Int] {
        var classes: [String: Int] = [:]
        for (end, count) in ends { classes[end.name, default: 0] += count }
        return classes
    }
}
