import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintLab

@Suite(.enabled(if: Fixture.hasPrograms, Fixture.programs)) struct `A lab's life` {
    /// A `printlab run` whose command is up.
    private final class Run {
        let process: pid_t
        private(set) var folder = ""
        private var status: CInt?

        /// Starts a command, and waits until it runs and what it prepares is done.
        init(_ command: String, after preparation: String = ":", in home: String) throws {
            let mark = home + "/mark"
            // Not the test's own output: what a failing test leaves behind must not keep it open.
            let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            process = Launch(
                path: Fixture.program,
                arguments: [
                    "run", "--printers", "office", "--", "sh", "-c",
                    "\(preparation); printf %s \"$PRINTLAB_DIR\" > \(mark).new; "
                        + "mv \(mark).new \(mark); \(command)",
                ],
                environment: ProcessInfo.processInfo.environment,
                descriptors: [null, null, null],
                deathSignal: 0
            ).start()
            try #require(process > 0)
            var text: String?
            try waitBlocking(for: "the command to run") {
                text = try? String(contentsOfFile: mark, encoding: .utf8)
                return text != nil
            }
            folder = try #require(text)
        }

        /// Where a test failed, printlab still runs; its end takes the lab down.
        deinit {
            if process > 0, status == nil { kill(process, SIGKILL) }
        }

        /// The process that manages its lab.
        func supervisor() throws -> pid_t {
            let words = "supervise\u{0}--folder\u{0}\(folder)"
            return try #require(Fixture.processes(naming: words).first)
        }

        /// Waits for its end.
        func exitCode() throws -> CInt {
            try waitBlocking(for: "printlab to end") {
                var status: CInt = 0
                guard unsafe waitpid(process, &status, WNOHANG) == process else { return false }
                self.status = status
                return true
            }
            return PrintLab.exitCode(ofStatus: try #require(status))
        }
    }

    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137)])
    func `the command's end is printlab's`(command: String, code: Int) throws {
        try Fixture.withFolder { home in
            let run = try Run(command, in: home)
            #expect(try run.exitCode() == CInt(code))
            try Fixture.expectNothingLeft(of: run.folder)
        }
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
    func `a signal reaches the command and nothing is left`(signal: CInt, code: Int) throws {
        try Fixture.withFolder { home in
            let run = try Run("exec sleep 1000", in: home)  // Time: is never over
            kill(run.process, signal)
            #expect(try run.exitCode() == CInt(code))
            try Fixture.expectNothingLeft(of: run.folder)
        }
    }

    @Test func `a command may take its time after Ctrl-C`() throws {
        try Fixture.withFolder { home in
            let run = try Run(
                "while :; do sleep 0.1; done",  // Time: between two looks
                after: "trap 'lpstat -r; exit 3' INT",
                in: home
            )
            kill(run.process, SIGINT)
            #expect(try run.exitCode() == 3)
            try Fixture.expectNothingLeft(of: run.folder)
        }
    }

    @Test func `a command that stays after SIGTERM is ended`() throws {
        try Fixture.withFolder { home in
            // Time: between two looks
            let run = try Run("while :; do sleep 0.1; done", after: "trap '' TERM", in: home)
            kill(run.process, SIGTERM)
            #expect(try run.exitCode() == 143)
            try Fixture.expectNothingLeft(of: run.folder)
        }
    }

    @Test func `a lab that hangs is ended`() throws {
        try Fixture.withFolder { home in
            // Time: is never over
            let run = try Run("exec sleep 1000", in: home)
            // A client that asks nothing, and a supervisor that answers nobody.
            let client = try UnixSocket(LabFolder(path: run.folder).controlSocket)
            kill(try run.supervisor(), SIGSTOP)
            kill(run.process, SIGTERM)
            #expect(try run.exitCode() == 143)
            try Fixture.expectNothingLeft(of: run.folder)
            withExtendedLifetime(client) {}
        }
    }

    @Test func `what the command left in the background is ended`() throws {
        try Fixture.withFolder { home in
            // Time: is never over
            let stubborn = "trap '' TERM; exec sleep 86001 # $PRINTLAB_DIR"
            let run = try Run(
                // Time: is never over
                "setsid sh -c \"\(stubborn)\" & setsid sh -c 'sleep 86002 & sleep 86003' & exit 0",
                in: home
            )
            #expect(try run.exitCode() == 0)
            // Time: the name of a program
            #expect(Fixture.processes(naming: "sleep\u{0}8600").isEmpty)
            try Fixture.expectNothingLeft(of: run.folder)
        }
    }

    @Test(arguments: ["run", "supervise"])
    func `a killed printlab leaves nothing`(which: String) throws {
        try Fixture.withFolder { home in
            // Time: is never over
            let run = try Run("setsid sleep 86004 & exec sleep 86004", in: home)
            kill(which == "run" ? run.process : try run.supervisor(), SIGKILL)
            #expect(try run.exitCode() == 137)
            try waitBlocking(for: "the lab to go") {
                unsafe access(run.folder, F_OK) != 0
                    && Fixture.processes(naming: run.folder).isEmpty
            }
            // Time: the name of a program
            #expect(Fixture.processes(naming: "sleep\u{0}86004").isEmpty)
        }
    }

    @Test func `two labs do not touch each other`() throws {
        let first = try RunningLab("office")
        let second = try RunningLab("office")
        defer { second.stop() }
        try first.printPDF(pages: 1, on: "office")
        _ = try first.receive(by: "office")
        #expect(try second.received(by: "office").isEmpty)
        #expect(try second.run("lpstat", "-W", "all", "-o").output.isEmpty)
        first.stop()
        try Fixture.expectNothingLeft(of: first.folder.path)
        try second.printPDF(pages: 2, on: "office")
        _ = try second.receive(by: "office")
    }

    @Test(arguments: ["/nowhere", "/tmp/a b", "relative"])
    func `an unusable TMPDIR is left alone`(folder: String) throws {
        let outcome = try Fixture.printlab(
            "run",
            "--printers",
            "mono",
            "--",
            "sh",
            "-c",
            "printf %s $PRINTLAB_DIR",
            more: ["TMPDIR": folder]
        )
        #expect(outcome.output.hasPrefix("/tmp/printlab-"), "\(outcome.output)")
    }

    @Test(.enabled(if: getuid() == 0, "only root's filters run as another user"))
    func `filters reach root's lab wherever TMPDIR is`() throws {
        try Fixture.withFolder { closed in
            let outcome = try Fixture.printlab(
                "run",
                "--printers",
                "mono",
                "--",
                "sh",
                "-c",
                "printf %s $PRINTLAB_DIR",
                more: ["TMPDIR": closed]
            )
            #expect(outcome.exitCode == 0)
            #expect(!outcome.output.hasPrefix(closed), "\(outcome.output)")
        }
    }

    @Test func `the surroundings lead into the lab`() throws {
        let outside = ["PRINTER": "x", "LPDEST": "x", "PRINTCENTER_SOCKET": "x", "CUPS_USER": "x"]
        let outcome = try Fixture.printlab(
            "run",
            "--printers",
            "mono",
            "--",
            "env",
            more: outside
        )
        var inner: [String: String] = [:]
        for line in outcome.output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            inner[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        let folder = try #require(inner["PRINTLAB_DIR"])
        for name in outside.keys { #expect(inner[name] == nil, "\(name)") }
        #expect(inner["CUPS_SERVER"] == folder + "/cups.sock")
        #expect(inner["HOME"] == folder + "/home")
        #expect(inner["XDG_RUNTIME_DIR"] == folder + "/run")
        #expect(inner["DBUS_SYSTEM_BUS_ADDRESS"] == "unix:path=\(folder)/bus")
        #expect(inner["PRINTCENTER_ALLOW_ROOT"] == "1")
        for name in ["XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            #expect(inner[name]?.hasPrefix(folder + "/home/") == true, "\(name)")
        }
        try Fixture.expectNothingLeft(of: folder)
    }

    @Test(.enabled(if: getuid() == 0, "only root can become an ordinary user"))
    func `an ordinary user can have one`() throws {
        try Fixture.withFolder { home in
            chmodWorldReadable(home)
            let program = home + "/printlab"
            try FileManager.default.copyItem(atPath: Fixture.program, toPath: program)
            let document = home + "/report.pdf"
            try Data(Fixture.pdf(pages: 2).utf8).write(to: URL(filePath: document))
            let outcome = try Launch(
                path: "/usr/bin/setpriv",
                arguments: [
                    "--reuid=65534", "--regid=65534", "--clear-groups", program, "run",
                    "--printers",
                    "office,slow", "--", "sh", "-c",
                    """
                    id -u; lp -d office \(document) || exit 9; tries=0
                    until [ -e $PRINTLAB_DIR/received/office/1/attributes.json ]; do
                      sleep 0.1  # // Time: between two looks
                      tries=$((tries+1)); [ $tries -lt \(Duration.patience.components.seconds * 10) ] || exit 8
                    done
                    stat -c %a $XDG_RUNTIME_DIR
                    """,
                ],
                environment: ["PATH": Launch.systemPath]
            ).outcome()
            #expect(outcome.exitCode == 0)
            #expect(outcome.output == "65534\nrequest id is office-1 (1 file(s))\n700\n")
            #expect(Fixture.processes(naming: program).isEmpty)
        }
    }

    @Test(arguments: [
        (["run", "--", "no-such-command"], 127), (["run"], 64), (["run", "--"], 64),
        (["run", "--printers", "nobody", "--", "true"], 64), (["off", "office"], 1),
    ])
    func `wrong use has its exit code`(arguments: [String], code: Int) throws {
        var environment = ProcessInfo.processInfo.environment
        environment["PRINTLAB_DIR"] = nil
        let outcome = try Launch(
            path: Fixture.program,
            arguments: arguments,
            environment: environment
        ).outcome()
        #expect(outcome.exitCode == CInt(code), "\(outcome.output)")
    }

    @Test func `the specifications are listed`() throws {
        let names = try Fixture.printlab("list").output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == PrinterSpec.all.map(\.name))
    }

    private func chmodWorldReadable(_ path: String) { unsafe chmod(path, 0o755) }
}
