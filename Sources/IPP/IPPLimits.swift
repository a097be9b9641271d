/// How large a message may be before ``IPPDecoder`` refuses it.
///
/// A printer's reply is untrusted input. The defaults are several times what
/// large printers and schedulers with full histories were seen to send.
public struct IPPLimits: Hashable, Sendable {
    /// The most bytes of a message.
    public var messageSize: Int
    /// The most attribute groups; a reply to Get-Jobs has one per job.
    public var groups: Int
    /// The most attributes, those inside collections included.
    public var attributes: Int
    /// The most values, those inside collections included.
    public var values: Int
    /// How deep collections may nest: 1 is a collection without another one in it.
    public var collectionDepth: Int

    /// Makes limits; what is left out has the default.
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
