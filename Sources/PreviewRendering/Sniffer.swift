import CMagic
import Glibc
import PreviewModel

/// Tells the type of a document from its contents, by libmagic.
@safe struct Sniffer: ~Copyable {
    private let cookie: magic_t

    /// Opens the database of file types, or answers `nil` when it cannot be loaded.
    init?() {
        // Never MAGIC_COMPRESS: it unpacks, and starts programs to do so.
        guard let cookie = unsafe magic_open(MAGIC_MIME_TYPE) else { return nil }
        guard unsafe magic_load(cookie, nil) == 0 else {
            unsafe magic_close(cookie)
            return nil
        }
        unsafe self.cookie = cookie
    }

    deinit { unsafe magic_close(cookie) }

    /// The type of a document.
    ///
    /// The extension of its name decides only between kinds of text.
    func type(of descriptor: Int32, nameExtension: String) -> FileType {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return .unknown }
        if status.st_size == 0 { return .empty }
        // The string belongs to the cookie; it is copied here.
        let answer = unsafe magic_descriptor(cookie, descriptor).map { unsafe String(cString: $0) }
        let type = FileType(canonicalFrom: answer ?? FileType.unknown.rawValue)
        if type != .pdf, type.family == nil, hasLateHeader(descriptor) { return .pdf }
        return type.refined(byExtension: nameExtension)
    }

    /// Whether "%PDF-" stands in the first 1024 bytes: readers allow bytes before it, libmagic does not.
    private func hasLateHeader(_ descriptor: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: 1024)
        let count = unsafe start.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
        }
        guard count >= 5 else { return false }
        let mark = Array("%PDF-".utf8)
        return (0...(count - mark.count)).contains { start[$0..<($0 + 5)].elementsEqual(mark) }
    }
}
