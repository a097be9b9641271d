import FoundationEssentials
import Glibc
import PrintModel
import Synchronization

/// What the user has chosen for this service: `settings.json` in its configuration folder, and what
/// `lpoptions` keeps beside it.
struct Preferences: Sendable {
    /// The folder of `settings.json`; `nil` keeps no settings.
    let folder: String?
    /// Two who write at once would take each other's unfinished file.
    private static let writing = Mutex(())

    /// The variables that say where `lpoptions` are.
    let environment: [String: String]

    private struct Settings: Codable {
        var defaultPrinter: String?
        var keepJobsDays: Int?
        var keepDocumentsHours: Int?
    }

    private var file: String? { folder.map { $0 + "/settings.json" } }

    private var settings: Settings {
        // A file that is not there, or is not understood, sets nothing.
        guard let file, let data = try? Data(contentsOf: URL(filePath: file)) else {
            return Settings()
        }
        return (try? JSONDecoder().decode(Settings.self, from: data)) ?? Settings()
    }

    /// The user's own default printer.
    var defaultPrinter: String? { settings.defaultPrinter }

    /// How long a job stays in the history after its end; three months unless the user said else.
    var keepJobs: Duration {
        .seconds(24 * 3600 * min(max(0, settings.keepJobsDays ?? 90), 36_500))
    }

    /// How long the document of a job stays after its end, so that it can be printed again; a day
    /// unless the user said else.
    var keepDocuments: Duration {
        .seconds(3600 * min(max(0, settings.keepDocumentsHours ?? 24), 876_000))
    }

    /// Printers that are the default where none is named, the best first.
    var defaults: [String] {
        let kept = LPOptions.read(environment: environment).defaultPrinter
        return [defaultPrinter, kept].compactMap { $0 }
    }

    /// The user's habits with a printer.
    func habits(with printer: PrinterID) -> PrintTicket {
        PrintTicket(
            habits: LPOptions.read(environment: environment).options(for: printer)
        )
    }

    /// Sets the user's own default printer; `nil` has none.
    ///
    /// - Throws: ``SpoolError`` where it cannot be written down.
    func setDefaultPrinter(_ name: String?) throws {
        guard let folder, let file else {
            throw SpoolError(code: .failed, description: "there is no folder for settings")
        }
        try Self.writing.withLock { _ in try put(name, to: file, in: folder) }
    }

    private func put(_ name: String?, to file: String, in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        var changed = settings
        changed.defaultPrinter = name
        let data = try JSONEncoder().encode(changed)
        let part = file + ".part"
        let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SpoolError.system("writing the settings") }
        defer { close(descriptor) }
        let bytes = [UInt8](data)
        // A crash leaves the old file or the new one, never half of one.
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            unsafe rename(part, file) == 0
        else { throw SpoolError.system("writing the settings") }
    }
}
