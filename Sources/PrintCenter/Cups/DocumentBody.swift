/// A document that follows an IPP message, read from an open file.
package struct DocumentBody: Hashable, Sendable {
    /// The descriptor; it is read by position, stays open, and keeps its offset.
    package let descriptor: Int32
    /// How many bytes are sent, from the start of the file.
    package let size: Int

    /// Names an open regular file; the caller keeps it open until the request has ended.
    package init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }
}
