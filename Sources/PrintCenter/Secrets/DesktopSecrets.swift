internal import CSecret
import Glibc

/// The secret store of the desktop, if there is one.
///
/// It blocks on a thread of its own, because the store may ask the user to unlock it.
package actor DesktopSecrets: SecretStore {
    private let executor = BlockingExecutor(label: "printcenter.secrets")
    /// Whether the library is there; `nil` before the first need.
    private var isOpen: Bool?

    /// Creates a client of the store; nothing is opened before the first need.
    package init() {}

    /// The executor for blocking calls.
    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    package func keep(_ secret: String, _ kind: SecretKind, of id: String, label: String) async {
        guard open() else { return }
        // A store that refuses it is as none: the service asks again after a restart.
        _ = unsafe csecret_keep(kind.rawValue, id, label, secret)
    }

    package func find(_ kind: SecretKind, of id: String) async -> String? {
        guard open(), let found = unsafe csecret_find(kind.rawValue, id) else { return nil }
        defer { unsafe csecret_free(found) }
        return unsafe String(cString: found)
    }

    package func forget(_ kind: SecretKind, of id: String) async {
        guard open() else { return }
        unsafe csecret_forget(kind.rawValue, id)
    }

    private func open() -> Bool {
        if let isOpen { return isOpen }
        let isThere = Self.hasSessionBus && csecret_open() == 0
        isOpen = isThere
        return isThere
    }

    /// Whether there is a session bus: without one, GLib would start one.
    private static var hasSessionBus: Bool {
        if unsafe getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = unsafe getenv("XDG_RUNTIME_DIR") else { return false }
        return unsafe access(String(cString: folder) + "/bus", F_OK) == 0
    }
}
