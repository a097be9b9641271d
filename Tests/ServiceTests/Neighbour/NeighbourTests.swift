import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import Testing

@testable import PrintLab

/// Another user of the same computer, who knows every path.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: Neighbour.isAvailable, "\(Neighbour.whySkipped)"),
    .explained
)
struct `A neighbour of the service` {
    private static let shared = Result {
        try RunningLab(printers: "office,empty", program: Programs.lab)
    }
    private static let question =
        "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    /// Opens the folders above what a test is about: it shall not be they that keep the neighbour out.
    private func open(_ paths: String...) throws {
        for path in paths { try #require(unsafe chmod(path, 0o755) == 0, "\(path)") }
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
    }

    @Test func `reaches no file and no socket of it`() throws {
        let lab = try Self.shared.get()
        // The files of its settings are made by it, too; it is started with a mask of 0.
        let more = ["XDG_CONFIG_HOME": lab.folder.path + "/neighbour-config"]
        try withService(in: lab, more: more) { service in
            let id = try service.print(Papers.pdf(pages: 1), on: "empty", name: "private")
            try service.wait(for: id, toBe: .waiting)
            let choice = Array(#"{"printer":"office"}"#.utf8)
            let preset = Array(#"{"ticket":{"copies":2}}"#.utf8)
            for (path, body) in [("printers/default", choice), ("presets/two", preset)] {
                let reply = try HTTPReply(
                    "PUT",
                    "/v1/" + path,
                    socket: service.socket,
                    body: body
                )
                #expect([200, 201].contains(reply.status), "\(reply.text)")
            }
            let settings = lab.folder.path + "/neighbour-config"
            try open(lab.folder.path, service.folder)
            #expect(try Neighbour.openings(in: service.folder) == ["read \(service.folder)"])
            #expect(try Neighbour.openings(in: settings) == [])
            // All of that is there.
            let files = [
                service.state + "/queue.sqlite", service.state + "/lock", service.folder + "/log",
                service.socket + ".lock", settings + "/printcenter/settings.json",
                settings + "/printcenter/presets.json",
                try service.state + "/spool/" + #require(service.spooled().first),
            ]
            let acts = files.map { Neighbour.Act.read($0) }
            #expect(try Neighbour.attempt(acts, as: .owner).allSatisfy(\.isDone))
            #expect(try Neighbour.attempt(acts).allSatisfy(\.isForbidden))
            let process = ["environ", "mem", "fd", "cwd/"].map {
                Neighbour.Act.read("/proc/\(service.process)/\($0)")
            }
            #expect(try Neighbour.attempt(process).allSatisfy(\.isForbidden))
        }
    }

    @Test func `is turned away where it gets at the socket`() throws {
        let lab = try Self.shared.get()
        try withService(in: lab) { service in
            let ask = Neighbour.Act.ask(socket: service.socket, Self.question)
            try open(lab.folder.path, service.folder, service.folder + "/run")
            #expect(try Neighbour.attempt(ask).description == "EACCES at connect")
            #expect(unsafe chmod(service.socket, 0o777) == 0)
            let outcome = try Neighbour.attempt(ask)
            #expect(outcome.isTurnedAway, "\(outcome)")
            let own = try Neighbour.attempt(ask, as: .owner)
            #expect(own.isDone && own.text.contains("running"), "\(own)")
        }
    }

    /// What a neighbour may have put into a folder that all users share, before the service comes.
    private static let traps: [(act: String, isFolder: Bool, says: String)] = [
        ("folder printcenter", true, "belongs to another user (uid 61234)"),
        ("link printcenter", true, "belongs to another user (uid 61234)"),
        ("folder socket", false, "is not a socket of yours"),
        ("link socket", false, "is not a socket of yours"),
        ("listen socket", false, "is not a socket of yours"),
        ("file socket.lock", false, "socket.lock cannot be acquired"),
        ("link socket.lock", false, "socket.lock cannot be acquired"),
        ("folder socket.lock", false, "socket.lock cannot be acquired"),
    ]

    @Test(arguments: traps)
    func `cannot lure it by what lies in a shared folder`(
        _ trap: (act: String, isFolder: Bool, says: String)
    ) throws {
        let lab = try Self.shared.get()
        let service = try TestService(in: lab)
        let (shared, own) = (service.folder + "/shared", service.folder + "/own")
        try open(lab.folder.path, service.folder)
        try lab.folder.makeFolder(own, mode: 0o755)
        try lab.folder.makeFolder(shared, mode: 0o1777)
        let words = trap.act.split(separator: " ").map { String($0) }
        let path = shared + "/" + words[1]
        let target = words[1] == "printcenter" ? own : own + "/precious"
        try lab.folder.write("mine", to: own + "/precious", mode: 0o644)
        var listener: NeighbourProcess?
        switch words[0] {
        case "folder": #expect(try Neighbour.attempt(.makeFolder(path)).isDone)
        case "link": #expect(try Neighbour.attempt(.link(path, to: target)).isDone)
        case "file": #expect(try Neighbour.attempt(.create(path)).isDone)
        default:
            let script = "import socket; s = socket.socket(socket.AF_UNIX); s.bind(\"\(path)\")\n"
            let serve = "s.listen(); print(s.accept()[0].recv(9), flush=True)"
            listener = try NeighbourProcess(["/usr/bin/python3", "-c", script + serve])
            try wait(for: "the neighbour to listen") { acceptsNothingYet(path) }
        }
        let more =
            trap.isFolder
            ? ["PRINTCENTER_SOCKET": "", "XDG_RUNTIME_DIR": shared]
            : ["PRINTCENTER_SOCKET": shared + "/socket"]
        let line = try service.start(more: more)
        #expect(line.hasPrefix("error: ") && line.contains(path), "\(line)")
        #expect(line.contains(trap.says) && line.contains("PRINTCENTER_SOCKET"), "\(line)")
        #expect(service.waitForEnd() == 69)
        #expect(mode(own) == 0o755 && mode(own + "/precious") == 0o644)
        #expect(try Programs.text(own + "/precious") == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: own) == ["precious"])
        // The programs talk to nobody else, and tell him nothing.
        guard let listener else { return }
        let asked = try Launch(
            path: BuiltPrograms.printq,
            arguments: ["jobs"],
            environment: service.environment.merging(more) { $1 }
        ).outcome()
        #expect(asked.output.contains("belongs to another user (uid 61234)"), "\(asked.output)")
        #expect(["", "b''\n"].contains(listener.outputSoFar))
    }

    /// Whether there is a socket at a path; nobody connects to it for that.
    private func acceptsNothingYet(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
    }
}
