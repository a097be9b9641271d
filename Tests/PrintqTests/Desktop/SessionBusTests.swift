import FoundationEssentials
import Glibc
import ProofKit
import SessionBus
import Testing

/// A session bus for a test.
func withBus(_ body: (String) async throws -> Void) async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = "unix:path=\(folder)/bus"
    let text = """
        <busconfig><type>session</type><listen>\(address)</listen><policy context="default">
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """
    try Data(text.utf8).write(to: URL(filePath: folder + "/bus.conf"))
    let daemon = try RunningProgram(
        ["/usr/bin/dbus-daemon", "--nofork", "--config-file=\(folder)/bus.conf"],
        environment: [:],
        files: folder + "/daemon"
    )
    defer { daemon.kill() }
    try await wait(for: "the bus") { acceptsConnections(folder + "/bus") }
    try await body(address)
}

private func temporaryFolder() throws -> String {
    let folder = "\(TemporaryFolder.usual)/printcenter-bus-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    return folder
}

@Suite(.enabled(if: unsafe access("/usr/bin/dbus-daemon", X_OK) == 0, "not installed: dbus-daemon"))
struct `The session bus` {
    private static let values: [BusValue] = [
        .byte(255), .boolean(true), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
        .int64(.min), .uint64(.max), .double(0.1), .string("Grüße, 你好"), .objectPath("/a/b"),
        .signature("a{sv}"), .strings([]), .strings(["a", ""]),
        .structure([.int32(1), .structure([.string("x"), .array(of: "(ii)", [])])]),
        .dictionary(["b": .int32(2), "a": .variant(.strings(["x"]))]),
        .array(of: "{ia{sv}}", [.entry(.int32(1), .dictionary(["k": .boolean(false)]))]),
        .variant(.structure([.byte(1), .double(-1)])),
    ]

    @Test func `carries values of each type there and back`() async throws {
        try await withBus { address in
            let server = try await BusConnection(address: address)
            await server.serve { call in
                #expect(call.path == "/echo" && call.interface == "org.example.Echo")
                return call.arguments
            }
            #expect(try await server.take(name: "org.example.Echo"))
            let client = try await BusConnection(address: address)
            #expect(try await !client.take(name: "org.example.Echo"))
            #expect(try await client.hasOwner("org.example.Echo"))
            let back = try await client.call(
                "org.example.Echo",
                "/echo",
                "org.example.Echo",
                "Echo",
                Self.values
            )
            #expect(back == Self.values)
            // Many at once, each with its own reply.
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let value = BusValue.int32(Int32(number))
                        return try await client.call(
                            "org.example.Echo",
                            "/echo",
                            "org.example.Echo",
                            "Echo",
                            [value]
                        ) == [value]
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test func `hands an open file over`() async throws {
        try await withBus { address in
            let server = try await BusConnection(address: address)
            await server.serve { call in
                guard case .handle(let file)? = call.arguments.first else {
                    throw BusError(.invalid, "no file")
                }
                var bytes = [UInt8](repeating: 0, count: 8)
                let count = unsafe pread(file.descriptor, &bytes, bytes.count, 0)
                return [.string(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))]
            }
            #expect(try await server.take(name: "org.example.Files"))
            let client = try await BusConnection(address: address)
            let own = unsafe open(Repository.samples + "/report.pdf", O_RDONLY | O_CLOEXEC)
            #expect(own >= 0)
            let reply = try await client.call(
                "org.example.Files",
                "/",
                "org.example.Files",
                "Read",
                [.handle(BusHandle(owning: own))]
            )
            #expect(reply.first?.text?.hasPrefix("%PDF-1.") == true)
        }
    }

    @Test func `reports errors by name, silence, and the end of the bus`() async throws {
        try await withBus { address in
            let server = try await BusConnection(address: address)
            await server.serve { call in
                // Time: is never over
                if call.member == "Sleep" { try await Task.sleep(for: .patience * 10) }
                throw BusError(BusError.Name(rawValue: "org.example.Error.Odd"), "not today")
            }
            #expect(try await server.take(name: "org.example.Odd"))
            let client = try await BusConnection(address: address)
            func call(
                _ name: String,
                _ member: String,
                _ values: [BusValue] = [],
                limit: Duration = .patience
            ) async -> BusError? {
                do {
                    _ = try await client.call(
                        name,
                        "/x",
                        name,
                        member,
                        values,
                        limit: limit
                    )
                    return nil
                } catch {
                    return error as? BusError
                }
            }
            let odd = await call("org.example.Odd", "Do")
            #expect(odd == BusError(BusError.Name(rawValue: "org.example.Error.Odd"), "not today"))
            #expect(await call("org.example.Nobody", "Do")?.name == .serviceUnknown)
            let short = Duration.milliseconds(500)  // Time: is met by silence
            #expect(await call("org.example.Odd", "Sleep", limit: short)?.name == .noReply)
            // What no message can have is refused before it is sent.
            #expect(await call("org.example.Odd", "Do", [.objectPath("no path")]) != nil)
            #expect(await call("org.example.Odd", "not a name") != nil)
            await client.close()
            #expect(await call("org.example.Odd", "Do")?.name == .disconnected)
        }
        await #expect(throws: BusError.self) {
            _ = try await BusConnection(address: "unix:path=/nowhere/bus")
        }
    }

    @Test func `delivers the signals that were asked for`() async throws {
        try await withBus { address in
            let speaker = try await BusConnection(address: address)
            let listener = try await BusConnection(address: address)
            try await listener.listen("type='signal',interface='org.example.News'")
            try await speaker.emit("/news", "org.example.Other", "Quiet")
            try await speaker.emit("/news", "org.example.News", "Heard", [.uint32(7)])
            for await signal in listener.signals where signal.interface.hasPrefix("org.example") {
                #expect(signal.member == "Heard" && signal.arguments == [.uint32(7)])
                break
            }
        }
    }
}
