import Dispatch
import FoundationEssentials
import Glibc
import IPP
import PrintModel
import ProofKit
import Synchronization
import Testing

@testable import PrintLab

/// A service whose queue is in a database.
@Suite(
    .serialized,
    .enabled(if: Programs.labCanRun, Programs.whySkipped),
    .enabled(if: DatabaseServer.isInstalled, "no PostgreSQL server is installed"),
    .explained
)
struct `A queue in a database` {
    private static let shared = Result { try RunningLab(printers: "office", program: Programs.lab) }

    @Test func `prints, and outlives the service and the server`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            let first = try service.print(Papers.pdf(pages: 1), on: "office", name: "first")
            try service.wait(for: first, toBe: .completed)
            let held = try service.submission(
                service.document(Papers.pdf(pages: 2)),
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
            ).value(PrintJob.self)
            service.end(SIGKILL)
            try service.serve()
            try server.stop()
            let reading = try service.get("/v1/jobs")
            #expect(reading.status == 503 && !reading.text.contains("Nothing was changed"))
            let changing = try service.post("/v1/jobs/\(first)/hold")
            #expect(changing.status == 503 && changing.text.contains("Nothing was changed"))
            try server.start()
            let id = try #require(held.id)
            #expect(try service.post("/v1/jobs/\(id)/release").status == 200)
            try service.wait(for: id, toBe: .completed)
            #expect(try service.received("first", by: "office").count == 1)
            #expect(try service.ownJobs().map(\.id) == [first, id])
            #expect(unsafe access(service.state + "/queue.sqlite", F_OK) != 0)
        }
    }

    @Test func `gets the end of a job that its printer has forgotten meanwhile`() throws {
        let server = try DatabaseServer()
        let toldEnds = Atomic(0)
        let device = try ScriptedDevice(
            uuid: "5e7f0a1c-0000-4000-8000-900000000036",
            // Time: the printer prints while the database is away
            traits: .init(printingTime: .seconds(1)),
            script: { request, device in
                let reply = device.reply(to: request)
                let states = reply.groups.compactMap { $0["job-state"]?.integer }
                if states.contains(9) { toldEnds.add(1, ordering: .relaxed) }
                return .reply(reply)
            }
        )
        try withService(server.address) { service in
            try service.serve()
            let body = #"{"address":"\#(device.uri)","name":"cellar"}"#
            let added = try service.post("/v1/printers", body)
            #expect(added.status == 201, "\(added.text)")
            let id = try service.print(Papers.pdf(pages: 1), on: "cellar", name: "short")
            try service.wait(for: id, toBe: .printing)
            try server.stop()
            try wait(for: "the service to read the end") { toldEnds.load(ordering: .relaxed) > 0 }
            device.forgetEndedJobs()
            try server.start()
            let job = try service.wait(for: id, toBe: .completed, .failed)
            #expect(job.state == .completed && job.reasons.isEmpty, "\(job.reasons)")
            #expect(device.papers.count == 1)
        }
        device.close()
    }

    /// What goes away during a commit leaves it unknown whether a change is there.
    @Test(arguments: [true, false])
    func `answers a change in doubt once the server is back, and ends without it`(
        _ isBack: Bool
    ) throws {
        let server = try DatabaseServer()
        let proxy = try DatabaseProxy(to: server.socket)
        defer { proxy.end() }
        try withService(DatabaseServer.address(proxy.folder.path)) { service in
            try service.serve()
            let document = try service.document(Papers.pdf(pages: 1))
            let reply = Mutex<HTTPReply?>(nil)
            let key = UUID().uuidString
            func submit() {
                DispatchQueue(label: "submission").async {
                    let ticket = #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
                    let found = try? service.submission(document, "office", ticket, key: key)
                    reply.withLock { $0 = found }
                }
            }
            let count = "SELECT count(*) FROM printcenter.job"
            proxy.cut(.afterCommit, isLast: true)
            submit()
            try waitBlocking(for: "the cut") { !proxy.isWaiting }
            #expect(try server.run(count) == "1")
            if isBack {
                proxy.refuse(false)
                try waitBlocking(for: "the answer") { reply.withLock { $0 != nil } }
                #expect(reply.withLock { $0?.status } == 201)
            } else {
                #expect(service.end(SIGTERM) == 0)
                proxy.refuse(false)
                try service.serve()
                submit()
                try waitBlocking(for: "the answer") { reply.withLock { $0 != nil } }
            }
            #expect(reply.withLock { $0?.isSuccess } == true)
            #expect(try server.run(count) == "1")
        }
    }

    @Test func `prints nothing again after a restore`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            let held = #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
            let paper = Papers.pdf(pages: 1)
            let ids = try ["printed since", "waiting still"].map { name in
                try #require(
                    try service.submission(service.document(paper), "office", held, name: name)
                        .value(PrintJob.self).id
                )
            }
            service.end()
            try server.stop(immediately: false)
            try server.save()
            try server.start()
            try service.serve()
            #expect(try service.post("/v1/jobs/\(ids[0])/release").status == 200)
            try service.wait(for: ids[0], toBe: .completed)
            service.end()
            // The jobs are not on hold any more, as if they had been next.
            try server.stop(immediately: false)
            try server.restore()
            try server.start()
            try server.run(
                """
                UPDATE printcenter.job SET notBefore = 0, delivery = (delivery::jsonb - 'hold')::text
                """
            )
            try service.serve()
            try service.wait(for: ids[1], toBe: .completed)
            try service.wait(for: ids[0], toBe: .failed)
            #expect(try service.job(ids[0]).reasons.map(\.code) == [.deliveryUncertain])
            #expect(try service.received("printed since", by: "office").count == 1)
            #expect(try service.received("waiting still", by: "office").count == 1)
        }
    }

    @Test func `is not replaced by an empty one if the settings lose it`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { service in
            try service.serve()
            service.end()
            let problems = [
                "{}": "does not name it any more", "{": "cannot be read",
                #"{"store":"postgresql://ann:secret@localhost/a"}"#: "~/.pgpass",
                #"{"store":"sqlite"}"#: "is not the address of a PostgreSQL database",
                #"{"store":"host=/nowhere dbname=print"}"#: "print (/nowhere), cannot be reached",
            ]
            for (settings, words) in problems {
                try Self.write(settings, for: service)
                let line = try service.start()
                #expect(line.hasPrefix("error: ") && line.contains(words), "\(line)")
                #expect(!line.contains("secret") && !service.log.contains("secret"))
                #expect(service.waitForEnd() == 69)
            }
        }
    }

    @Test func `does not leave jobs behind in the file that it replaces`() throws {
        let server = try DatabaseServer()
        try withService(nil) { service in
            try service.serve()
            let document = try service.document(Papers.pdf(pages: 1))
            let job = try service.submission(
                document,
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#
            ).value(PrintJob.self)
            service.end()
            try Self.write(#"{"store":"\#(server.address)"}"#, for: service)
            let line = try service.start()
            #expect(line.contains("has jobs that have not ended (1)"), "\(line)")
            service.waitForEnd()
            try Self.write("{}", for: service)
            try service.serve()
            _ = try service.cancel(#require(job.id))
            service.end()
            try Self.write(#"{"store":"\#(server.address)"}"#, for: service)
            try service.serve()
            #expect(try service.ownJobs().isEmpty)
        }
    }

    @Test func `belongs to the documents of one folder`() throws {
        let server = try DatabaseServer()
        try withService(server.address) { first in
            try first.serve()
            try withService(server.address) { second in
                let line = try second.start()
                #expect(line.contains("belongs to the documents of"), "\(line)")
                #expect(second.waitForEnd() == 69)
            }
        }
    }

    @Test func `and documents in a folder that hosts share go from one host to the other`() throws {
        let server = try DatabaseServer()
        let shared = try TemporaryFolder("documents")
        let store = #""store":"\#(server.address)""#
        let both = #"{\#(store),"documents":"\#(shared.path)"}"#
        try withService(nil) { first in
            try Self.write(both, for: first)
            try first.serve()
            let job = try first.submission(
                first.document(Papers.pdf(pages: 1)),
                "office",
                #"{"holdUntil":"2099-01-01T00:00:00Z"}"#,
                name: "handed over"
            ).value(PrintJob.self)
            let id = try #require(job.id)
            try withService(nil) { second in
                try Self.write(both, for: second)
                let taken = try second.start()
                #expect(taken.contains("has had the queue in"), "\(taken)")
                second.waitForEnd()
                // Another folder is not that of the queue, even with the right database.
                try Self.write("{\(store)}", for: second)
                let foreign = try second.start()
                #expect(foreign.contains("belongs to the documents of"), "\(foreign)")
                second.waitForEnd()

                first.end(SIGKILL)
                try Self.write(both, for: second)
                try second.serve()
                #expect(try second.post("/v1/jobs/\(id)/release").status == 200)
                try second.wait(for: id, toBe: .completed)
                #expect(try second.received("handed over", by: "office").count == 1)
                second.end()
                // Neither of them goes back to a queue in a file by itself.
                for service in [first, second] {
                    try Self.write("{}", for: service)
                    let line = try service.start()
                    #expect(line.contains("does not name it any more"), "\(line)")
                    service.waitForEnd()
                }
            }
        }
    }

    @Test func `is shared by two hosts, and goes on with the one that is left`() throws {
        let server = try DatabaseServer()
        let shared = try TemporaryFolder("documents")
        func settings(_ host: String) -> String {
            #"{"store":"\#(server.address)","documents":"\#(shared.path)","host":"\#(host)"}"#
        }
        try withService(nil) { first in
            try Self.write(settings("press1"), for: first)
            try first.serve()
            try withService(nil) { second in
                try Self.write(settings("press2"), for: second)
                try second.serve()
                #expect(try states(first) == ["press1": .alive, "press2": .alive])
                // Whichever has the printer, each job is printed once, and both list all.
                var ids: [JobID] = []
                for (number, service) in [first, second, first, second].enumerated() {
                    let paper = Papers.pdf(pages: 1)
                    ids.append(try service.print(paper, on: "office", name: "shared \(number)"))
                }
                for id in ids { try second.wait(for: id, toBe: .completed) }
                for number in 0..<4 {
                    #expect(try second.received("shared \(number)", by: "office").count == 1)
                }
                #expect(try first.ownJobs().map(\.id) == second.ownJobs().map(\.id))
                // Pages that have to be made, by any of the two.
                let document = try first.document(Papers.pdf(pages: 4))
                for number in 0..<4 {
                    let two = try first.submission(
                        document,
                        "office",
                        #"{"numberUp":2}"#,
                        name: "made \(number)"
                    ).value(PrintJob.self)
                    try second.wait(for: #require(two.id), toBe: .completed)
                    #expect(try second.received("made \(number)", by: "office").count == 1)
                }

                #expect(try second.post("/v1/hosts/press1/drain").status == 200)
                #expect(try states(first)["press1"] == .drained)
                let drained = try first.print(Papers.pdf(pages: 1), on: "office", name: "drained")
                try first.wait(for: drained, toBe: .completed)
                #expect(try first.post("/v1/hosts/press1/return").status == 200)
                #expect(try first.post("/v1/hosts/press3/drain").status == 404)
                #expect(try Self.delete("/v1/hosts/press2", first).status == 409)
                second.end()
                #expect(try states(first) == ["press1": .alive, "press2": .gone])
                let metrics = try first.get("/v1/metrics").text
                #expect(metrics.contains("printcenter_host_up{host=\"press1\"} 1\n"))
                #expect(metrics.contains("printcenter_host_up{host=\"press2\"} 0\n"))
            }
            let last = try first.print(Papers.pdf(pages: 1), on: "office", name: "alone")
            try first.wait(for: last, toBe: .completed)
            #expect(try Self.delete("/v1/hosts/press2", first).status == 200)
            #expect(try states(first) == ["press1": .alive])
        }
        withExtendedLifetime(shared) {}
    }

    private func states(_ service: TestService) throws -> [String: PrintHost.State] {
        let hosts = try service.get("/v1/hosts").value([PrintHost].self)
        return Dictionary(uniqueKeysWithValues: hosts.map { ($0.name, $0.state) })
    }

    private static func delete(_ path: String, _ service: TestService) throws -> HTTPReply {
        try HTTPReply("DELETE", path, socket: service.socket)
    }

    // MARK: What the tests share

    /// Runs a test with a service that does not run yet.
    func withService(_ store: String?, _ body: (TestService) throws -> Void) throws {
        let config = try TemporaryFolder("config")
        let service = try TestService(
            in: Self.shared.get(),
            more: ["XDG_CONFIG_HOME": config.path]
        )
        try Self.write(store.map { #"{"store":"\#($0)"}"# } ?? "{}", for: service)
        defer { if service.process > 0 { service.end() } }
        try body(service)
        withExtendedLifetime(config) {}
    }

    static func write(_ settings: String, for service: TestService) throws {
        let folder = try #require(service.environment["XDG_CONFIG_HOME"]) + "/printcenter"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try Data(settings.utf8).write(to: URL(filePath: folder + "/settings.json"))
    }
}
