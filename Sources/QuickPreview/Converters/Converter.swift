import CLinux
import CSandbox
import Glibc
import PreviewModel
import Synchronization

/// Lets programs of other projects lay documents out, each document in a sandbox of its own.
///
/// Such a program cannot run behind the filter of a preview child: it writes files and needs most of the system's calls.
/// It gets namespaces of its own (`bwrap`), with the folders of the system to read, nothing of the user's but fonts, no
/// network, no other process, no `/proc`, and 512 MiB of files in memory. `qpreview-converter`, which starts it there,
/// limits its memory and its time. Where the system allows no namespaces, Landlock and a longer filter take their place.
/// What it writes is as untrusted as the document.
final class Converter: Sendable {
    /// Where the programs are.
    struct Places: Sendable {
        /// bubblewrap, of which only the path of the system is used.
        var bubblewrap = "/usr/bin/bwrap"
        /// The folder of LibreOffice's programs.
        var office = "/usr/lib/libreoffice/program"
        /// WeasyPrint's command, which says that it is installed; its library does the work.
        var weasyPrint = "/usr/bin/weasyprint"
        /// Whether Landlock may take the place of namespaces.
        var allowsLandlock = true
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
    /// - Returns: The result, or why there is none.
    func layOut(
        _ document: Int32,
        of type: FileType,
        by program: LayoutProgram,
        on layout: PageLayout,
        timeLimit: Duration,
        interrupt: Int32
    ) -> Outcome {
        guard let runner, let source = Descriptor.document(document),
            let result = Descriptor.memory()
        else { return .nothing }
        var status = stat()
        guard unsafe fstat(source.number, &status) == 0, status.st_size <= Self.sizeLimit else {
            return .nothing
        }
        let sandbox = ConverterSandbox(
            bubblewrap: places.bubblewrap,
            runner: runner,
            shown: [places.office],
            documentName: LayoutProgram.documentName(of: type)
        )
        let seconds = Int(timeLimit.components.seconds)
        func run(
            _ arguments: [String],
            _ environment: [String] = [],
            folder: String? = nil
        ) -> End {
            Self.run(
                arguments,
                environment,
                folder: folder,
                reading: source.number,
                writing: result.number,
                timeLimit: timeLimit,
                interrupt: interrupt
            )
        }
        var end = End.notStarted
        if !hasNoNamespaces {
            end = run(
                sandbox.arguments(seconds: seconds) { program.arguments(places, $0, layout) }
            )
        }
        var state = PreviewStatistics.Converter.ready
        if end.isWithoutSandbox, places.allowsLandlock, csandbox_landlock_version() > 0 {
            let (arguments, environment, folder) = sandbox.withoutNamespaces(seconds: seconds) {
                program.arguments(places, $0, layout)
            }
            end = run(arguments, environment, folder: folder)
            state = .readyWithoutNamespaces
        }
        if end.isWithoutSandbox { state = .off(Self.noSandbox) }
        lastState.withLock { $0 = state }
        var leftOut = LeftOut()
        if case .exited(0) = end, program == .weasyPrint {
            leftOut = LeftOutMark(result.number).take()
        }
        var worksheets: [String]?
        if case .exited(0) = end, program == .calc, !layout.worksheets.isEmpty {
            // Other pages than the chosen ones are not wanted.
            guard let names = WorksheetMark(result.number).take() else { return .nothing }
            worksheets = names
        }
        switch end {
        case .tookTooLong: return .failed(.timeLimit)
        case .exited(ConverterSandbox.crashed): return .failed(.crashed(signal: 0))
        case .exited(0)
        where (!program.writesDates || ConvertedDates(result.number).settle())
            && clinux_seal(result.number) == 0:
            return .made(ConvertedDocument(result, leftOut: leftOut, worksheets: worksheets))
        default: return .nothing
        }
    }

    /// Whether an earlier conversion has found that the system allows no namespaces.
    private var hasNoNamespaces: Bool { state == .readyWithoutNamespaces }

    /// What became of a document.
    enum Outcome: Sendable {
        /// The pages.
        case made(ConvertedDocument)
        /// The program has crashed on it, or taken too long, and would do so again.
        case failed(PreviewEnd)
        /// The program cannot read it, its sandbox cannot be made, or the result is no longer wanted.
        case nothing

        /// The pages, if there are any.
        var document: ConvertedDocument? {
            if case .made(let document) = self { document } else { nil }
        }
    }

    /// A number that an update of a program changes.
    func edition(of program: LayoutProgram) -> UInt64 {
        var edition = Edition()
        for path in program.files(places) { edition.add(file: path) }
        return edition.number
    }

    /// The largest document that is given to a program, in bytes: it is copied into memory.
    private static let sizeLimit = 128 << 20

    private static let noSandbox = PreviewError(
        .unconfined,
        "No sandbox can be made here for other programs, so that none lays documents out: "
            + "the system allows neither user namespaces nor Landlock.",
        chinese: "无法在此为其他程序创建沙盒，因此不使用其他排版程序：系统既不允许用户命名空间，也不允许 Landlock。"
    )

    // MARK: The process

    private enum End {
        case exited(Int32)
        /// Its result is no longer wanted, or something else has ended it.
        case stopped
        case tookTooLong
        case notStarted

        /// Whether the program was not started, because its sandbox could not be made.
        var isWithoutSandbox: Bool {
            switch self {
            case .notStarted: true
            case .exited(let code): ConverterSandbox.failures.contains(code)
            case .stopped, .tookTooLong: false
            }
        }
    }

    /// Runs a program; `folder` is the one that it removes at its end.
    private static func run(
        _ arguments: [String],
        _ variables: [String],
        folder: String?,
        reading input: Int32,
        writing output: Int32,
        timeLimit: Duration,
        interrupt: Int32
    ) -> End {
        guard let process = start(arguments, variables, reading: input, writing: output) else {
            return .notStarted
        }
        let start = ContinuousClock.now
        let isDone = wait(for: process, timeLimit: timeLimit, interrupt: interrupt)
        let isLate = start.duration(to: .now) >= timeLimit
        if !isDone, folder != nil { end(process) }
        // It leads a group of processes. Until the first process of its namespace has asked to end with it, that one
        // would wait for it forever; all others end with that one. Where something else has killed it, the program without
        // namespaces may still be there.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        var reaped: pid_t
        repeat { reaped = unsafe waitpid(process, &status, 0) } while reaped < 0 && errno == EINTR
        let hasExited = reaped == process && status & 0x7f == 0
        if let folder, let runner = arguments.first, !hasExited {
            awaitEnd(ofGroup: process)
            remove(folder, by: runner)
        }
        guard isDone else { return isLate ? .tookTooLong : .stopped }
        guard reaped == process else { return .notStarted }
        return hasExited ? .exited((status >> 8) & 0xff) : .stopped
    }

    private static func start(
        _ arguments: [String],
        _ variables: [String],
        reading input: Int32,
        writing output: Int32
    ) -> pid_t? {
        var process: pid_t = 0
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var environment = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe environment.indices { unsafe free(environment[index]) }
        }
        guard let path = arguments.first,
            unsafe clinux_spawn_filter(path, &words, &environment, input, output, &process) == 0
        else { return nil }
        return process
    }

    /// Asks a process to end, which removes its folder before; where the machine is busy, that takes seconds.
    private static func end(_ process: pid_t) {
        kill(process, SIGTERM)
        _ = wait(for: process, timeLimit: .seconds(30), interrupt: -1)
    }

    /// Waits until no process of a killed group is left: none may write to a folder that is removed.
    private static func awaitEnd(ofGroup group: pid_t) {
        let limit = ContinuousClock.now + .seconds(30)
        while kill(-group, 0) == 0, ContinuousClock.now < limit { usleep(5000) }
    }

    /// Removes the folder that a `qpreview-converter` has left which was killed.
    private static func remove(_ folder: String, by runner: String) {
        guard let nothing = Descriptor.memory(),
            let process = start(
                [runner, "--remove", folder],
                [],
                reading: nothing.number,
                writing: nothing.number
            )
        else { return }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
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
                pollfd(fd: ended.number, events: Int16(clamping: POLLIN), revents: 0),
                pollfd(fd: interrupt, events: Int16(clamping: POLLIN), revents: 0),
            ]
            let milliseconds = Int32(clamping: Int(clamping: left / .milliseconds(1)) + 1)
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
    /// What its pages do not show, because it is not in the document.
    let leftOut: LeftOut
    /// The worksheets of the workbook; `nil` where none were chosen.
    let worksheets: [String]?

    /// Keeps a descriptor open.
    init(_ file: borrowing Descriptor, leftOut: LeftOut, worksheets: [String]?) {
        number = clinux_duplicate(file.number, 3)
        self.leftOut = leftOut
        self.worksheets = worksheets
    }

    deinit { if number >= 0 { close(number) } }
}
