import CLinux
import Glibc
import PreviewModel
import Synchronization

/// Lets programs of other projects lay documents out, each document in a sandbox of its own.
///
/// Such a program cannot run behind the filter of a preview child: it writes files and needs most of the system's calls.
/// It gets namespaces of its own (`bwrap`), with the folders of the system to read, nothing of the user's but fonts, no
/// network, no other process, no `/proc`, and 512 MiB of files in memory. `qpreview-converter`, which starts it there,
/// limits its memory and its time. What it writes is as untrusted as the document.
final class Converter: Sendable {
    /// Where the programs are.
    struct Places: Sendable {
        /// bubblewrap, of which only the path of the system is used.
        var bubblewrap = "/usr/bin/bwrap"
        /// The folder of LibreOffice's programs.
        var office = "/usr/lib/libreoffice/program"
        /// WeasyPrint.
        var weasyPrint = "/usr/bin/weasyprint"
    }

    private let places: Places
    private let isUsed: Bool
    /// The path of `qpreview-converter`, which is beside the helpers.
    private let runner: String?
    private let lastState = Mutex(PreviewStatistics.Converter.notStarted)

    /// Creates a converter, which uses no program where `places` is `nil`.
    init(places: Places?, zygote: String?) {
        self.places = places ?? Places()
        isUsed = places != nil
        runner = ZygoteLocation.find(zygote, for: .pdf).flatMap { path in
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            let runner = folder + "qpreview-converter"
            return unsafe access(runner, X_OK) == 0 ? runner : nil
        }
    }

    /// What is known of the sandbox from the conversions so far.
    var state: PreviewStatistics.Converter { lastState.withLock { $0 } }

    /// Whether any program is there.
    var hasSome: Bool { LayoutProgram.allCases.contains { has($0) } }

    /// Whether a program is there, and with it what makes its sandbox.
    func has(_ program: LayoutProgram) -> Bool {
        isUsed && runner != nil && missingPackage(for: program) == nil
    }

    /// The Debian package that is missing before a program can be used; `nil` where all is there.
    func missingPackage(for program: LayoutProgram) -> String? {
        guard program.isInstalled(places) else { return program.package }
        return unsafe access(places.bubblewrap, X_OK) == 0 ? nil : "bubblewrap"
    }

    /// Lays a document out; blocks until the program has ended, whatever became of it.
    ///
    /// - Parameters:
    ///   - document: An open, readable regular file.
    ///   - type: The type of its contents.
    ///   - program: The program for the type.
    ///   - layout: The paper, its margins, and the letters, for documents that name none.
    ///   - timeLimit: The most time that the program may take.
    ///   - interrupt: Becomes readable when the result is no longer wanted.
    /// - Returns: The result; `nil` where the program cannot lay this document out within its limits, or its sandbox
    ///   cannot be made.
    func layOut(
        _ document: Int32,
        of type: FileType,
        by program: LayoutProgram,
        on layout: PageLayout,
        timeLimit: Duration,
        interrupt: Int32
    ) -> ConvertedDocument? {
        guard let runner, let source = Descriptor.document(document),
            let result = Descriptor.memory()
        else { return nil }
        var status = stat()
        guard unsafe fstat(source.number, &status) == 0, status.st_size <= Self.sizeLimit else {
            return nil
        }
        let sandbox = ConverterSandbox(
            bubblewrap: places.bubblewrap,
            runner: runner,
            shown: [places.office],
            documentName: LayoutProgram.documentName(of: type)
        )
        let arguments = sandbox.arguments(seconds: Int(timeLimit.components.seconds)) {
            program.arguments(places, $0, layout)
        }
        let end = Self.run(
            arguments,
            reading: source.number,
            writing: result.number,
            timeLimit: timeLimit,
            interrupt: interrupt
        )
        switch end {
        case .notStarted: return off()
        case .exited(let code) where ConverterSandbox.failures.contains(code): return off()
        case .exited, .stopped: lastState.withLock { $0 = .ready }
        }
        guard case .exited(0) = end,
            !program.writesDates || ConvertedDates(result.number).settle(),
            clinux_seal(result.number) == 0
        else { return nil }
        return ConvertedDocument(result)
    }

    private func off() -> ConvertedDocument? {
        lastState.withLock { $0 = .off(Self.noSandbox) }
        return nil
    }

    /// The largest document that is given to a program, in bytes: it is copied into memory.
    private static let sizeLimit = 128 << 20

    private static let noSandbox = PreviewError(
        .unconfined,
        "bubblewrap cannot make namespaces here, so that no other program lays documents out: "
            + "the system does not allow user namespaces.",
        chinese: "bubblewrap 无法在此创建命名空间，因此不使用其他排版程序：系统不允许用户命名空间。"
    )

    // MARK: The process

    private enum End {
        case exited(Int32)
        /// It took too long, or its result is no longer wanted.
        case stopped
        case notStarted
    }

    private static func run(
        _ arguments: [String],
        reading input: Int32,
        writing output: Int32,
        timeLimit: Duration,
        interrupt: Int32
    ) -> End {
        var process: pid_t = 0
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        guard let path = arguments.first,
            unsafe clinux_spawn_filter(path, &words, &environment, input, output, &process) == 0
        else { return .notStarted }
        let isDone = wait(for: process, timeLimit: timeLimit, interrupt: interrupt)
        // It leads a group of processes. Until the first process of its namespace has asked to end with it, that one would
        // wait for it forever; all others end with that one.
        if !isDone { kill(-process, SIGKILL) }
        var status: Int32 = 0
        var reaped: pid_t
        repeat { reaped = unsafe waitpid(process, &status, 0) } while reaped < 0 && errno == EINTR
        guard isDone else { return .stopped }
        guard reaped == process else { return .notStarted }
        return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .stopped
    }

    /// Returns whether the process has ended in time, before it was interrupted.
    private static func wait(
        for process: pid_t,
        timeLimit: Duration,
        interrupt: Int32
    ) -> Bool {
        guard let ended = Descriptor(takingOwnership: clinux_process_descriptor(process)) else {
            return false
        }
        let limit = ContinuousClock.now + timeLimit
        while true {
            let left = ContinuousClock.now.duration(to: limit)
            guard left > .zero else { return false }
            var waits = [
                pollfd(fd: ended.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0),
            ]
            let milliseconds = Int32(clamping: Int(left / .milliseconds(1)) + 1)
            let count = unsafe poll(&waits, 2, milliseconds)
            if count < 0, errno != EINTR { return false }
            if waits[0].revents != 0 { return true }
            if waits[1].revents != 0 { return false }
        }
    }
}

/// A PDF that a program has made, in a memory file.
final class ConvertedDocument: Sendable {
    /// The open file.
    let number: Int32

    /// Keeps a descriptor open.
    init(_ file: borrowing Descriptor) { number = clinux_duplicate(file.number, 3) }

    deinit { if number >= 0 { close(number) } }
}
