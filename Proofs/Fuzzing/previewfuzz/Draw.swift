internal import ArgumentParser
internal import Glibc
internal import QuickPreview
internal import Synchronization

/// `previewfuzz draw`: pictures of many documents by one previewer, as a running program has them made.
struct Draw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Pictures of the documents that standard input names, and what they cost.",
        discussion: """
            Standard input has a path a line. OUTPUT gets 0.png, 1.png and so on, in that order. A line \
            of standard output reports, for each: number, code, width and height of the picture, those of \
            the document, milliseconds, and why there is no picture. The last line, 'all', has the number of \
            pictures, the seconds that passed, and the seconds of processor time: of this process, \
            of its helpers and of all their children, from their start to their end.
            """
    )

    @Option(help: "An empty folder for the pictures; without it none is written, nor encoded.")
    var output: String?

    @Option(help: "The longest edge, in pixels.")
    var size = 256

    @Option(
        help: "How many documents are worked on at once; usually as many as there are processors."
    )
    var workers = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    @Flag(help: "Ask for the facts of each document too: they tell its size.")
    var facts = false

    /// What became of one document.
    private struct Line: Sendable {
        var code = "shown"
        var message = ""
        var picture = (width: 0, height: 0)
        var document = (width: 0.0, height: 0.0)
        var milliseconds = 0.0
    }

    func validate() throws {
        guard workers > 0 else { throw ValidationError("At least one worker is needed.") }
    }

    func run() async throws {
        var paths: [String] = []
        while let path = readLine() { paths.append(path) }
        let previewer = Previewer(
            configuration: PreviewerConfiguration(concurrentChildren: workers)
        )
        let lines = Mutex([Int: Line]())
        let clock = ContinuousClock()
        let before = processorTime(of: RUSAGE_SELF) + processorTime(of: RUSAGE_CHILDREN)
        let time = await clock.measure {
            await inParallel(paths.enumerated(), workers: workers) { number, path in
                let line = await draw(path, number: number, with: previewer)
                lines.withLock { $0[number] = line }
            }
            // Its helpers end with it, and their processor time is known from then on.
            await previewer.close()
        }
        let used =
            processorTime(of: RUSAGE_SELF) + processorTime(of: RUSAGE_CHILDREN) - before
        let results = lines.withLock { $0 }
        for (number, line) in results.sorted(by: { $0.key < $1.key }) {
            print(
                "\(number)\t\(line.code)\t\(line.picture.width)\t\(line.picture.height)"
                    + "\t\(line.document.width)\t\(line.document.height)"
                    + "\t\(line.milliseconds)\t\(line.message)"
            )
        }
        let shown = results.values.count { $0.code == "shown" }
        print("all\t\(shown)\t\(time / .seconds(1))\t\(used)")
    }

    private func draw(_ path: String, number: Int, with previewer: Previewer) async -> Line {
        var line = Line()
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            line.code = "unopened"
            return line
        }
        defer { close(file) }
        let start = ContinuousClock.now
        do throws(PreviewError) {
            let image = try await previewer.thumbnail(of: file, name: path, size: size)
            line.picture = (image.width, image.height)
            if let output, !write(try image.png(), to: "\(output)/\(number).png") {
                line.code = "unwritten"
            }
        } catch {
            line.code = error.code.rawValue
            line.message = error.message
        }
        line.milliseconds = start.duration(to: .now) / .milliseconds(1)
        if facts, let info = try? await previewer.info(of: file, name: path) {
            line.document = (info.width ?? 0, info.height ?? 0)
        }
        return line
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        let written = unsafe Glibc.write(file, bytes, bytes.count) == bytes.count
        return close(file) == 0 && written
    }
}
