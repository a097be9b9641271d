import FoundationEssentials
import Glibc
import ProofKit
import Testing

@testable import PrintCenterClient

@Suite struct `The start of the service` {
    @Test func `that fails is told in the service's own words`() async throws {
        try await Surroundings.with { place in
            try place.service("echo 'error: The queue is locked. Use its socket.'; exit 69")
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.code == .serviceUnavailable)
            #expect(error.description == "The queue is locked. Use its socket.")
        }
    }

    @Test func `that is killed is tried again, and a few times only`() async throws {
        try await Surroundings.with { place in
            let tries = place.folder + "/tries"
            try place.service("echo x >>\(tries); kill -9 $$")
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.code == .serviceUnavailable)
            #expect(error.description.contains("exited before it was ready"))
            #expect(try String(contentsOfFile: tries, encoding: .utf8) == "x\nx\nx\nx\nx\n")
        }
    }

    @Test(arguments: ["exit 1", "exit 0", "printf rea", "echo nonsense", "kill -6 $$", ":"])
    func `by a program that says nothing of use points to its log`(_ script: String) async throws {
        try await Surroundings.with { place in
            try place.service("echo trouble >&2; \(script)")
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.code == .serviceUnavailable)
            #expect(error.description.contains("exited before it was ready"))
            let log = place.folder + "/state/printcenter/printcenterd.log"
            #expect(error.description.contains(log))
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "trouble\n")
        }
    }

    @Test func `by a program that says nothing at all is waited for, but not for ever`()
        async throws
    {
        try await Surroundings.with { place in
            let process = place.folder + "/process"
            // Time: is killed before
            // Time: a service that never answers
            try place.service("echo $$ >\(process); exec sleep 100000")
            let launcher = ServiceLauncher(
                environment: place.environment,
                stateFolder: place.folder + "/state",
                // Time: is never met
                patience: .milliseconds(300)
            )
            let start = ContinuousClock.now
            let error = await #expect(throws: ClientError.self) { try await launcher.start() }
            let time = ContinuousClock.now - start
            #expect(error?.description.contains("not ready after 0.3 seconds") == true)
            // Time: not earlier; the system's timers and this clock do not agree to the last microsecond
            #expect(time >= .milliseconds(290))
            // It may not have come so far yet.
            var id = ""
            try await wait(for: "the program") {
                // A file that is not there says nothing.
                id = (try? String(contentsOfFile: process, encoding: .utf8)) ?? ""
                return id.hasSuffix("\n")
            }
            #expect(kill(try #require(pid_t(id.filter(\.isNumber))), SIGKILL) == 0)
        }
    }

    @Test func `of a program that is not there names it`() async throws {
        try await Surroundings.with { place in
            let error = try await place.error { _ = try await $0.printers() }
            #expect(error.code == .serviceUnavailable)
            #expect(error.description.contains(place.folder + "/service"))
        }
    }

    @Test func `is not tried for a question about the service that runs`() async throws {
        try await Surroundings.with { place in
            try place.service("touch \(place.folder)/started; exit 1")
            let status = try await place.client().runningService()
            #expect(status == nil)
            try await place.client().stopService()
            #expect(unsafe access(place.folder + "/started", F_OK) != 0)
        }
    }

    @Test func `gives the service its surroundings and no dumps`() async throws {
        try await Surroundings.with { place in
            var place = place
            place.environment["PRINTCENTER_IDLE"] = "7"
            try place.service(#"echo "error: $PRINTCENTER_IDLE $SWIFT_BACKTRACE.""#)
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.description == "7 enable=no.")
        }
    }
}

@Suite struct `The socket` {
    @Test func `with a path that is too long is refused with what to do`() throws {
        let path = "/" + String(repeating: "x", count: 107)
        #expect {
            try PrintCenterClient(environment: ["PRINTCENTER_SOCKET": path])
        } throws: { error in
            let error = error as? ClientError
            return error?.code == .serviceUnavailable
                && error?.description.contains("Set PRINTCENTER_SOCKET to a shorter path.") == true
        }
        // One byte less fits.
        _ = try PrintCenterClient(environment: ["PRINTCENTER_SOCKET": String(path.dropLast())])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `in somebody else's folder is not used`() async throws {
        try await Surroundings.with { place in
            try place.service("touch \(place.folder)/started; exit 1")
            #expect(unsafe chown(place.folder + "/run/printcenter", 65534, 65534) == 0)
            for ask in [0, 1] {
                let error = try await place.error {
                    _ = ask == 0 ? try await $0.runningService() : try await $0.status()
                }
                #expect(error.code == .foreignSocket)
                #expect(error.description.contains("uid 65534"))
            }
            #expect(unsafe access(place.folder + "/started", F_OK) != 0)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a socket away"))
    func `of somebody else in our folder is not used`() async throws {
        try await Surroundings.with { place in
            let server = try FakeServer(place.socket, answers: [])
            defer { server.stop() }
            #expect(unsafe chown(place.socket, 65534, 65534) == 0)
            let error = try await place.error { _ = try await $0.status() }
            #expect(error.code == .foreignSocket)
            #expect(server.requests == [])
        }
    }
}
