import FoundationEssentials
public import PrintModel

/// Options that are saved under names.
///
/// ```swift
/// try await client.savePreset("Handout", PrintTicket(sides: .twoSidedLongEdge, numberUp: 2))
/// let job = try await client.print("talk.pdf", preset: "Handout")
/// ```
extension PrintCenterClient {
    /// Returns all presets of the user, sorted by name.
    public func presets() async throws -> [PrintPreset] {
        try await answer(get("/v1/presets"))
    }

    /// Returns a preset.
    ///
    /// - Parameter name: Its name, which is compared exactly.
    /// - Returns: The preset.
    /// - Throws: ``ClientError`` with the problem `preset-not-found`, which has the names of all.
    public func preset(_ name: String) async throws -> PrintPreset {
        try await answer(get(try path(ofPreset: name)))
    }

    /// Saves options as a preset; it is on disk when this returns.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 64 characters without slashes and control characters. A preset of
    ///     this name is replaced.
    ///   - ticket: The options. A point in time, a PIN, or a password is refused.
    /// - Returns: Whether there was no preset of this name; a request that had to be repeated
    ///   reports that there was.
    /// - Throws: ``ClientError`` with the problem `invalid-request`, `too-many-presets` beyond 100,
    ///   `settings-unreadable`, or `storage-failed`.
    @discardableResult
    public func savePreset(_ name: String, _ ticket: PrintTicket) async throws -> Bool {
        var request = post(try path(ofPreset: name), try json(PresetRequest(ticket: ticket)))
        request.method = "PUT"
        return try await perform(request) { status, parts in
            _ = try await Self.decode(PrintPreset.self, status, &parts)
            return status == 201
        }
    }

    /// Removes a preset; jobs that were queued with it keep its options.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The preset that was removed.
    /// - Throws: ``ClientError`` with the problem `preset-not-found`.
    @discardableResult
    public func removePreset(_ name: String) async throws -> PrintPreset {
        var request = get(try path(ofPreset: name))
        request.method = "DELETE"
        return try await answer(request)
    }

    /// The path of a preset; what cannot be a name may have none.
    private func path(ofPreset name: String) throws -> String {
        guard PrintPreset.isName(name) else {
            let problem = Problem(noPresetName: name).inWords(of: language)
            throw ClientError(problem, from: projectVersion)
        }
        return "/v1/presets/\(Self.escaped(name))"
    }
}
