/// All printers that announce themselves at a moment.
public struct Announcements: Sendable, Equatable {
    /// Why no announcements can be received.
    public enum Problem: String, Sendable {
        /// The Avahi daemon does not run, or the system bus cannot be reached.
        case daemonUnavailable = "avahi-unavailable"
    }

    /// The services, ordered by id.
    public var services: [AnnouncedService]
    /// Whether the first round of answers has ended; a printer may announce itself at any time.
    public var isSettled: Bool
    /// Why there are no announcements; `nil` if they are received.
    public var problem: Problem?

    /// Creates a snapshot.
    public init(
        services: [AnnouncedService] = [],
        isSettled: Bool = false,
        problem: Problem? = nil
    ) {
        self.services = services
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
