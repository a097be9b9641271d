/// The limits beyond which ``IPPDecoder`` refuses a message.
///
/// A printer's reply is untrusted input. The defaults are several times the size
/// of the replies of large printers and of schedulers with full histories.
public struct IPPLimits: Hashable, Sendable {
    /// The maximum size of a message, in bytes.
    public var messageSize: Int
    /// The maximum number of attribute groups; a reply to Get-Jobs has one per job.
    public var groups: Int
    /// The maximum number of attributes, including those in collections.
    public var attributes: Int
    /// The maximum number of values, including those in collections.
    public var values: Int
    /// The maximum nesting of collections; 1 is a collection without another one in it.
    public var collectionDepth: Int

    /// Makes limits with the given values and the defaults.
    public init(
        messageSize: Int = 4 << 20,
        groups: Int = 4096,
        attributes: Int = 100_000,
        values: Int = 200_000,
        collectionDepth: Int = 8
    ) {
        self.messageSize = messageSize
        self.groups = groups
        self.attributes = attributes
        self.values = values
        self.collectionDepth = collectionDepth
    }
}
