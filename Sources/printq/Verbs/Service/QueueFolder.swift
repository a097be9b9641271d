import FoundationEssentials
import Glibc
import PrintModel

/// Where the queue is kept, and the folder that has its documents.
struct QueueFolder {
    /// Where the queue itself is.
    enum Place: Equatable {
        /// In a file of the folder.
        case file
        /// In a database, whose name only a service that runs can tell.
        case database(String?)
    }

    /// The two settings that say it.
    private struct Settings: Decodable {
        var store: String?
        var documents: String?
    }

    /// Less free space than this is worth a notice: 500 MB.
    static let scarceSpace = 500_000_000

    let place: Place
    let path: String
    /// Whether the service does not make the folder, whose disk may not be mounted.
    let isNamed: Bool

    /// The folder of a service that runs, as it says.
    init(_ status: ServiceStatus, _ paths: ServicePaths) {
        place = status.database.map { .database($0) } ?? .file
        path = status.documents ?? paths.state
        isNamed = path != paths.state
    }

    /// The folder of a service that does not start, by the settings.
    init(_ paths: ServicePaths) {
        let data = FileManager.default.contents(atPath: paths.settings + "/settings.json")
        // The service says what is wrong with the file.
        let settings = data.flatMap { try? JSONDecoder().decode(Settings.self, from: $0) }
        place = settings?.store == nil ? .file : .database(nil)
        let named = settings?.store == nil ? nil : settings?.documents
        path = named ?? paths.state
        isNamed = named != nil
    }

    /// Whether the folder can be written, and has room.
    func finding(_ phrases: Phrases) -> Finding {
        var folder = path
        // The state folder may not be there yet; then the nearest folder above counts.
        while !isNamed, folder.count > 1, unsafe access(folder, F_OK) != 0 {
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
            if folder.isEmpty { folder = "/" }
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            let why = unsafe String(cString: strerror(errno))
            return Finding(
                .folder,
                .problem,
                phrases.folderNotWritable(self, why),
                remedy: isNamed
                    ? phrases.documentsRemedy(folder) : phrases.folderRemedy(folder)
            )
        }
        var numbers = statvfs()
        guard unsafe statvfs(folder, &numbers) == 0 else {
            return Finding(.folder, .good, phrases.folderGood(self, free: nil))
        }
        let free = Int(clamping: numbers.f_bavail) * Int(clamping: numbers.f_frsize)
        let message = phrases.folderGood(self, free: free)
        return free < Self.scarceSpace
            ? Finding(.folder, .notice, message, remedy: phrases.spaceRemedy)
            : Finding(.folder, .good, message)
    }
}
