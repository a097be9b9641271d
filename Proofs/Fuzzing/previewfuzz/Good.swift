internal import ArgumentParser
internal import PreviewFuzzing
internal import QuickPreview

/// `previewfuzz sandbox`: checks that the sandbox kills no helper with a valid document.
struct Good: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Facts and a picture of every good document of the corpus: none may be killed."
    )

    @Option(help: "The folder of the corpus.")
    var corpus: String

    func run() async throws {
        let sets = try Corpus(folder: corpus).good()
        var killed = 0
        for (name, rows) in sets.sorted(by: { $0.key < $1.key }) {
            let configuration = PreviewerConfiguration()
            let previewer = Previewer(configuration: configuration)
            let run = DocumentRun(previewer, timeLimit: configuration.timeLimit)
            await inParallel(rows) { await run.preview(at: $0.path) }
            await previewer.close()
            let tally = run.result
            print("\(name): \(rows.count) documents, \(tally.requests) requests")
            printEnds(previewer.statistics)
            for line in tally.killed { print("  killed: \(line)") }
            killed += tally.killed.count
        }
        print("good documents killed by the sandbox or by a limit: \(killed)")
        if killed > 0 { throw ExitCode(1) }
    }
}
