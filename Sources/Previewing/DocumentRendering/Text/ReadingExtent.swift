/// How much of a document is read: its beginning, which previews show, or all of it, for pages that are written.
enum ReadingExtent: Sendable {
    case beginning
    case whole

    /// The extent for the readers that run within a closure; the readers themselves pass their limits to nobody.
    @TaskLocal static var current = ReadingExtent.beginning

    /// The limit for this extent.
    static func limit(_ beginning: Int, whole: Int) -> Int {
        current == .whole ? whole : beginning
    }
}
