internal import ArgumentParser
internal import CLinux
internal import Glibc
internal import PreviewFuzzing
internal import QuickPreview

/// `previewfuzz isolation`: measures what a sandboxed process of its own costs a document.
struct Isolation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "isolation",
        abstract: "Draw the same picture in this process and in the sandbox, in turns."
    )

    @Option(help: "How often each document is drawn in each way.")
    var rounds = 20

    @Option(help: "The longest edge of the pictures, in pixels.")
    var size = 256

    @Argument(help: "Documents that can be trusted.")
    var files: [String]

    func run() async throws {
        guard let inside = UnconfinedRenderer() else {
            throw ValidationError("The libraries are missing.")
        }
        let previewer = Previewer()
        print("in this process: \(inside.engine) and libvips, warm, in memory that is kept")
        let hasPDFium = PreviewerConfiguration.usualPDFium != nil
        for family in RendererFamily.allCases where family != .pdfium || hasPDFium {
            try await describe(family, previewer)
        }
        try await describeEmpty(previewer)
        var times: [(inside: Double, behind: Double)] = []
        for file in files {
            let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw ValidationError("'\(file)' cannot be opened.") }
            defer { close(descriptor) }
            times.append(try await measure(descriptor, file, inside, previewer))
        }
        await previewer.close()
        let requests = previewer.statistics.ends.values.reduce(0, +)
        let used = processorTime(of: RUSAGE_CHILDREN) * 1000 / Double(max(1, requests))
        print("helpers and children: \(Self.rounded(used)) ms of processor time a request")
        let ratios = Self.rounded(Self.median(times.map { $0.behind / $0.inside }))
        let difference = Self.rounded(Self.median(times.map { $0.behind - $0.inside }))
        let sums = times.reduce((0.0, 0.0)) { ($0.0 + $1.inside, $0.1 + $1.behind) }
        print(
            "median of \(times.count) ratios: \(ratios); of the differences: \(difference) ms; "
                + "ratio of the sums: \(Self.rounded(sums.1 / sums.0))"
        )
        // Beside a picture that takes a tenth of a millisecond, any process is expensive.
        let large = times.filter { $0.inside >= 1 }
        print(
            "median of the \(large.count) that take a millisecond in this process: "
                + "\(Self.rounded(Self.median(large.map { $0.behind / $0.inside })))"
        )
    }

    /// Prints what a helper took to become ready, and what it holds.
    private func describe(_ family: RendererFamily, _ previewer: Previewer) async throws {
        _ = try await previewer.confinement(of: family)
        guard let readiness = previewer.readiness(family),
            let process = previewer.helperProcess(family)
        else { return }
        let milliseconds = Double(readiness.microseconds) / 1000
        print(
            "\(family): warm in \(Self.rounded(milliseconds)) ms, "
                + "\(Self.resident(process)) MiB resident; \(readiness.confinement)"
        )
    }

    /// Prints the cost of a sandboxed process that draws nothing: fork, sandbox, messages, and end.
    private func describeEmpty(_ previewer: Previewer) async throws {
        let clock = ContinuousClock()
        let nothing = unsafe clinux_memory_file("nothing")
        guard nothing >= 0 else { throw ValidationError("There is no memory for a file.") }
        defer { close(nothing) }
        var kinds: [(name: String, family: RendererFamily)] = [
            ("empty.pdf", .pdf), ("empty.png", .plain),
        ]
        if PreviewerConfiguration.usualPDFium != nil { kinds.append(("empty.pdf", .pdfium)) }
        for (name, family) in kinds {
            let helper = previewer.helperProcess(family) ?? 0
            let before = processorTime(of: RUSAGE_SELF) + Self.used(by: helper)
            var times: [Double] = []
            for _ in 0..<Self.emptyRounds {
                let time = try await clock.measure {
                    if family == .pdfium {
                        // Facts are poppler's; a picture of nothing is a problem, as it has to be.
                        _ = try? await previewer.thumbnail(of: nothing, name: name, size: 64)
                    } else {
                        _ = try await previewer.info(of: nothing, name: name)
                    }
                }
                times.append(time / .milliseconds(1))
            }
            let after = processorTime(of: RUSAGE_SELF) + Self.used(by: helper)
            let used = (after - before) * 1000 / Double(Self.emptyRounds)
            print(
                "\(family), nothing to draw: \(Self.rounded(Self.median(times))) ms (least "
                    + "\(Self.rounded(times.min() ?? 0))), \(Self.rounded(used)) ms of processor time"
            )
        }
    }

    /// How often nothing is drawn: the system counts the time of a helper's children in hundredths of a second.
    private static let emptyRounds = 300

    /// The processor time of a process and of its children that have ended, in seconds.
    private static func used(by process: Int32) -> Double {
        guard let file = unsafe fopen("/proc/\(process)/stat", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 1024)
        guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        // The name of the program, in parentheses, may have spaces.
        let words = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        let ticks = words.dropFirst(12).prefix(4).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func measure(
        _ descriptor: Int32,
        _ file: String,
        _ unconfined: borrowing UnconfinedRenderer,
        _ previewer: Previewer
    ) async throws -> (inside: Double, behind: Double) {
        let clock = ContinuousClock()
        let nameExtension = file.split(separator: ".").last.map(String.init) ?? ""
        var (inside, behind): ([Double], [Double]) = ([], [])
        // One round more: the first is for the disk's cache.
        for round in 0...rounds {
            var isDrawn = false
            let first = clock.measure {
                isDrawn =
                    unconfined.draw(
                        descriptor,
                        nameExtension: nameExtension,
                        pixels: size
                    ) != nil
            }
            guard isDrawn else { throw ValidationError("'\(file)' cannot be drawn here.") }
            var failure: PreviewError?
            let second = await clock.measure {
                do throws(PreviewError) {
                    _ = try await previewer.thumbnail(of: descriptor, name: file, size: size)
                } catch { failure = error }
            }
            if let failure { throw failure }
            guard round > 0 else { continue }
            inside.append(first / .milliseconds(1))
            behind.append(second / .milliseconds(1))
        }
        let ratio = Self.median(behind) / Self.median(inside)
        let best = (inside.min() ?? 0, behind.min() ?? 0)
        print(
            "\(file.split(separator: "/").last ?? ""): in-process "
                + "\(Self.rounded(Self.median(inside))) ms (least \(Self.rounded(best.0))), "
                + "in the sandbox \(Self.rounded(Self.median(behind))) ms (least "
                + "\(Self.rounded(best.1))), ratio \(Self.rounded(ratio))"
        )
        return (Self.median(inside), Self.median(behind))
    }

    private static func resident(_ process: Int32) -> Int {
        guard let file = unsafe fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let words = text.split(separator: " ").compactMap { Int($0) }
        return words.count > 1 ? (words[1] * sysconf(Int32(_SC_PAGESIZE))) >> 20 : 0
    }

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
