import CTag
import Glibc

/// The tags of an audio file.
struct SoundFile {
    /// The title, preceded by the artist if known.
    let title: String?
    /// The cover: the bytes of a picture.
    let cover: [UInt8]?

    /// Reads the tags; `nil` if it is not an audio file.
    init?(_ descriptor: Int32) {
        var facts = unsafe ctag_facts()
        guard unsafe ctag_read(descriptor, &facts) == 0 else { return nil }
        defer {
            unsafe free(facts.title)
            unsafe free(facts.artist)
            unsafe free(facts.cover)
        }
        let title = unsafe facts.title.map { unsafe String(cString: $0) }
        let artist = unsafe facts.artist.map { unsafe String(cString: $0) }
        let names = [artist, title].compactMap(\.self)
        self.title = names.isEmpty ? nil : names.joined(separator: " – ")
        cover = unsafe facts.cover.map {
            unsafe Array(UnsafeBufferPointer(start: $0, count: facts.size))
        }
    }
}
