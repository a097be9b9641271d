import FoundationEssentials
import PrintModel
import Synchronization

/// The preferences of the user: `settings.json` and `presets.json` in the configuration folder, and `lpoptions`.
struct Preferences: Sendable {
    /// The folder of `settings.json`; `nil` for a service without settings.
    let folder: String?
    /// Serializes writes, which share the name of the temporary file.
    private static let writing = Mutex(())

    /// The environment of the user, whose `HOME` has the file of `lpoptions`.
    let environment: [String: String]

    private var file: SettingsFile? {
        folder.map { SettingsFile(path: $0 + "/settings.json") }
    }

    private var settings: SettingsFile.Settings {
        // Callers check ``problem`` before they rely on a setting.
        (try? file?.settings()) ?? SettingsFile.Settings()
    }

    /// The address of the database that has the queue: `store`, a file of the service by default.
    ///
    /// - Throws: `SettingsProblem` if the file cannot be read.
    var store: String? { get throws(SettingsProblem) { try file?.settings().store } }

    /// The folder that has the documents of a queue in a database: `documents`, the folder of the service by default.
    var documents: String? { settings.documents }

    /// The name of this host among those that share a queue: `host`, that of the computer by default.
    var host: String? { settings.host.flatMap { $0.isEmpty ? nil : $0 } }

    /// The printers that this host is to have among those that share a queue: `near`.
    var near: [String] { settings.near ?? [] }

    /// The error in `settings.json`; `nil` if the file is valid.
    var problem: SettingsProblem? {
        do throws(SettingsProblem) {
            _ = try file?.settings()
            return nil
        } catch {
            return error
        }
    }

    /// A key in a valid `settings.json` that no setting has; `nil` if there is none.
    var unknownKey: SettingsProblem? {
        // What cannot be read is the ``problem``.
        try? file?.unknownKey()
    }

    /// Whether the log names the documents of jobs: `logTitles`, false by default.
    var logsTitles: Bool { settings.logTitles ?? false }

    /// Whether owners of documents can forbid printing: `obeyDocumentRestrictions`, true by default.
    var obeysDocumentRestrictions: Bool { settings.obeyDocumentRestrictions ?? true }

    /// The default printer in `settings.json`.
    var defaultPrinter: String? { settings.defaultPrinter }

    /// The time that a job stays in the history after its end: `keepJobsDays`, 90 days by default.
    ///
    /// It is `nil`, and no job is removed, while `settings.json` is invalid.
    var keepJobs: Duration? {
        guard problem == nil else { return nil }
        return .seconds(24 * 3600 * min(settings.keepJobsDays ?? 90, 36_500))
    }

    /// The time that the document of a job stays after its end, so that the job can be printed
    /// again: `keepDocumentsHours`, 24 hours by default; `nil` as for ``keepJobs``.
    var keepDocuments: Duration? {
        guard problem == nil else { return nil }
        return .seconds(3600 * min(settings.keepDocumentsHours ?? 24, 876_000))
    }

    /// The time after which a job that is being canceled no longer waits for its printer: `giveUpCanceledHours`, 24 hours by
    /// default; `nil` as for ``keepJobs``.
    var longestCancel: Duration? {
        guard problem == nil else { return nil }
        return .seconds(3600 * min(settings.giveUpCanceledHours ?? 24, 876_000))
    }

    /// The names of default printers, the preferred one first.
    var defaults: [String] { namedDefaults(environment: []).map(\.name) }

    /// Returns the named defaults, the preferred one first; the printers may not exist.
    ///
    /// - Parameter names: The names in the environment of the client.
    /// - Returns: The defaults of `settings.json`, of the environment, and of `lpoptions`.
    func namedDefaults(environment names: [String]) -> [PrinterChoice.Default] {
        let kept = LPOptions.read(environment: environment).defaultPrinter
        let own = defaultPrinter.map { [PrinterChoice.Default($0, from: .settings)] } ?? []
        return own + names.map { PrinterChoice.Default($0, from: .environment) }
            + (kept.map { [PrinterChoice.Default($0, from: .lpoptions)] } ?? [])
    }

    /// Returns the options of the user for a printer, as a ticket.
    func habits(with printer: PrinterID) -> PrintTicket {
        PrintTicket(
            habits: LPOptions.read(environment: environment).options(for: printer)
        )
    }

    /// Returns the options of an instance, such as `office/draft`, as a ticket; `nil` if there is no
    /// such instance.
    func habits(with printer: PrinterID, instance: String) -> PrintTicket? {
        LPOptions.read(environment: environment).options(for: printer, instance: instance)
            .map { PrintTicket(habits: $0) }
    }

    /// The presets of the user.
    var presets: PresetFile { PresetFile(folder: folder) }

    /// Which notifications the desktop gets: `notifications`, all by default; failures only while `settings.json` is
    /// invalid.
    var notifications: NotificationLevel {
        problem == nil ? settings.notifications ?? .all : .failures
    }

    /// Sets the default printer in `settings.json`; `nil` removes it.
    ///
    /// - Throws: `SettingsProblem` if the file cannot be read, ``SpoolError`` if it cannot be
    ///   written.
    func setDefaultPrinter(_ name: String?) throws {
        try set(.defaultPrinter, to: name.map { .string($0) })
    }

    /// Sets which notifications the desktop gets, as ``setDefaultPrinter(_:)`` sets a printer.
    func setNotifications(_ level: NotificationLevel) throws {
        try set(.notifications, to: .string(level.rawValue))
    }

    private func set(_ key: SettingsFile.Key, to value: JSONTree?) throws {
        guard let folder, let file else {
            throw SpoolError(code: .failed, description: "there is no folder for settings")
        }
        try Self.writing.withLock { _ in
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try file.set(key, to: value)
        }
    }
}
