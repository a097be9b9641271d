/// How the type of a file was told: the rule, and what each source of evidence said.
public struct TypeReport: Equatable, Sendable {
    /// The rule that told the type.
    public var rule: TypeRule
    /// Whether the name says something else than the contents.
    public var isMisnamed: Bool
    /// The type that libmagic names, under its freedesktop.org name.
    public var magic: String?
    /// The type that the name speaks for most.
    public var name: String?
    /// The type whose mark the shared MIME database finds in the first bytes.
    public var data: String?
    /// The type that the parts of a container, or the root of an XML document, make it.
    public var container: String?
    /// Which parts those are, such as "[Content_Types].xml"; made of fixed words, not of the document's.
    public var sign: String?
    /// The time that telling the type took, in microseconds.
    public var microseconds: UInt32

    /// A report of a rule, with no evidence yet.
    public init(rule: TypeRule) {
        self.rule = rule
        self.isMisnamed = false
        self.microseconds = 0
    }
}

/// The rules that tell types, in the order in which they are tried.
public enum TypeRule: UInt8, CaseIterable, Sendable {
    /// The file has no bytes.
    case empty = 1
    /// The parts inside prove it.
    case container = 2
    /// The parts inside prove a type of which the name's is a special kind.
    case containerNamed = 3
    /// It is text, and the name tells which.
    case textNamed = 4
    /// It is text, and its contents tell which.
    case text = 5
    /// The name and the contents say the same.
    case agreement = 6
    /// The contents show a type of which the name's is a special kind.
    case named = 7
    /// The contents show it, whatever the name says.
    case contents = 8
    /// Nothing is known but the name.
    case nameAlone = 9
    /// Nothing is known.
    case unknown = 10
    /// It is a folder, told by what lies in it.
    case folder = 11

    /// The rule's name for programs; it never changes.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .container: "container"
        case .containerNamed: "container-named"
        case .textNamed: "text-named"
        case .text: "text"
        case .agreement: "agreement"
        case .named: "contents-named"
        case .contents: "contents"
        case .nameAlone: "name-alone"
        case .unknown: "unknown"
        case .folder: "folder"
        }
    }
}
