import FoundationEssentials
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

    private var file: SettingsFile? {
        folder.map { SettingsFile(path: $0 + "/settings.json") }
    }

    private var settings: SettingsFile.Settings {
        // What cannot be used is told by ``mistake``, which whoever decides by a setting asks first.
        (try? file?.settings()) ?? SettingsFile.Settings()
    }

    /// What is wrong with `settings.json`, as a sentence that names it; `nil` where nothing is.
    var mistake: String? {
        do {
            _ = try file?.settings()
            return nil
        } catch {
            return "The settings file \(file?.path ?? "") \(error.words)."
        }
    }

    /// The user's own default printer.
    var defaultPrinter: String? { settings.defaultPrinter }

    /// How long a job stays in the history after its end; three months unless the user said else.
    ///
    /// It is `nil`, and nothing goes, while nobody knows what the user said.
    var keepJobs: Duration? {
        guard mistake == nil else { return nil }
        return .seconds(24 * 3600 * min(settings.keepJobsDays ?? 90, 36_500))
    }

    /// How long the document of a job stays after its end, so that it can be printed again; a day
    /// unless the user said else, and `nil` as for ``keepJobs``.
    var keepDocuments: Duration? {
        guard mistake == nil else { return nil }
        return .seconds(3600 * min(settings.keepDocumentsHours ?? 24, 876_000))
    }

    /// Printers that are the default where none is named, the best first.
    var defaults: [String] { namedDefaults(environment: []).map(\.name) }

    /// The printers that are named as a default, the best first; they may not exist.
    ///
    /// - Parameter names: What the environment of the user's program names.
    /// - Returns: Our own default, those of the environment, and that of `lpoptions`.
    func namedDefaults(environment names: [String]) -> [PrinterChoice.Default] {
        let kept = LPOptions.read(environment: environment).defaultPrinter
        let own = defaultPrinter.map { [PrinterChoice.Default($0, from: .settings)] } ?? []
        return own + names.map { PrinterChoice.Default($0, from: .environment) }
            + (kept.map { [PrinterChoice.Default($0, from: .lpoptions)] } ?? [])
    }

    /// The user's habits with a printer.
    func habits(with printer: PrinterID) -> PrintTicket {
        PrintTicket(
            habits: LPOptions.read(environment: environment).options(for: printer)
        )
    }

    /// What the user has given a name of its own, as `office/draft`; `nil` where there is no such
    /// instance.
    func habits(with printer: PrinterID, instance: String) -> PrintTicket? {
        LPOptions.read(environment: environment).options(for: printer, instance: instance)
            .map { PrintTicket(habits: $0) }
    }

    /// Sets the user's own default printer; `nil` has none.
    ///
    /// - Throws: ``SettingsFile/Mistake`` where the file that is there cannot be read, and
    ///   ``SpoolError`` where it cannot be written.
    func setDefaultPrinter(_ name: String?) throws {
        guard let folder, let file else {
            throw SpoolError(code: .failed, description: "there is no folder for settings")
        }
        try Self.writing.withLock { _ in
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try file.set("defaultPrinter", to: name.map { .string($0) })
        }
    }
}
