import PrintModel

extension Problem {
    /// The user's settings are unreadable; the service neither guesses nor overwrites them.
    static func settingsUnreadable(_ mistake: String) -> Problem {
        Problem(.settingsUnreadable, ["detail": mistake])
    }

    /// There is no document with this id.
    static func noDocument(_ id: String) -> Problem { Problem(.documentNotFound) }
}
