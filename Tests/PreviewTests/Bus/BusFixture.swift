import Foundation
import ProofKit
import SessionBus
import Testing

@testable import QuickPreview

/// A session bus with nothing on it but the service files of this project, and a client.
struct BusFixture {
    let lab: CacheFixture
    let bus: BusConnection
    static let name = "org.freedesktop.thumbnails."

    /// What a request was told.
    struct Told: Sendable {
        var started = 0
        var ready: [String] = []
        var failed: [String: Int] = [:]
        var messages: [String] = []
        var groups = 0
        var finished = 0
        /// The URIs in the order of their signals.
        var order: [String] = []
    }

    func call(
        _ member: String,
        _ arguments: [BusValue] = [],
        of object: String = "Thumbnailer1"
    ) async throws -> [BusValue] {
        try await bus.call(
            Self.name + object,
            "/org/freedesktop/thumbnails/\(object)",
            Self.name + object,
            member,
            arguments,
            limit: .patience
        )
    }

    func queue(
        _ uris: [String],
        flavor: String = "normal",
        scheduler: String = "default",
        instead: UInt32 = 0
    ) async throws -> UInt32 {
        let reply = try await call(
            "Queue",
            [
                .strings(uris), .strings(uris.map { _ in "x/y" }), .string(flavor),
                .string(scheduler), .uint32(instead),
            ]
        )
        return UInt32(try #require(reply.first?.integer))
    }

    /// Reads the signals until requests are finished.
    func told(until handles: UInt32...) async throws -> [UInt32: Told] {
        var all: [UInt32: Told] = [:]
        try await withThrowingTaskGroup(of: [UInt32: Told].self) { group in
            group.addTask {
                var told: [UInt32: Told] = [:]
                for await signal in bus.signals where signal.interface == Self.name + "Thumbnailer1"
                {
                    let handle = UInt32(signal.arguments[0].integer ?? 0)
                    var one = told[handle] ?? Told()
                    one.take(signal)
                    told[handle] = one
                    if handles.allSatisfy({ told[$0]?.finished == 1 }) { return told }
                }
                throw CancellationError()
            }
            group.addTask {
                // Time: a guard
                try await Task.sleep(for: .patience)
                throw CancellationError()
            }
            all = try await group.next() ?? [:]
            group.cancelAll()
        }
        return all
    }

    /// The process of the helper.
    func process() async throws -> Int32 {
        let reply = try await bus.call(
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "GetConnectionUnixProcessID",
            [.string(Self.name + "Thumbnailer1")],
            limit: .patience
        )
        return Int32(try #require(reply.first?.integer))
    }
}

extension BusFixture.Told {
    fileprivate mutating func take(_ signal: BusEvent) {
        switch signal.member {
        case "Started": started += 1
        case "Finished": finished += 1
        case "Ready":
            groups += 1
            ready += signal.arguments[1].elements?.compactMap(\.text) ?? []
            order += signal.arguments[1].elements?.compactMap(\.text) ?? []
        case "Error":
            messages.append(signal.arguments[3].text ?? "")
            order += signal.arguments[1].elements?.compactMap(\.text) ?? []
            for uri in signal.arguments[1].elements?.compactMap(\.text) ?? [] {
                failed[uri] = signal.arguments[2].integer
            }
        default: break
        }
    }
}

/// The limits of a bus: those of dbus-daemon are a few seconds.
let patientBus = ["service_start_timeout", "auth_timeout"]
    .map { "<limit name=\"\($0)\">\(Duration.patience.wholeMilliseconds)</limit>" }.joined()

/// Makes a session bus that starts `qpreviewd` on demand.
func withThumbnailer(
    idle: Int = neverIdle,
    _ body: (BusFixture) async throws -> Void
) async throws {
    try await withCache { lab in
        let (folder, address) = (lab.fixtures.folder.path, "unix:path=\(lab.fixtures.path("bus"))")
        for name in ["services", "config/printcenter", "run"] {
            try run("mkdir", "-p", "-m", "700", "\(folder)/\(name)")
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        for name in ["Thumbnailer1", "Cache1", "Manager1"] {
            let file = "org.printcenter.\(name).service"
            let text = try String(
                contentsOf: root.appending(path: "share/dbus-1/services/\(file)"),
                encoding: .utf8
            )
            let own = text.replacing(
                "/usr/local/libexec/printcenter/qpreviewd",
                with: try program("qpreviewd")
            )
            #expect(own != text)
            _ = try lab.fixtures.write(own, as: "services/\(file)")
        }
        _ = try lab.fixtures.write("!\(folder)\n", as: "config/printcenter/private-folders")
        let configuration = try lab.fixtures.write(
            """
            <busconfig><type>session</type><listen>\(address)</listen>
            <servicedir>\(folder)/services</servicedir><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy>\(patientBus)</busconfig>
            """,
            as: "bus.conf"
        )
        let daemon = try RunningProgram(
            ["/usr/bin/dbus-daemon", "--nofork", "--config-file=\(configuration)"],
            environment: [
                "XDG_CACHE_HOME": "\(folder)/cache", "XDG_CONFIG_HOME": "\(folder)/config",
                "XDG_RUNTIME_DIR": "\(folder)/run", "XDG_STATE_HOME": "\(folder)/state",
                "QPREVIEW_IDLE": "\(idle)", "PATH": "/usr/bin:/bin",
                neverMetLimit.name: neverMetLimit.value,
            ],
            files: lab.fixtures.path("daemon")
        )
        defer { daemon.kill() }
        try await wait(for: "the bus") { acceptsConnections("\(folder)/bus") }
        let bus = try await BusConnection(address: address)
        let desk = BusFixture(lab: lab, bus: bus)
        let result: Result<Void, any Error>
        do { result = .success(try await body(desk)) } catch { result = .failure(error) }
        // The helper would stay until it is idle. None runs where nothing was asked.
        if let helper = try? await desk.process() {
            kill(helper, SIGTERM)
            try await wait(for: "the helper to leave") { kill(helper, 0) != 0 }
        }
        await bus.close()
        try result.get()
    }
}
