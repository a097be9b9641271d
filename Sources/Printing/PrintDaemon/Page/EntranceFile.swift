import FileAccess
import FoundationEssentials
import Glibc
import PrintModel

/// A file that leads the user's browser to the page.
///
/// All users of the computer see the arguments of a browser, so that the secret lies in a file instead, beside the
/// socket, which only the user can read.
struct EntranceFile: Sendable {
    /// The path of the file, which is no secret.
    let path: String

    /// - Parameters:
    ///   - visit: The id of the visit.
    ///   - socket: The path of the service's socket.
    init(for visit: String, beside socket: String) {
        path = Self.prefix(socket) + visit + ".html"
    }

    private static func prefix(_ socket: String) -> String { socket + ".page-" }

    /// Writes the file, or replaces it as a whole: a browser may be reading it.
    ///
    /// - Parameter url: Where it leads: a URL without characters that HTML escapes.
    /// - Throws: A problem where it cannot be written.
    func write(_ url: String) throws {
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(url)">
            <title>Print Center</title>
            </head>
            <body><a href="\(url)">Print Center</a></body>
            </html>

            """
        let new = path + ".new"
        let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.problem(errno) }
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(file, bytes, bytes.count)
        let failure = count == bytes.count ? 0 : count < 0 ? errno : ENOSPC
        close(file)
        guard failure == 0, unsafe rename(new, path) == 0 else {
            let problem = Self.problem(failure == 0 ? errno : failure)
            _ = unsafe unlink(new)
            throw problem
        }
    }

    /// Removes the file.
    func remove() {
        _ = unsafe unlink(path)
    }

    /// Removes what a service left behind that was killed.
    static func removeAll(beside socket: String) {
        let prefix = prefix(socket)
        let folder = String(prefix[..<(prefix.lastIndex(of: "/") ?? prefix.startIndex)])
        // Where the folder cannot be listed, nothing was left there that a browser is sent to.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where "\(folder)/\(name)".hasPrefix(prefix) {
            _ = unsafe unlink("\(folder)/\(name)")
        }
    }

    private static func problem(_ code: Int32) -> Problem {
        let why = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return Problem(.internalError, ["detail": "\(why)"])
    }
}
