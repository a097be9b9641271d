internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import PreviewFuzzing
internal import ProofKit
internal import QuickPreview

/// `previewfuzz hostile`: checks that a hostile document affects only its own child.
struct Hostile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "The corpus's hostile documents, and good ones changed at random."
    )

    @Option(help: "The folder of the corpus.")
    var corpus: String

    @Option(help: "How many changed documents.")
    var mutations = 100_000

    @Option(help: "What the generator begin with.")
    var seed: UInt64 = 1

    @Option(help: "The seconds that a document may take.")
    var timeLimit = 10

    @Option(
        help: "What is asked of them: pictures, pages, or pages as other programs lay them out."
    )
    var way = Way.pictures

    /// What is asked of a document.
    enum Way: String, ExpressibleByArgument, CaseIterable {
        case pictures, pages, programs
    }

    /// The largest document that is changed, in bytes.
    private static let sizeLimit = 300_000

    func run() async throws {
        let corpus = Corpus(folder: corpus)
        var failures = 0
        let good = try corpus.good()
        // The pictures in PostScript are few, and programs: they get a share of their own.
        let shares: [(String, Double, Int)] =
            switch way {
            case .pictures:
                [
                    ("pdf", 0.35, 1024), ("images", 0.3, 2048), ("postscript", 0.05, 2048),
                    ("office", 0.1, 2048), ("filetype", 0.2, 2048),
                ]
            case .pages:
                [
                    ("images", 0.1, 2048), ("postscript", 0.05, 2048), ("office", 0.4, 2048),
                    ("filetype", 0.45, 2048),
                ]
            // LibreOffice reads the first, WeasyPrint the second.
            case .programs: [("office", 0.5, 2048), ("web", 0.5, 2048)]
            }
        for (set, share, limit) in shares {
            let programs = good["images"]?.filter { $0.path.hasSuffix(".eps") }
            let seeds = Self.seeds((set == "postscript" ? programs : good[set]) ?? [])
            guard !seeds.isEmpty else { continue }
            let count = Int(Double(mutations) * share)
            failures += await measure("\(count) changed \(set), seed \(seed)", limit: limit) {
                run in
                await inParallel(0..<count) { number in
                    var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
                    let one = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
                    let other = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
                    let bytes = Mutation.apply(to: one.bytes, and: other.bytes, using: &generator)
                    let name = "\(number) of \(one.name)"
                    await way == .pictures
                        ? run.draw(bytes, name: name) : run.layOut(bytes, name: name)
                }
            }
        }
        guard way == .pictures else { return try end(failures) }
        // Last: the largest child of all is asked for, and these may have the most.
        let hostile =
            try corpus.rows("hostile")
            + corpus.rows("pdf").filter {
                ["bomb", "error", "either"].contains($0.columns["expected"])
            }
        failures += await measure("hostile documents", limit: 2048) { run in
            await inParallel(hostile) { await run.preview(at: $0.path) }
        }
        try end(failures)
    }

    private func end(_ failures: Int) throws {
        print("failures: \(failures)")
        if failures > 0 { throw ExitCode(1) }
    }

    /// Runs a part with a previewer of its own, prints what became of it, and counts what must not be.
    private func measure(
        _ what: String,
        limit mebibytes: Int,
        _ work: (DocumentRun) async -> Void
    ) async -> Int {
        var configuration = PreviewerConfiguration(timeLimit: .seconds(timeLimit))
        configuration.usesPrograms = way == .programs
        let previewer = Previewer(configuration: configuration)
        // A thousand pages may take longer than one, and another program as long again.
        let patience = [Way.pictures: 1, .pages: 6, .programs: 12][way] ?? 1
        let run = DocumentRun(previewer, timeLimit: configuration.timeLimit * patience)
        let clock = ContinuousClock()
        let time = await clock.measure { await work(run) }
        await previewer.close()
        let tally = run.result
        let statistics = previewer.statistics
        print("\(what): \(tally.requests) requests in \(time.components.seconds) s")
        printEnds(statistics)
        let largest = largestChild()
        let classified = statistics.ends.values.reduce(0, +)
        // An answer that makes no sense, and a helper that could not be had, are ends that nothing explains.
        let unexplained =
            (statistics.ends[.crashed(signal: 0)] ?? 0) + (statistics.classes["unavailable"] ?? 0)
            // Another program makes two requests of one: for the type, and for its pages.
            + max(0, tally.requests - classified)
        let forbidden = statistics.classes["forbidden-call"] ?? 0
        if way != .pictures { print("  laid out simply: \(tally.simple)") }
        print("  slowest \(Int(tally.slowest * 1000)) ms, largest so far \(largest) MiB")
        print("  over the time limit by more than 0.1 s: \(tally.late.count)")
        print("  above the memory limit: \(largest > mebibytes ? 1 : 0)")
        print("  unclassified: \(unexplained); made a forbidden call: \(forbidden)")
        for line in tally.late.prefix(20) { print("  late: \(line)") }
        for line in tally.killed
        where ["crashed", "forbidden", "unavailable"].contains(where: { line.contains($0) }) {
            print("  \(line)")
        }
        fflush(nil)
        return statistics.helperDeaths + tally.late.count + unexplained
            + (largest > mebibytes ? 1 : 0)
    }

    /// Documents to be changed, small ones, so that many can be.
    private static func seeds(_ rows: [Corpus.Row]) -> [(name: String, bytes: [UInt8])] {
        rows.compactMap { row in
            guard let data = try? Data(contentsOf: URL(filePath: row.path)),
                data.count <= sizeLimit, !data.isEmpty
            else { return nil }
            let name = row.path.split(separator: "/").last.map(String.init) ?? ""
            return (name, Array(data))
        }
    }
}
