import FoundationEssentials
import PrintModel
import Synchronization

/// The presets of the user: `presets.json` in the configuration folder.
///
/// It is an object with a key for each preset, `{"Draft": {"ticket": {"numberUp": 2}}}`, which people
/// may edit and take along. What this version does not know stays in the file.
struct PresetFile: Sendable {
    /// The folder; `nil` for a service without settings.
    let folder: String?

    /// Serializes changes: each reads the file and replaces it.
    private static let writing = Mutex(())

    private static let ticketKey = "ticket"

    private var file: SettingsFile? {
        folder.map { SettingsFile(path: $0 + "/presets.json") }
    }

    /// Returns all presets, sorted by name.
    ///
    /// - Throws: `Problem` with `settings-unreadable`.
    func presets() throws -> [PrintPreset] {
        try values().map { try preset($0.key, $0.value) }
            .sorted { $0.name < $1.name }
    }

    /// Returns a preset.
    ///
    /// - Throws: `Problem` with `preset-not-found` or `settings-unreadable`.
    func preset(_ name: String) throws -> PrintPreset {
        let values = try values()
        guard let value = values[name] else { throw Self.notFound(name, among: values) }
        return try preset(name, value)
    }

    /// Returns a preset for a job.
    ///
    /// - Throws: `Problem` also with `preset-unusable`, if a part of it would be left out.
    func usable(_ name: String) throws -> PrintPreset {
        let preset = try preset(name)
        guard preset.unknown.isEmpty else {
            let options = preset.unknown.joined(separator: ", ")
            throw Problem(.presetUnusable, ["preset": name, "options": options])
        }
        return preset
    }

    /// Saves a preset; it is on disk when this returns.
    ///
    /// - Parameter preset: The preset, which replaces one of the same name.
    /// - Returns: Whether there was none of this name.
    /// - Throws: `Problem`.
    func save(_ preset: PrintPreset) throws -> Bool {
        guard PrintPreset.isName(preset.name) else { throw Problem(noPresetName: preset.name) }
        let (tree, size) = Self.tree(of: preset.ticket)
        if let problem = PrintPreset.problem(with: preset.ticket, size: size) { throw problem }
        return try change { values throws(Problem) in
            let isNew = values[preset.name] == nil
            guard !isNew || values.count < PrintPreset.countLimit else {
                throw Problem(.presetsFull, ["limit": "\(PrintPreset.countLimit)"])
            }
            values[preset.name] = .object([Self.ticketKey: tree])
            return isNew
        }
    }

    /// Removes a preset.
    ///
    /// - Returns: The preset that was removed.
    /// - Throws: `Problem` with `preset-not-found`, `settings-unreadable`, or `storage-failed`.
    func remove(_ name: String) throws -> PrintPreset {
        try change { values throws(Problem) in
            guard let value = values.removeValue(forKey: name) else {
                throw Self.notFound(name, among: values)
            }
            return try preset(name, value)
        }
    }

    // MARK: Reading

    private func values() throws(Problem) -> [String: JSONTree] {
        do throws(SettingsProblem) {
            return try file?.values() ?? [:]
        } catch {
            throw Problem(error)
        }
    }

    private static func notFound(_ name: String, among values: [String: JSONTree]) -> Problem {
        let names = values.keys.sorted().joined(separator: "\n")
        return Problem(.presetNotFound, ["preset": PrintPreset.shown(name), "presets": names])
    }

    /// The preset in a value of the file.
    private func preset(_ name: String, _ value: JSONTree) throws(Problem) -> PrintPreset {
        guard PrintPreset.isName(name), case .object(let parts) = value,
            case .object(let options) = parts[Self.ticketKey] ?? .object([:])
        else {
            let path = (folder ?? "") + "/presets.json"
            let key = PrintPreset.shown(name)
            throw Problem(SettingsProblem(.value(key: key, expected: .preset), path: path))
        }
        let known = options.filter { Self.isKnown($0.key, $0.value) }
        let unknown =
            options.keys.filter { known[$0] == nil } + parts.keys.filter { $0 != Self.ticketKey }
        return PrintPreset(name: name, ticket: Self.ticket(of: known), unknown: unknown.sorted())
    }

    /// Whether a ticket has the option, and can take all of the value.
    private static func isKnown(_ key: String, _ value: JSONTree) -> Bool {
        if value == .null { return PrintTicket.names.contains(key) }
        guard let ticket = decoded([key: value]) else { return false }
        guard case .object(let written) = tree(of: ticket).tree, let read = written[key] else {
            return false
        }
        return value.isCovered(by: read)
    }

    private static func ticket(of options: [String: JSONTree]) -> PrintTicket {
        // Each option was decoded alone before.
        decoded(options) ?? PrintTicket()
    }

    private static func decoded(_ options: [String: JSONTree]) -> PrintTicket? {
        // A value that cannot be decoded is an unknown one.
        guard let json = try? WireFormat.encode(options) else { return nil }
        return try? WireFormat.decode(PrintTicket.self, from: json)
    }

    // MARK: Writing

    /// The options that a ticket has, and their size as JSON in bytes.
    private static func tree(of ticket: PrintTicket) -> (tree: JSONTree, size: Int) {
        // A ticket of finite numbers is always an object.
        guard let json = try? WireFormat.encode(ticket),
            case .object(let keys) = try? WireFormat.decode(JSONTree.self, from: json)
        else { return (.object([:]), 0) }
        let set = keys.filter { $0.value != .null }
        return (.object(set), (try? WireFormat.encode(set))?.count ?? 0)
    }

    /// Reads the file, changes its values, and replaces it.
    private func change<Result: Sendable>(
        _ body: (inout [String: JSONTree]) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard let folder, let file else {
            throw Problem(.presetNotSaved, ["detail": "there is no folder for settings"])
        }
        let outcome = Self.writing.withLock { _ -> Swift.Result<Result, Problem> in
            do throws(Problem) {
                var values = try values()
                let result = try body(&values)
                do {
                    try FileManager.default.createDirectory(
                        atPath: folder,
                        withIntermediateDirectories: true,
                        attributes: [.posixPermissions: 0o700]
                    )
                    try file.write(values)
                } catch {
                    throw Problem(.presetNotSaved, ["detail": "\(error)"])
                }
                return .success(result)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

extension JSONTree {
    /// Whether another tree has each key of this one.
    fileprivate func isCovered(by other: JSONTree) -> Bool {
        guard case .object(let own) = self else { return true }
        guard case .object(let others) = other else { return false }
        return own.allSatisfy { key, value in
            others[key].map { value.isCovered(by: $0) } ?? false
        }
    }
}
