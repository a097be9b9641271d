import PrintModel

extension Problem {
    /// The user's settings are unreadable; the service neither guesses nor overwrites them.
    init(_ problem: SettingsProblem) {
        let messages = Language.allCases.map { ($0, problem.message(in: $0)) }
        self.init(
            .settingsUnreadable,
            ["detail": problem.message(in: .english)],
            quoting: Dictionary(uniqueKeysWithValues: messages)
        )
    }

    /// There is no document with this id.
    static func noDocument(_ id: String) -> Problem { Problem(.documentNotFound) }
}
