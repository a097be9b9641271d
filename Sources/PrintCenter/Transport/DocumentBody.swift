/// A document that follows an IPP message, read from an open file.
package struct DocumentBody: Hashable, Sendable {
    /// The file descriptor; reads go by position and leave its offset unchanged.
    package let descriptor: Int32
    /// The number of bytes to send, from the start of the file.
    package let size: Int
    /// Whether the descriptor is a socket, from which each byte comes once.
    package var isStream = false

    /// Creates a body from an open regular file, which the caller keeps open until the request ends.
    package init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }
}
