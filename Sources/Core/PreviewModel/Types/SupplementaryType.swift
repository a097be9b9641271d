/// A file type that the shared MIME database lacks.
package struct SupplementaryType: Sendable {
    /// The MIME type.
    package let type: String
    /// The more general types of which this is a subclass.
    package let parents: [String]
    /// The file name extensions, in lower case and without dots; whole names begin with "=".
    package let names: [String]
    /// The description in English.
    package let english: String
    /// The description in Simplified Chinese.
    package let chinese: String

    /// Creates a type with its names and descriptions.
    package init(
        _ type: String,
        parents: [String] = ["application/octet-stream"],
        names: [String],
        english: String,
        chinese: String
    ) {
        (self.type, self.parents, self.names) = (type, parents, names)
        (self.english, self.chinese) = (english, chinese)
    }
}
