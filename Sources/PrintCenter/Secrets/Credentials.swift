/// A user name and a password for a printer, which no description shows.
package struct Credentials: Sendable, Equatable {
    /// The user name.
    package let user: String
    /// The password.
    package let password: String

    /// Joins a user name and a password.
    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same text for all.
    package var description: String { "a user name and a password" }
    /// The same text for all.
    package var debugDescription: String { description }
    /// Nothing: a dump would show the password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credentials {
    /// The form for the secret store: a user name has no line break.
    var text: String { "\(user)\n\(password)" }

    /// Reads the form for the secret store.
    init?(text: String) {
        guard let end = text.firstIndex(of: "\n") else { return nil }
        self.init(user: String(text[..<end]), password: String(text[text.index(after: end)...]))
    }
}
