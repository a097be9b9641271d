import PrintCenterClient
import PrintModel

/// The values that a shell offers when the user presses the tab key, from the service.
///
/// The user waits for them: what does not come in time is left out, and errors offer nothing. A service that does not
/// run is started, so that the next time finds it.
enum Completion {
    /// The longest wait.
    private static let patience = Duration.milliseconds(90)

    /// The ids of the printers.
    static func printers(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await inTime { client in
            let known = try await client.availability()
            return known.printers.map(\.rawValue) + known.refusals.map(\.printer.rawValue)
        }
    }

    /// The numbers of the jobs: all where an ended one can be meant, and otherwise the active ones.
    static func jobs(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        let all = words.contains("reprint") || words.contains("show")
        return await inTime { try await $0.jobs(all: all).map(\.label) }
    }

    /// The names of the presets.
    static func presets(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await inTime { try await $0.presets().map(\.name) }
    }

    /// The names of the hosts.
    static func hosts(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        await inTime { try await $0.hosts().map(\.name) }
    }

    /// The values of the option before the word that the printer has.
    static func values(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
        guard index > 0, index <= words.count else { return [] }
        let flag = words[index - 1]
        let printer = printer(in: words)
        return await inTime { client in
            let options = try await client.options(OptionsRequest(printer: printer)).options
            return options.first { $0.flag == flag }?.values ?? []
        }
    }

    /// The printer that the words name.
    private static func printer(in words: [String]) -> String? {
        guard let flag = words.lastIndex(where: { ["-d", "--printer"].contains($0) }),
            flag + 1 < words.count
        else { return nil }
        return words[flag + 1]
    }

    private static func inTime(
        _ question: @escaping @Sendable (PrintCenterClient) async throws -> [String]
    ) async -> [String] {
        let (answers, continuation) = AsyncStream.makeStream(of: [String].self)
        // Neither is canceled: the process ends right after this, and a service that is starting goes on.
        Task {
            let client = try PrintCenterClient(environment: Printq.environment, language: .ofUser)
            continuation.yield((try? await question(client)) ?? [])
        }
        Task {
            try await Task.sleep(for: patience * Patience.factor(in: Printq.environment))
            continuation.yield([])
        }
        return await answers.first { _ in true } ?? []
    }
}
