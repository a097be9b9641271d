/// An error in the user's `settings.json`, or in `presets.json`.
public struct SettingsProblem: Error, Sendable, Equatable {
    /// The kind of the error.
    public enum Cause: Sendable, Equatable {
        /// The system cannot read the file, with its error number and its message for that.
        case unreadable(Int32, String)
        /// It is a folder, a pipe, or another thing that is not a file.
        case notAFile
        /// The file is larger than 1 MiB.
        case tooLarge
        /// The file is not valid JSON.
        case malformed
        /// The JSON is not an object.
        case notAnObject
        /// The value of a key is not valid.
        case value(key: String, expected: Expected)
        /// No setting has this key, which has no effect; the name that is nearest to it may be meant.
        case unknown(key: String, meant: String?)
    }

    /// The valid values of a key.
    public enum Expected: Sendable, Equatable, CaseIterable {
        /// A string.
        case text
        /// An array of strings.
        case texts
        /// A whole number of 0 or more.
        case count
        /// True or false.
        case flag
        /// The options of a preset; the key is its name.
        case preset
        /// A name of ``NotificationLevel``.
        case notifications
    }

    /// The kind of the error.
    public let cause: Cause
    /// The path of the file.
    public let path: String

    /// Creates an error.
    public init(_ cause: Cause, path: String) {
        self.cause = cause
        self.path = path
    }

    /// The sentence that says what is wrong with the file.
    public func message(in language: Language) -> String {
        switch language {
        case .english: EnglishWords.settings(self)
        case .simplifiedChinese: ChineseWords.settings(self)
        }
    }
}
