/// An IPP request or response, without its document.
///
/// The layout is RFC 8010, 3.1.
///
/// ```swift
/// var request = IPPMessage(operation: .getPrinterAttributes, requestID: 1)
/// request.append(IPPAttribute("printer-uri", .uri("ipp://printer.example/ipp/print")))
/// let bytes = try IPPEncoder().encode(request)
/// ```
public struct IPPMessage: Hashable, Sendable {
    /// The version of the protocol.
    public struct Version: Hashable, Sendable {
        /// The major version number.
        public var major: UInt8
        /// The minor version number.
        public var minor: UInt8

        /// Creates a version.
        public init(major: UInt8, minor: UInt8) {
            self.major = major
            self.minor = minor
        }

        /// IPP/1.1 (RFC 8011).
        public static let ipp11 = Version(major: 1, minor: 1)
        /// IPP/2.0 (PWG 5100.12).
        public static let ipp20 = Version(major: 2, minor: 0)
    }

    /// The version of the protocol.
    public var version: Version
    /// The operation of a request or the status of a response, as a number.
    public var code: UInt16
    /// The `request-id`, which a response has in common with its request.
    public var requestID: Int32
    /// The groups of attributes, in order.
    public var groups: [IPPAttributeGroup]

    /// Creates a message from its parts.
    public init(
        version: Version = .ipp20,
        code: UInt16,
        requestID: Int32,
        groups: [IPPAttributeGroup]
    ) {
        self.version = version
        self.code = code
        self.requestID = requestID
        self.groups = groups
    }

    /// Creates a request with the charset UTF-8 and the natural language English (RFC 8011, 4.1.4).
    public init(operation: IPPOperation, requestID: Int32, version: Version = .ipp20) {
        self.init(
            version: version,
            code: operation.rawValue,
            requestID: requestID,
            groups: [IPPAttributeGroup(.operation, Self.languageAttributes)]
        )
    }

    /// Creates a response with the charset UTF-8 and the natural language English.
    public init(status: IPPStatus, requestID: Int32, version: Version = .ipp20) {
        self.init(
            version: version,
            code: status.rawValue,
            requestID: requestID,
            groups: [IPPAttributeGroup(.operation, Self.languageAttributes)]
        )
    }

    private static let languageAttributes = [
        IPPAttribute("attributes-charset", .charset("utf-8")),
        IPPAttribute("attributes-natural-language", .naturalLanguage("en")),
    ]

    /// The operation, if the message is a request.
    public var operation: IPPOperation { IPPOperation(rawValue: code) }

    /// The status, if the message is a response.
    public var status: IPPStatus { IPPStatus(rawValue: code) }

    /// The first group of a kind.
    public func attributes(in tag: IPPGroupTag) -> IPPAttributeGroup? {
        groups.first { $0.tag == tag }
    }

    /// All groups of a kind: one per job, or per printer.
    public func groups(_ tag: IPPGroupTag) -> [IPPAttributeGroup] {
        groups.filter { $0.tag == tag }
    }

    /// The `status-message`, cleaned of control characters.
    public var statusMessage: String? {
        attributes(in: .operation)?["status-message"]?.cleaned()
    }

    /// Adds attributes to the last group of a kind, or to a new one.
    public mutating func append(_ attributes: [IPPAttribute], in tag: IPPGroupTag = .operation) {
        guard let index = groups.lastIndex(where: { $0.tag == tag }) else {
            groups.append(IPPAttributeGroup(tag, attributes))
            return
        }
        groups[index].attributes.append(contentsOf: attributes)
    }

    /// Adds an attribute to the last group of a kind, or to a new one.
    public mutating func append(_ attribute: IPPAttribute, in tag: IPPGroupTag = .operation) {
        append([attribute], in: tag)
    }
}
