import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import SessionBus
import Synchronization
import Testing

extension Printq {
    /// The icon in the panel, as a panel asks for it.
    @Suite(
        .serialized,
        .enabled(if: TestDesktop.missing.isEmpty, "not installed: \(TestDesktop.missing)")
    )
    struct `The status icon` {
        private static let watcher = "org.kde.StatusNotifierWatcher"
        private static let item = "org.kde.StatusNotifierItem"
        private static let menu = "com.canonical.dbusmenu"

        /// A watcher of status icons: the programs that have registered one.
        private final class Panel: Sendable {
            let bus: BusConnection
            private let seen = Mutex<[String]>([])

            init(_ address: String) async throws {
                bus = try await BusConnection(address: address)
                await bus.serve { [weak self] call in
                    guard call.member == "RegisterStatusNotifierItem" else {
                        throw BusError(.unknownMethod, call.member)
                    }
                    self?.seen.withLock { $0.append(call.sender) }
                    return []
                }
                try #require(try await bus.take(name: watcher))
            }

            var registered: [String] { seen.withLock { $0 } }

            func property(_ name: String, of program: String) async throws -> BusValue? {
                try await bus.call(
                    program,
                    "/StatusNotifierItem",
                    "org.freedesktop.DBus.Properties",
                    "Get",
                    [.string(item), .string(name)]
                ).first
            }

            func menu(
                of program: String,
                _ member: String,
                _ values: [BusValue]
            ) async throws
                -> [BusValue]
            {
                try await bus.call(program, "/MenuBar", `The status icon`.menu, member, values)
            }
        }

        /// The labels of a menu's entries, by their numbers.
        private func labels(_ layout: [BusValue]) -> [Int: String] {
            guard layout.count == 2, case .structure(let root) = layout[1], root.count == 3 else {
                return [:]
            }
            var labels: [Int: String] = [:]
            for case .variant(.structure(let entry)) in root[2].elements ?? [] {
                labels[entry[0].integer ?? 0] = entry[1].values?["label"]?.text
            }
            return labels
        }

        @Test func `is there while jobs are, with a menu of them`() async throws {
            let labels = { self.labels($0) }
            try await PrintqLab.with("status-icon") { lab in
                let desktop = try TestDesktop(for: lab, hasNotifications: false)
                defer { desktop.end() }
                let panel = try await Panel(desktop.address)
                let letter = lab.sample("letter.pdf")
                #expect(try lab.printq("print", "-d", "office", "--hold", letter).code == 0)
                try await wait(for: "the icon") { panel.registered.count == 1 }
                let program = try #require(panel.registered.first)
                for (name, value) in [
                    ("Id", "org.printcenter.PrintCenter"), ("Status", "Active"),
                    ("IconName", "org.printcenter.PrintCenter-symbolic"), ("Menu", "/MenuBar"),
                    ("Category", "SystemServices"),
                ] {
                    #expect(try await panel.property(name, of: program)?.text == value)
                }
                let layout = try await panel.menu(
                    of: program,
                    "GetLayout",
                    [.int32(0), .int32(-1), .strings([])]
                )
                let before = labels(layout)
                #expect(before[1] == "Open Print Center" && before[4] == "Cancel All Jobs")
                #expect(before[10] == "letter.pdf: on hold", "\(before)")

                func click(_ entry: Int32) async throws {
                    let values: [BusValue] = [
                        .int32(entry), .string("clicked"), .variant(.string("")), .uint32(0),
                    ]
                    #expect(try await panel.menu(of: program, "Event", values).isEmpty)
                }
                try await click(1)
                try await wait(for: "the page") { desktop.opened().count == 1 }
                _ = try await panel.bus.call(
                    program,
                    "/StatusNotifierItem",
                    Self.item,
                    "Activate",
                    [.int32(1), .int32(1)]
                )
                try await wait(for: "the page again") { desktop.opened().count == 2 }

                // Out of paper, it asks for attention.
                #expect(try lab.printq("print", "-d", "empty", letter).code == 0)
                try await wait(for: "attention") {
                    try await panel.property("Status", of: program)?.text == "NeedsAttention"
                }
                try await click(4)
                try await wait(for: "the icon to go") {
                    try await !panel.bus.hasOwner(program)
                }
                let jobs = try lab.printq("jobs", "--all", "--json").value([PrintJob].self)
                #expect(jobs.filter { $0.external == nil }.allSatisfy { $0.state == .canceled })
            }
        }

        @Test func `appears in a panel that starts later`() async throws {
            try await PrintqLab.with("status-icon-later") { lab in
                let desktop = try TestDesktop(for: lab, hasNotifications: false)
                defer { desktop.end() }
                #expect(
                    try lab.printq("print", "-d", "office", "--hold", lab.sample("letter.pdf"))
                        .code == 0
                )
                let probe = try await BusConnection(address: desktop.address)
                try await wait(for: "the program") {
                    try await probe.hasOwner("org.printcenter.PrintCenter")
                }
                let panel = try await Panel(desktop.address)
                // The program registers twice with a panel that starts during its first look.
                try await wait(for: "the icon") { Set(panel.registered).count == 1 }
            }
        }
    }
}
