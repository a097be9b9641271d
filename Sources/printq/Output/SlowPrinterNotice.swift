import PrintCenterClient
import PrintModel

/// Says on standard error for which printer a command waits.
struct SlowPrinterNotice {
    /// The time after which a person wants to know: two seconds.
    private static let patience = Duration.seconds(2)

    let client: PrintCenterClient
    let phrases: Phrases
    /// The printer that the command names; `nil` for the default one.
    let printer: String?

    /// Does something, and says once whom it waits for if that takes long.
    func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let notice = Task { await tell() }
        defer { notice.cancel() }
        return try await body()
    }

    private func tell() async {
        // The end of the command cancels the task, and with it this pause.
        let pause = Self.patience * Patience.factor(in: Printq.environment)
        while (try? await Task.sleep(for: pause)) != nil {
            // The list does not wait for a slow printer itself.
            guard let printers = try? await client.printers(), !Task.isCancelled else { continue }
            guard let awaited = awaited(among: printers), awaited.isSlow else { continue }
            return Terminal.say("printq: \(phrases.waiting(for: awaited.id))")
        }
    }

    private func awaited(among printers: [Printer]) -> Printer? {
        let defaults = client.defaultPrinters.map {
            PrinterChoice.Default($0, from: .environment)
        }
        return try? PrinterChoice.choose(named: printer, defaults: defaults, among: printers).get()
    }
}
