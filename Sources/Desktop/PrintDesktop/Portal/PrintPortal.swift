import Glibc
import PrintCenterClient
import PrintModel
import SessionBus

/// The print dialog of confined programs: `org.freedesktop.impl.portal.Print`, which xdg-desktop-portal calls.
///
/// A program asks twice: first for settings, before it has drawn anything, and then to print. The first is answered at once
/// with the paper that it has, or that of the default printer, and with no other wish, so that the program draws each page
/// once and as it is. The user chooses when the document is there, with its sheets in sight.
struct PrintPortal: Sendable {
    static let interface = "org.freedesktop.impl.portal.Print"
    static let path = "/org/freedesktop/portal/desktop"

    /// How a request ended, as the portal counts.
    private enum Response: UInt32 {
        case success = 0
        case other = 2
    }

    /// Settings by which a program would select, repeat, or shrink pages; they are chosen later.
    private static let later: Set<String> = [
        "n-copies", "collate", "reverse", "print-pages", "page-ranges", "page-set", "number-up",
        "number-up-layout", "scale", "duplex",
    ]

    let client: PrintCenterClient
    /// Opens the page for these documents.
    let open: @Sendable (PageRequest) async throws -> Void

    /// Answers a call of the portal.
    ///
    /// - Parameter call: The call.
    /// - Returns: The response and its results.
    /// - Throws: ``BusError`` for a call of another kind.
    func answer(_ call: BusEvent) async throws -> [BusValue] {
        switch call.member {
        case "PreparePrint": try await prepare(call.arguments)
        case "Print": try await print(call.arguments)
        default: throw BusError(.unknownMethod, call.member)
        }
    }

    private func prepare(_ arguments: [BusValue]) async throws -> [BusValue] {
        guard arguments.count == 7, let settings = arguments[4].values,
            let setup = arguments[5].values
        else { throw BusError(.invalid, "PreparePrint") }
        return answer(
            .success,
            [
                "settings": .dictionary(settings.filter { !Self.later.contains($0.key) }),
                "page-setup": .dictionary(await page(setup)),
                "token": .uint32(1),
            ]
        )
    }

    /// The paper of a program; where it has none, that of the default printer.
    private func page(_ setup: [String: BusValue]) async -> [String: BusValue] {
        guard setup["Width"] == nil else { return setup }
        let able = try? await client.printers().first(where: \.isDefault)?.capabilities
        let medium = able?.mediaDefault ?? .a4
        let size = medium.size ?? MediaSize(width: 21_000, length: 29_700)
        let margins = able.map { $0.mediaMargins[medium.rawValue] ?? $0.marginsDefault }
        func millimeters(_ hundredths: Int) -> BusValue { .double(Double(hundredths) / 100) }
        return setup.merging([
            "Name": .string(medium.rawValue), "DisplayName": .string(medium.rawValue),
            "Width": millimeters(size.width), "Height": millimeters(size.length),
            "MarginTop": millimeters(margins?.top ?? 600),
            "MarginBottom": millimeters(margins?.bottom ?? 600),
            "MarginLeft": millimeters(margins?.left ?? 600),
            "MarginRight": millimeters(margins?.right ?? 600),
            "Orientation": .string("portrait"),
        ]) { own, _ in own }
    }

    private func print(_ arguments: [BusValue]) async throws -> [BusValue] {
        guard arguments.count == 6, case .handle(let file) = arguments[4] else {
            throw BusError(.invalid, "Print")
        }
        do {
            let name = Self.name(arguments[3].text)
            let document = try await client.send(file.descriptor, name: name)
            try await open(PageRequest(documents: [document.id].compactMap { $0 }))
            return answer(.success)
        } catch {
            DesktopLog.write("a document cannot be printed: \(error)")
            return answer(.other)
        }
    }

    /// The name of the document: the program's title, which is no name of a file.
    private static func name(_ title: String?) -> String {
        let plain = String((title ?? "").map { $0 == "/" || $0.isNewline ? " " : $0 }.prefix(200))
        return plain.isEmpty ? "document.pdf" : plain
    }

    private func answer(_ response: Response, _ results: [String: BusValue] = [:]) -> [BusValue] {
        [.uint32(response.rawValue), .dictionary(results)]
    }
}
