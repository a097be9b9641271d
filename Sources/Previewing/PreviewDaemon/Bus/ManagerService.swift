import PreviewModel
import SessionBus

/// `org.freedesktop.thumbnails.Manager1`: which thumbnailers there are.
struct ManagerService: Sendable {
    static let interface = "org.freedesktop.thumbnails.Manager1"
    static let path = "/org/freedesktop/thumbnails/Manager1"

    /// Answers a call.
    ///
    /// - Throws: ``BusError``: `AccessDenied` to a program that registers itself. A thumbnailer on the bus would read documents
    ///   without the sandbox, and its pictures would be shown as this helper's.
    func answer(_ call: BusEvent) throws -> [BusValue] {
        switch call.member {
        case "Register":
            throw BusError(
                BusError.Name(rawValue: "org.freedesktop.DBus.Error.AccessDenied"),
                "This service draws each file in a sandbox, and takes no other thumbnailers."
            )
        case "GetSupported":
            let types = DocumentFormat.thumbnailerTypes
            return [.strings(types.map { _ in "file" }), .strings(types)]
        default: throw BusError(.unknownMethod, call.member)
        }
    }
}
