import FileAccess
import FoundationEssentials
import Glibc

/// Where the page was when the service ended, so that a page that is still open finds the next service.
///
/// It lies beside the socket, where only the user can read it, and is removed when the page closes.
struct PageMemory: Sendable {
    /// The contents of the file.
    struct Place: Codable, Equatable {
        /// The port of the listener.
        var port: Int
        /// The secrets of the browsers.
        var sessions: [String]
    }

    /// The path of the file.
    let path: String

    /// The place; `nil` if no page was open.
    func read() -> Place? {
        guard let facts = FileFacts(path: path), facts.isFile, facts.owner == geteuid(),
            facts.isPrivate, facts.size < 64 << 10
        else { return nil }
        // Damaged contents are as good as none.
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return try? JSONDecoder().decode(Place.self, from: data)  // as above
    }

    /// Writes the place.
    func write(_ place: Place) {
        // A page that finds no service later says so.
        guard let data = try? JSONEncoder().encode(place) else { return }
        remove()
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let bytes = Array(data)
        _ = unsafe Glibc.write(file, bytes, bytes.count)
        close(file)
    }

    /// Removes the file.
    func remove() {
        _ = unsafe unlink(path)
    }
}
