import Synchronization

/// How much of a document is read: its beginning, which previews show, or all of it, for pages that are written.
enum ReadingExtent: Sendable {
    case beginning
    case whole

    /// The extent for the readers that run within a closure; the readers themselves pass their limits to nobody.
    @TaskLocal static var current = ReadingExtent.beginning
    /// Where readers note that they left something out; `nil` for previews, which always do.
    @TaskLocal static var omissions: Omissions?

    /// The limit for this extent.
    static func limit(_ beginning: Int, whole: Int) -> Int {
        current == .whole ? whole : beginning
    }

    /// Notes that words of the document are left out at a limit.
    static func noteOmission() { omissions?.note() }

    /// The beginning of a text, which is noted where that is not all.
    static func beginning(of text: String, _ beginning: Int, whole: Int) -> String {
        let result = text.prefix(limit(beginning, whole: whole))
        if result.endIndex < text.endIndex { noteOmission() }
        return String(result)
    }
}

/// Whether words of a document were left out.
final class Omissions: Sendable {
    private let found = Atomic(false)

    /// Whether there are any.
    var exist: Bool { found.load(ordering: .relaxed) }

    func note() { found.store(true, ordering: .relaxed) }
}
