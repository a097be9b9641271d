internal import IPP

/// The reply of a device to a request for its state.
enum DeviceAnswer: Sendable {
    /// Its attributes, with those of its state up to date.
    case answered(IPPAttributeGroup)
    /// No reply yet over a connection that stands, with the attributes of its last reply, if any.
    case slow(lastKnown: IPPAttributeGroup?)
    /// No connection, or no reply in the longest time, with the attributes of its last reply, if any.
    case silent(lastKnown: IPPAttributeGroup?)
    /// A reply that is not valid, with the kind of fault as a keyword.
    case unusable(String)
}
