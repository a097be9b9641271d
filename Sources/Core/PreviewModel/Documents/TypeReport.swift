/// How the type of a file was identified: the rule, and the type by each source of evidence.
public struct TypeReport: Equatable, Sendable {
    /// The rule that decided the type.
    public var rule: TypeRule
    /// Whether the name contradicts the contents.
    public var isMisnamed: Bool
    /// The type according to libmagic, under its freedesktop.org name.
    public var magic: String?
    /// The type that the name suggests.
    public var name: String?
    /// The type whose magic number the shared MIME database finds in the first bytes.
    public var data: String?
    /// The type according to the parts of a container, or the root of an XML document.
    public var container: String?
    /// The parts that decided, such as "[Content_Types].xml"; fixed words, never words of the document.
    public var sign: String?
    /// The time that the identification took, in microseconds.
    public var microseconds: UInt32

    /// A report with a rule and no evidence.
    public init(rule: TypeRule) {
        self.rule = rule
        self.isMisnamed = false
        self.microseconds = 0
    }
}

/// The rules that identify types, in the order in which they are tried.
public enum TypeRule: UInt8, CaseIterable, Sendable {
    /// The file is empty.
    case empty = 1
    /// The parts inside prove the type.
    case container = 2
    /// The parts inside prove a more general type than the name suggests.
    case containerNamed = 3
    /// It is text, and the name decides which.
    case textNamed = 4
    /// It is text, and the contents decide which.
    case text = 5
    /// The name and the contents agree.
    case agreement = 6
    /// The contents show a more general type than the name suggests.
    case named = 7
    /// The contents show the type, whatever the name says.
    case contents = 8
    /// Only the name suggests a type.
    case nameAlone = 9
    /// The type is unknown.
    case unknown = 10
    /// It is a folder, identified by its parts.
    case folder = 11

    /// The name of the rule for programs; it never changes.
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
