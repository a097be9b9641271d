import PreviewModel

/// Everything that speaks for a file's type, before anything is concluded from it.
struct TypeEvidence: Equatable, Sendable {
    /// What was seen inside of a container: an archive, a compound file, the root of an XML document.
    struct Inside: Equatable, Sendable {
        /// The type that its parts make it.
        var type: String
        /// Which parts told, in a word or two for `explain`.
        var sign: String
        /// Whether the parts prove the type.
        ///
        /// Otherwise it is only that of the container.
        var isProof: Bool
        /// Whether its contents take a password.
        var isEncrypted = false
    }

    /// What the name speaks for, the most probable first.
    var name: [MIMECache.NameMatch] = []
    /// What the shared MIME database finds in the first bytes, surest first.
    var data: [MIMECache.DataMatch] = []
    /// What libmagic says, under its freedesktop.org name; `nil` where it knows nothing.
    var magic: String?
    /// What lies inside.
    var inside: Inside?
    /// Whether the first bytes read as text.
    var isText = false

    /// Takes what the marks of both kinds of ELF files leave open for a program.
    mutating func callProgram() {
        let (library, program) = ("application/x-sharedlib", "application/x-executable")
        if magic == library { magic = program }
        for index in data.indices where data[index].type == library { data[index].type = program }
    }
}

/// A type and how it was told.
struct TypeVerdict: Equatable, Sendable {
    var type: String
    var rule: TypeRule
    /// Whether the name says something else than the contents.
    var isMisnamed = false
}
