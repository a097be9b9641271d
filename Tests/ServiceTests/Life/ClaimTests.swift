import CLinux
import FoundationEssentials
import Glibc
import ProofKit
import Testing

@Suite(.enabled(if: Claims.isPossible, "only root chooses the numbers of processes"))
struct `The process that has claimed a file` {
    @Test func `is another one than a later process of its number`() throws {
        let claims = try Claims()
        let first = try claims.process(claiming: true)
        let number = clinux_claimant(claims.file)
        #expect(number == first.process)
        let claimant = clinux_open_claimant(claims.file, number)
        try #require(claimant >= 0)
        defer { close(claimant) }
        try claims.end(first)
        #expect(clinux_claimant(claims.file) == 0)

        // One that was asked for before the number went to another process.
        let bystander = try claims.process(claiming: false, number: number)
        #expect(clinux_open_claimant(claims.file, number) == -ESRCH)
        #expect(clinux_kill_claimant(claims.file, number, claimant) == -ESRCH)
        #expect(bystander.endingIfEnded() == nil)
        try claims.end(bystander)

        // The number and the claim are the same; the process is not.
        let successor = try claims.process(claiming: true, number: number)
        #expect(clinux_claimant(claims.file) == number)
        #expect(clinux_kill_claimant(claims.file, number, claimant) == -ESRCH)
        #expect(successor.endingIfEnded() == nil)
        let right = clinux_open_claimant(claims.file, number)
        defer { close(right) }
        #expect(clinux_kill_claimant(claims.file, number, right) == 0)
        try waitBlocking(for: "its end") { successor.endingIfEnded()?.code == 128 + SIGKILL }
    }

    @Test(.enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"))
    func `is left alone where it is another user's`() throws {
        let claims = try Claims()
        let neighbour = try NeighbourProcess(["/usr/bin/python3", "-c", Claims.script, claims.path])
        try waitBlocking(for: "the claim") { neighbour.outputSoFar == "claimed\n" }
        let number = clinux_claimant(claims.file)
        let claimant = clinux_open_claimant(claims.file, number)
        try #require(claimant >= 0)
        defer { close(claimant) }
        #expect(clinux_kill_claimant(claims.file, number, claimant) == -EPERM)
        #expect(clinux_claimant(claims.file) == number)
    }
}

/// A file, and processes that claim it.
private final class Claims {
    /// Where the kernel is told which number the next process has.
    private static let numbers = "/proc/sys/kernel/ns_last_pid"
    static let isPossible: Bool = {
        let file = unsafe open(numbers, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        // In a container, root may open it, and not write to it.
        let text = Array("\(getpid())".utf8)
        return unsafe write(file, text, text.count) == text.count
    }()
    static let script = """
        import fcntl, signal, sys
        if sys.argv[1:]:
            file = open(sys.argv[1], "r+")
            fcntl.lockf(file, fcntl.LOCK_EX)
        print("claimed", flush=True)
        signal.pause()
        """

    private let folder: TemporaryFolder
    let path: String
    let file: Int32
    private var processes: [RunningProgram] = []

    init() throws {
        folder = try TemporaryFolder("claims")
        path = folder.path + "/lock"
        file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        // The neighbour shall reach it.
        _ = unsafe chmod(folder.path, 0o755)
        _ = unsafe chmod(path, 0o666)
        try #require(file >= 0)
    }

    deinit {
        close(file)
        for process in processes where process.endingIfEnded() == nil { try? end(process) }
    }

    /// Starts a process, and waits until it has claimed the file.
    func process(claiming: Bool, number: Int32? = nil) throws -> RunningProgram {
        var found: RunningProgram?
        // Another program of this machine may start in between, and have the number.
        try waitBlocking(for: "a process of the number \(number ?? 0)") {
            if let number { try choose(number) }
            let process = try RunningProgram(
                ["/usr/bin/python3", "-c", Self.script] + (claiming ? [path] : []),
                environment: [:],
                files: "\(folder.path)/\(processes.count)"
            )
            processes.append(process)
            if number == nil || process.process == number {
                found = process
            } else {
                try end(process)
            }
            return found != nil
        }
        let process = try #require(found)
        try waitBlocking(for: "the claim") { process.outputSoFar == "claimed\n" }
        return process
    }

    func end(_ process: RunningProgram) throws {
        process.kill()
        try waitBlocking(for: "the end") { process.endingIfEnded() != nil }
    }

    private func choose(_ number: Int32) throws {
        let file = unsafe open(Self.numbers, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let text = Array("\(number - 1)".utf8)
        try #require(unsafe write(file, text, text.count) == text.count)
    }
}
