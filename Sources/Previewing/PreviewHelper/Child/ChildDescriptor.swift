/// The numbers of the descriptors of a request in a child.
package enum ChildDescriptor {
    package static let document: Int32 = 3
    package static let answer: Int32 = 4
    /// The output; for a picture, the memory file for a picture inside the document.
    package static let output: Int32 = 5
    /// The payload of a request that writes.
    package static let payload: Int32 = 6
    /// The pixels of a request that draws.
    package static let picture: Int32 = 6
    /// The memory file for the unpacked document, and then the scratch files, where a family that writes pages has them.
    package static let scratch: Int32 = 7
    /// The first free number.
    package static let free: Int32 = 16
}
