import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

@Suite(.serialized, .enabled(if: Programs.labCanRun, Programs.whySkipped), .explained)
struct `The service's life` {
    private static let shared = Result {
        try RunningLab(printers: "office,empty", program: Programs.lab)
    }

    private static let isRoot = geteuid() == 0

    @Test func `of two at once one serves, and the other says so`() throws {
        let lab = try Self.shared.get()
        let service = try TestService(in: lab)
        let started = try (0..<5).map { _ in
            try ServiceProcess(environment: service.environment, log: service.folder + "/log")
        }
        let lines = try started.map { try $0.line() ?? "" }
        #expect(lines.sorted() == ["ready", "running", "running", "running", "running"])
        let status = try service.get("/v1/status").value(ServiceStatus.self)
        for (start, line) in zip(started, lines) {
            if line == "ready" {
                #expect(status.pid == start.process)
                start.kill(SIGTERM)
            }
            #expect(start.wait() == .exited(0))
        }
    }

    @Test func `two sockets never share a queue`() throws {
        try withService(in: Self.shared.get()) { service in
            let more = ["XDG_STATE_HOME": service.folder + "/state"]
            let second = try TestService(in: service.lab, more: more)
            #expect(try second.start().contains("Use its socket."))
            #expect(second.waitForEnd() == 69)
        }
    }

    @Test func `it leaves when nobody needs it, and takes its socket along`() throws {
        let service = try TestService(in: Self.shared.get(), more: ["PRINTCENTER_IDLE": "1"])
        try service.serve()
        try wait(for: "the service to leave") { service.hasEnded }
        #expect(service.waitForEnd() == 0)
        #expect(unsafe access(service.socket, F_OK) != 0)
    }

    @Test func `it stays while a job is not final, or somebody reads events`() throws {
        let lab = try Self.shared.get()
        let service = try TestService(in: lab)
        try service.serve()
        let id = try service.print(Papers.pdf(pages: 1), on: "empty", name: "patience")
        try service.wait(for: id, toBe: .waiting)
        service.end()
        // It has its job from the beginning, so that it cannot leave before this test has done something.
        try service.serve(more: ["PRINTCENTER_IDLE": "1"])
        try Self.expect(service, toStay: "it left a job behind")
        var stream: EventStream? = try EventStream(service.socket)
        try #require(stream?.next()?.job.id == id)
        _ = try service.cancel(id)
        _ = try stream?.events(until: id)
        try Self.expect(service, toStay: "it left a reader behind")
        stream = nil
        try wait(for: "the service to leave") { service.hasEnded }
        #expect(service.waitForEnd() == 0)
    }

    /// Expects that a service stays, of which nobody asks anything for three times as long as it would stay.
    private static func expect(_ service: TestService, toStay complaint: Comment) throws {
        // Time: there is no event that says that it stays; a slow machine only sees less of it
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end {
            try #require(!service.hasEnded, complaint)
            usleep(50_000)  // Time: between two looks
        }
    }

    @Test func `only its user can enter`() throws {
        try withService(in: Self.shared.get()) { service in
            _ = try service.document(Papers.pdf(pages: 1))
            func mode(_ path: String) -> mode_t {
                var facts = stat()
                return unsafe lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
            }
            #expect(mode(service.folder + "/run") == 0o700)
            #expect(mode(service.socket) == 0o600)
            #expect(mode(service.state) == 0o700)
            for name in ["queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm", "lock"] {
                #expect(mode(service.state + "/" + name) == 0o600, "\(name)")
            }
            let spool = service.state + "/spool"
            #expect(mode(spool) == 0o700)
            for name in try service.spooled() { #expect(mode(spool + "/" + name) == 0o600) }
        }
    }

    // MARK: Starts that are refused

    private func refusal(_ service: TestService) throws -> String {
        let line = try service.start()
        #expect(line.hasPrefix("error: ") && line.hasSuffix("."), "\(line)")
        #expect(service.waitForEnd() == 69)
        return line
    }

    @Test(.enabled(if: isRoot, "only root can give a folder away"))
    func `a folder that belongs to somebody else is refused`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.makeFolder(service.folder + "/run", mode: 0o700)
        #expect(unsafe chown(service.folder + "/run", 65534, 65534) == 0)
        #expect(try refusal(service).contains("belongs to another user (uid 65534)"))
    }

    @Test(.enabled(if: isRoot, "only root runs as root"))
    func `as root it is refused`() throws {
        let more = ["PRINTCENTER_ALLOW_ROOT": "0"]
        let service = try TestService(in: Self.shared.get(), more: more)
        #expect(try refusal(service).contains("PRINTCENTER_ALLOW_ROOT=1"))
    }

    @Test func `a path that no socket can have is refused`() throws {
        let long = "/tmp/" + String(repeating: "long", count: 30)
        let more = ["PRINTCENTER_SOCKET": long]
        let service = try TestService(in: Self.shared.get(), more: more)
        #expect(try refusal(service).contains("107 bytes"))
    }

    @Test func `a file where the folder should be is refused`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.write("", to: service.folder + "/run")
        #expect(try refusal(service).contains("is not a folder"))
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
    }

    @Test(arguments: [0o755, 0o1777, 0o700, 0o711])
    func `a folder that is there keeps its mode`(_ given: mode_t) throws {
        let service = try TestService(in: Self.shared.get())
        let folder = service.folder + "/run"
        try service.lab.folder.makeFolder(folder, mode: 0o700)
        #expect(unsafe chmod(folder, given) == 0)
        try service.serve()
        #expect(mode(folder) == given)
        #expect(mode(service.socket) == 0o600)
        // The client's rule is the same.
        let status = try service.lab.run(
            "env",
            "PRINTCENTER_SOCKET=\(service.socket)",
            "XDG_STATE_HOME=\(service.folder)/state",
            Programs.folder + "/printq",
            "service",
            "status"
        )
        #expect(status.exitCode == 0 && status.output.contains("\(service.process)"))
        service.end()
    }

    @Test(arguments: [0o777, 0o775, 0o722])
    func `a folder in which others can replace files is refused`(_ given: mode_t) throws {
        let service = try TestService(in: Self.shared.get())
        let folder = service.folder + "/run"
        try service.lab.folder.makeFolder(folder, mode: 0o700)
        #expect(unsafe chmod(folder, given) == 0)
        #expect(try refusal(service).contains("chmod go-w"))
        #expect(mode(folder) == given)
    }

    @Test func `what stands in the socket's place is neither removed nor passed over`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.makeFolder(service.folder + "/run", mode: 0o700)
        try service.lab.folder.write("mine", to: service.socket)
        #expect(try refusal(service).contains("is not a socket of yours"))
        #expect(try Programs.text(service.socket) == "mine")
        #expect(unsafe unlink(service.socket) == 0 && mkdir(service.socket, 0o700) == 0)
        #expect(try refusal(service).contains("is not a socket of yours"))
    }

    @Test func `an account without a home is told what it lacks`() throws {
        // Where not even root can make a folder.
        let service = try TestService(in: Self.shared.get(), more: ["HOME": "/proc/nobody"])
        var variables = service.environment
        variables["XDG_STATE_HOME"] = nil
        let process = try ServiceProcess(environment: variables, log: service.folder + "/log")
        let line = try process.line() ?? ""
        process.wait()
        #expect(line.contains("/proc/nobody") && line.contains("XDG_STATE_HOME"), "\(line)")
    }

    @Test func `it keeps nothing of whoever started it`() throws {
        let service = try TestService(in: Self.shared.get())
        let relative = "\(service.folder)/sub"
        try service.lab.folder.makeFolder(relative, mode: 0o700)
        let script = """
            cd \(relative); ulimit -c unlimited; ulimit -St 30; ulimit -Sn 128; umask 000;
            PRINTCENTER_SOCKET=here/socket XDG_STATE_HOME=\(service.folder)/state \
                \(Programs.service) </dev/null >\(service.folder)/said &
            until test -s \(service.folder)/said || ! kill -0 $!; do
                sleep 0.05  # // Time: between two looks
            done
            cat \(service.folder)/said; readlink /proc/$!/cwd
            grep -E 'core|cpu|open files' /proc/$!/limits
            test -S here/socket && echo found; kill $!; wait $!
            """
        let outcome = try service.lab.run("bash", "-c", script)
        let lines = outcome.output.split(separator: "\n").map { words in
            words.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.prefix(2) == ["ready", "/"], "\(outcome.output)")
        #expect(outcome.output.contains("found"))
        #expect(lines.contains { $0.hasPrefix("Max core file size 0 0") })
        #expect(lines.contains { $0.hasPrefix("Max cpu time unlimited") })
        #expect(!lines.contains { $0.hasPrefix("Max open files 128 ") })
    }

    @Test func `a queue that is no database is refused`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.makeFolder(service.state, mode: 0o700)
        let text = String(repeating: "no database ", count: 1000)
        try service.lab.folder.write(text, to: service.state + "/queue.sqlite")
        #expect(try refusal(service).contains("cannot be opened"))
    }

    @Test(.enabled(if: isRoot, "only root can mount a small disk"))
    func `a full disk is told, leaves nothing, and passes`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.makeFolder(service.state, mode: 0o700)
        let mount = try service.lab.run(
            "mount",
            "-t",
            "tmpfs",
            "-o",
            "size=1m,mode=0700",
            "none",
            service.state
        )
        guard mount.exitCode == 0 else {
            print("skipped: no tmpfs can be mounted here: \(mount.output)")
            return
        }
        defer { _ = try? service.lab.run("umount", service.state) }
        try service.serve()
        defer { service.end() }
        var large = Papers.pdf(pages: 1)
        large += [UInt8](repeating: 0x20, count: 2 << 20)
        let answer = try service.upload(large)
        #expect(answer.status == 507, "\(answer.text)")
        #expect(try answer.value(Problem.self).code == .storageFailed)
        #expect(try service.spooled() == [])
        let id = try service.print(Papers.pdf(pages: 1), on: "office", name: "small")
        try service.wait(for: id, toBe: .completed)
    }

    @Test(.enabled(if: isRoot, "only root can mount a small disk"))
    func `on a full disk jobs can be changed, moved, and canceled`() throws {
        let service = try TestService(in: Self.shared.get())
        try service.lab.folder.makeFolder(service.state, mode: 0o700)
        let options = "size=12m,mode=0700"
        let mount = try service.lab.run(
            "mount",
            "-t",
            "tmpfs",
            "-o",
            options,
            "none",
            service.state
        )
        guard mount.exitCode == 0 else {
            print("skipped: no tmpfs can be mounted here: \(mount.output)")
            return
        }
        defer { _ = try? service.lab.run("umount", service.state) }
        try service.serve()
        defer { service.end() }
        let document = try service.document(Papers.pdf(pages: 1))
        var held: [JobID] = []
        for number in 1...160 {
            let printer = number < 3 ? "office" : "empty"
            let body = """
                {"document":"\(document.id ?? "")","printer":"\(printer)","ticket":{},"name":"\(number)","hold":true}
                """
            let answer = try service.post("/v1/jobs", body)
            try #require(answer.status == 201, "\(answer.text)")
            held.append(try #require(try answer.value(PrintJob.self).id))
        }
        let filler = service.state + "/filler"
        let file = unsafe open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while unsafe write(file, block, block.count) > 0 {}
        close(file)
        // The log has some room of its own; that is used up, too.
        while try service.submission(document, "office", name: "more").status == 201 {}
        #expect(try service.cancel(held[0]).status == 200)
        #expect(try service.job(held[0]).state == .canceled)
        #expect(try service.post("/v1/jobs/\(held[1])/release").status == 200)
        // Together they write more to the log than is reserved.
        for change in 0..<400 {
            let answer = try service.post(
                "/v1/jobs/\(held[2])/priority",
                #"{"priority":\#(change % 100 + 1)}"#
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        let moved = try service.post("/v1/jobs/\(held[2])/move", #"{"printer":"office"}"#)
        #expect(moved.status == 200, "\(moved.text)")
        let canceled = try service.post("/v1/jobs/cancel", #"{"printer":"empty"}"#)
        #expect(canceled.status == 200, "\(canceled.text)")
        for id in held[3...] { #expect(try service.job(id).state == .canceled) }
        #expect(try service.submission(document, "office", name: "more").status == 507)
        _ = unsafe unlink(filler)
        try service.wait(for: held[1], toBe: .completed)
    }

    @Test func `a queue that is gone is told, and its documents stay`() throws {
        try withService(in: Self.shared.get()) { service in
            let document = try service.document(Papers.pdf(pages: 1))
            let queue = service.state + "/queue.sqlite"
            try FileManager.default.moveItem(atPath: queue, toPath: queue + ".away")
            let refused = try service.submission(document, "office")
            #expect(refused.status == 500, "\(refused.text)")
            #expect(try refused.value(Problem.self).detail.contains("was removed or replaced"))
            service.end()
            for name in ["queue.sqlite-wal", "queue.sqlite-shm"] {
                // They go with the last connection where the file is there.
                _ = try? FileManager.default.removeItem(atPath: service.state + "/" + name)
            }
            let line = try service.start()
            #expect(line.contains("Put queue.sqlite back"), "\(line)")
            service.waitForEnd()
            #expect(try service.spooled() == [document.id])
        }
    }
}
