/// All printers that announce themselves at a moment.
public struct Announcements: Sendable, Equatable {
    /// Why no announcements can be received.
    public enum Problem: String, Sendable {
        /// The Avahi daemon does not run, or the system bus cannot be reached.
        case daemonUnavailable = "avahi-unavailable"
    }

    /// The most names in ``elsewhere``.
    package static let elsewhereLimit = 10

    /// The services, ordered by id.
    public var services: [AnnouncedService]
    /// The names of services that are left out, because each of their addresses is outside the
    /// networks of this computer; at most ten.
    public var elsewhere: [String]
    /// Whether the first round of answers has ended; a printer may announce itself at any time.
    public var isSettled: Bool
    /// Why there are no announcements; `nil` if they are received.
    public var problem: Problem?

    /// Creates a snapshot.
    public init(
        services: [AnnouncedService] = [],
        elsewhere: [String] = [],
        isSettled: Bool = false,
        problem: Problem? = nil
    ) {
        self.services = services
        self.elsewhere = elsewhere
        self.isSettled = isSettled
        self.problem = problem
    }
}

extension Announcements.Problem {
    /// The sentence that says what is missing, and what to do.
    public func message(in language: Language) -> String {
        switch (self, language) {
        case (.daemonUnavailable, .english): EnglishWords.withoutAvahi
        case (.daemonUnavailable, .simplifiedChinese): ChineseWords.withoutAvahi
        }
    }
}
