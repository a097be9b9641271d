import Foundation
import ProofKit
import SessionBus
import Testing

/// What the window says to a screen reader.
@Suite(
    .serialized,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher"),
        "not installed: at-spi2-core"
    )
)
struct `The preview window, read out` {
    /// The objects of all programs, by the bus of the screen readers: their names and descriptions.
    private struct Reader {
        private static let accessible = "org.a11y.atspi.Accessible"
        let bus: BusConnection

        init(_ desktop: WindowFixture) async throws {
            let reply = try await desktop.bus.call(
                "org.a11y.Bus",
                "/org/a11y/bus",
                "org.a11y.Bus",
                "GetAddress",
                [],
                limit: .patience
            )
            bus = try await BusConnection(address: try #require(reply.first?.text))
        }

        func property(_ name: String, _ object: (String, String)) async throws -> String {
            let reply = try await bus.call(
                object.0,
                object.1,
                "org.freedesktop.DBus.Properties",
                "Get",
                [.string(Self.accessible), .string(name)],
                limit: .patience
            )
            return reply.first?.text ?? ""
        }

        /// Names with descriptions, of an object and all below it.
        func texts(
            of object: (String, String) = (
                "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
            )
        ) async throws -> Set<String> {
            var texts: Set<String> = []
            let name = try await property("Name", object)
            texts.insert("\(name)|\(try await property("Description", object))")
            let reply = try await bus.call(
                object.0,
                object.1,
                Self.accessible,
                "GetChildren",
                [],
                limit: .patience
            )
            for child in reply.first?.elements ?? [] {
                guard case .structure(let parts) = child, parts.count == 2,
                    let owner = parts[0].text, let path = parts[1].text
                else { continue }
                texts.formUnion(try await self.texts(of: (owner, path)))
            }
            return texts
        }

        /// Waits until something has a name and a description like these.
        func wait(for name: String, _ description: String) async throws {
            try await ProofKit.wait(
                for: "'\(name)' and '\(description)'",
                every: WindowFixture.glance
            ) {
                // Objects come and go meanwhile.
                (try? await texts())?.contains {
                    $0.hasPrefix(name + "|") && $0.contains(description)
                } ?? false
            }
        }
    }

    @Test func `says file, page, and the reason of a card`() async throws {
        try await withWindow(isReadOut: true) { desktop in
            try await desktop.show(WindowFixture.sample("report.pdf"))
            let reader = try await Reader(desktop)
            try await reader.wait(for: "report.pdf, Page 1 of 6", "PDF document")
            try desktop.focus()
            try desktop.press("Page_Down")
            try await reader.wait(for: "report.pdf, Page 2 of 6", "PDF document")
            try await desktop.show(WindowFixture.sample("damaged.pdf"))
            try await reader.wait(for: "damaged.pdf", "is damaged")
            try await desktop.show(WindowFixture.sample("photo.jpg"))
            try await reader.wait(for: "photo.jpg", "JPEG")
            let texts = try await reader.texts()
            #expect(!texts.contains { $0.contains("is damaged") }, "\(texts)")
            await reader.bus.close()
        }
    }
}
