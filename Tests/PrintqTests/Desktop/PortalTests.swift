import FoundationEssentials
import Glibc
import PrintModel
import ProofKit
import SessionBus
import Testing

extension Printq {
    /// A confined program's way to print, through the real xdg-desktop-portal.
    @Suite(
        .serialized,
        .enabled(
            if: TestDesktop.missing.isEmpty && TestDesktop.hasPortal,
            "not installed: \(TestDesktop.missing) or xdg-desktop-portal"
        )
    )
    struct `The print portal` {
        private static let portal = "org.freedesktop.portal.Desktop"
        private static let path = "/org/freedesktop/portal/desktop"
        private static let interface = "org.freedesktop.portal.Print"

        /// Starts the portal, whose back ends are ours alone.
        private func start(_ desktop: TestDesktop, _ lab: PrintqLab) async throws -> BusConnection {
            let ours = try Repository.file("share/xdg-desktop-portal/portals/printcenter.portal")
            _ = unsafe mkdir(lab.folder + "/portals", 0o700)
            _ = try lab.write(ours, to: "portals/printcenter.portal")
            // The desktop has a print dialog of its own. Ours goes before it where our name goes before that of the desktop.
            let other = """
                [portal]
                DBusName=org.freedesktop.impl.portal.desktop.other
                Interfaces=org.freedesktop.impl.portal.Print
                UseIn=gnome

                """
            _ = try lab.write(Array(other.utf8), to: "portals/another.portal")
            try desktop.activate("org.freedesktop.impl.portal.desktop.printcenter")
            try desktop.start(
                ["/usr/libexec/xdg-desktop-portal"],
                more: [
                    "XDG_DESKTOP_PORTAL_DIR": lab.folder + "/portals",
                    "XDG_CURRENT_DESKTOP": "printcenter:GNOME", "GIO_USE_VFS": "local",
                ]
            )
            let program = try await BusConnection(address: desktop.address)
            try await wait(for: "the portal") { try await program.hasOwner(Self.portal) }
            try await program.listen(
                "type='signal',interface='org.freedesktop.portal.Request',member='Response'"
            )
            return program
        }

        /// Calls the portal as a program does, and waits for the response.
        private func ask(
            _ program: BusConnection,
            _ member: String,
            _ values: [BusValue]
        ) async throws -> [BusValue] {
            let reply = try await program.call(
                Self.portal,
                Self.path,
                Self.interface,
                member,
                values
            )
            let request = try #require(reply.first?.text)
            for await signal in program.signals where signal.path == request {
                return signal.arguments
            }
            return []
        }

        @Test func `prepares with the program's paper, and opens the page with its document`()
            async throws
        {
            try await PrintqLab.with("portal") { lab in
                let desktop = try TestDesktop(for: lab, hasNotifications: false)
                defer { desktop.end() }
                #expect(try lab.printq("printers", "default", "office").code == 0)
                let program = try await start(desktop, lab)
                let paper: BusValue = .dictionary(["Width": .double(148), "Height": .double(210)])
                let prepared = try await ask(
                    program,
                    "PreparePrint",
                    [
                        .string(""), .string("Letter"),
                        .dictionary(["n-copies": .string("3"), "use-color": .string("true")]),
                        paper, .dictionary([:]),
                    ]
                )
                #expect(prepared.first?.integer == 0, "\(prepared)")
                let results = try #require(prepared.last?.values)
                #expect(results["page-setup"] == paper)
                // Copies are chosen where the sheets are seen.
                #expect(results["settings"]?.values?.keys.sorted() == ["use-color"])
                let token = try #require(results["token"]?.integer)

                let usual = try await ask(
                    program,
                    "PreparePrint",
                    [
                        .string(""), .string("Letter"), .dictionary([:]), .dictionary([:]),
                        .dictionary([:]),
                    ]
                )
                let width = usual.last?.values?["page-setup"]?.values?["Width"]
                #expect(width != nil, "\(usual)")

                let file = unsafe open(Repository.samples + "/report.pdf", O_RDONLY | O_CLOEXEC)
                let printed = try await ask(
                    program,
                    "Print",
                    [
                        .string(""), .string("A letter/of mine"),
                        .handle(BusHandle(owning: file)),
                        .dictionary(["token": .uint32(UInt32(token))]),
                    ]
                )
                #expect(printed.first?.integer == 0, "\(printed)")
                let address = try #require(desktop.opened().first)
                let id = try #require(address.split(separator: "/").last)
                // The page shows the document: it can be printed.
                let check = try lab.shell(
                    "curl -s --unix-socket '\(lab.folder)/run/printcenter/socket' http://x/v1/check -H 'Content-Type: application/json' -d '{\"document\":\"\(id)\",\"printer\":\"office\",\"ticket\":{}}'"
                )
                #expect(check.output.contains(#""impressions":6"#), "\(check)")
            }
        }

        @Test func `says so where it cannot hand the document over`() async throws {
            try await PrintqLab.with("portal-refused") { lab in
                lab.environment["PRINTCENTERD"] = "/nowhere/printcenterd"
                let desktop = try TestDesktop(for: lab, hasNotifications: false)
                defer { desktop.end() }
                let program = try await start(desktop, lab)
                let file = unsafe open(Repository.samples + "/report.pdf", O_RDONLY | O_CLOEXEC)
                let printed = try await ask(
                    program,
                    "Print",
                    [
                        .string(""), .string("Letter"), .handle(BusHandle(owning: file)),
                        .dictionary([:]),
                    ]
                )
                #expect(printed.first?.integer == 2, "\(printed)")
                #expect(desktop.opened().isEmpty)
            }
        }
    }
}
