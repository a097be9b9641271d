import Foundation
import Glibc
import IPP
import PrintFakes
import PrintLab
import ProofKit
import Testing

@testable import PrintCenter

/// Documents that go straight to a real `ippeveprinter`, which prints what it has when a connection
/// ends regularly.
@Suite(.serialized, .enabled(if: CupsLab.shared != nil, CupsLab.whySkipped))
final class `A document on a real printer` {
    /// Tells this program, which a test has started once more, what to do.
    private static let variable = "PRINTCENTER_TEST_SENDS_HALF"
    private static let pdf = MinimalPDF(
        emptyPages: 2,
        comment: String(repeating: "x", count: 200_000)
    ).bytes

    /// A printer for this test only, since it takes one job at a time; `nil` where another test has
    /// started this program once more.
    private let lab: RunningLab?
    private let socket: String
    private let device: Device

    init() async throws {
        let isAgain = ProcessInfo.processInfo.environment[Self.variable] != nil
        lab = isAgain ? nil : try RunningLab(printers: "office", program: BuiltPrograms.lab)
        socket = try lab?.folder.schedulerSocket ?? #require(CupsLab.shared).socket
        let queues = try await Scheduler(.domainSocket(path: socket), patience: .patience).queues()
        let queue = try #require(queues.first { $0.name == "office" })
        device = .patient(DeviceAddress(try #require(DeviceURI(queue.deviceURI))))
    }

    deinit { lab?.stop() }

    private func create() async throws -> Int {
        let uuid = "urn:uuid:\(UUID().uuidString.lowercased())"
        let request = CreateJobRequest(
            printer: "",
            user: CupsLab.user,
            name: "letter",
            uuid: uuid
        )
        let id = try await device.createJob(request)
        let job = try #require(try await device.job(id, user: CupsLab.user))
        #expect(job.uuids.contains(uuid) && job.uuids.count == 2, "ours, and one of the printer")
        return id
    }

    private func begin(_ job: Int) async throws -> any PendingDocument {
        let file = try TemporaryFile(contents: Self.pdf)
        defer { withExtendedLifetime(file) {} }
        return try await device.beginDocument(
            job: job,
            user: CupsLab.user,
            format: "application/pdf",
            document: DocumentBody(descriptor: file.descriptor, size: Self.pdf.count),
            timeout: .patience
        )
    }

    /// Expects that a job whose connection was reset prints nothing, and that the printer then takes
    /// the next one.
    ///
    /// The kernel of the printer drops what was not read when the reset arrives: a printer that has not
    /// read the request by then keeps the job open and empty, until it is canceled, as the service does.
    private func expectNothingPrinted(
        of id: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var wasOpen = false
        try await wait(for: "job \(id) to end") {
            guard let job = try await device.job(id, user: CupsLab.user), let state = job.state
            else {
                return false
            }
            if state.isFinal { return true }
            if !job.stateReasons.contains("job-incoming") {
                wasOpen = true
                do {
                    try await device.cancel(job: id, user: CupsLab.user)
                } catch CupsError.ipp(.notPossible, _) {
                    // It has ended meanwhile.
                }
            }
            return false
        }
        let job = try #require(try await device.job(id, user: CupsLab.user))
        let ends: [IPPJobState] = wasOpen ? [.canceled, .aborted] : [.aborted]
        #expect(ends.contains { $0 == job.state }, "\(job)", sourceLocation: sourceLocation)
        #expect((job.impressionsCompleted ?? 0) == 0, sourceLocation: sourceLocation)
    }

    private func waitForEnd(of id: Int) async throws {
        try await wait(for: "job \(id) to end") {
            try await device.job(id, user: CupsLab.user)?.state?.isFinal == true
        }
    }

    private func expect(
        _ id: Int,
        toEnd state: IPPJobState,
        _ impressions: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await waitForEnd(of: id)
        let job = try await device.job(id, user: CupsLab.user)
        #expect(job?.state == state, sourceLocation: sourceLocation)
        #expect((job?.impressionsCompleted ?? 0) == impressions, sourceLocation: sourceLocation)
    }

    @Test func `is printed once, after its last byte`() async throws {
        let id = try await create()
        let document = try await begin(id)
        // Time: a printer that did not wait for the last byte would print meanwhile
        try await Task.sleep(for: .seconds(1))
        let before = try await device.job(id, user: CupsLab.user)
        #expect(before?.state?.isFinal == false && (before?.impressionsCompleted ?? 0) == 0)
        #expect(try await document.commit(timeout: .patience) == id)
        try await expect(id, toEnd: .completed, 2)
    }

    @Test func `is not printed if it is abandoned`() async throws {
        for _ in 0..<3 {
            let id = try await create()
            let document = try await begin(id)
            await document.abandon()
            try await expectNothingPrinted(of: id)
        }
        let id = try await create()
        let document = try await begin(id)
        #expect(try await document.commit(timeout: .patience) == id)
        try await expect(id, toEnd: .completed, 2)
    }

    /// What this program does when a test starts it once more: it begins a document, reports that, and
    /// waits to be killed.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[variable] != nil,
            "another test runs it, in a process of its own"
        )
    )
    func `is begun by a process that is killed`() async throws {
        let words = try #require(ProcessInfo.processInfo.environment[Self.variable])
            .split(separator: " ")
        let id = try #require(words.first.flatMap { Int($0) })
        let document = try await begin(id)
        if words.count > 1 {
            for descriptor in Int32(3)..<256 {
                SocketReset.disarm(descriptor)
                // A plain end, whatever the kernel makes of replies that were not read.
                shutdown(descriptor, Int32(SHUT_WR))
            }
        }
        try FileHandle.standardError.write(contentsOf: Data("begun\n".utf8))
        // Time: it is killed before
        try await Task.sleep(for: .patience * 10)
        await document.abandon()
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] == nil))
    func `is not printed if its process is killed`() async throws {
        try await expectNothingPrinted(of: try await killed(isArmed: true))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] == nil))
    func `would be printed in part without the reset`() async throws {
        // The printer may notice the end of the process before that of the document.
        for _ in 0..<5 {
            let id = try await killed(isArmed: false)
            try await waitForEnd(of: id)
            let job = try await device.job(id, user: CupsLab.user)
            if job?.state == .completed { return }
        }
        Issue.record("A plain end of the connection never printed the part that had arrived.")
    }

    /// Has a process of its own begin a document, and kills it; returns the `job-id`.
    private func killed(isArmed: Bool) async throws -> Int {
        let id = try await create()
        let child = Process()
        child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            "--testing-library", "swift-testing", "--filter", "is begun by a process",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment[Self.variable] = isArmed ? "\(id)" : "\(id) disarmed"
        environment["PRINTLAB_DIR"] = lab?.folder.path
        environment["CUPS_SERVER"] = socket
        child.environment = environment
        let output = Pipe()
        child.standardOutput = FileHandle.nullDevice
        child.standardError = output
        try child.run()
        var text: [UInt8] = []
        while !text.contains(Array("begun\n".utf8)) {
            guard let more = try output.fileHandleForReading.read(upToCount: 1), !more.isEmpty
            else { break }
            text += more
        }
        #expect(text.contains(Array("begun\n".utf8)))
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        return id
    }
}
