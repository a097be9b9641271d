import PrintModel
import Testing

@Suite struct `Where things are found` {
    private static let home = ["HOME": "/home/ann"]
    private static let run = ["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/x"]

    @Test(arguments: [
        (["PRINTCENTER_SOCKET": "/s/sock", "XDG_RUNTIME_DIR": "/run/x"], true, "/s/sock"),
        (run, true, "/run/x/printcenter/socket"),
        (run.merging(["PRINTCENTER_SOCKET": ""]) { $1 }, true, "/run/x/printcenter/socket"),
        (home, true, "/run/user/1000/printcenter/socket"),
        (
            home.merging(["XDG_RUNTIME_DIR": "run"]) { $1 }, true,
            "/run/user/1000/printcenter/socket"
        ),
        (home, false, "/home/ann/.local/state/printcenter/socket"),
        (["XDG_STATE_HOME": "/state"], false, "/state/printcenter/socket"),
        ([:], false, "//.local/state/printcenter/socket"),
    ])
    func `the socket`(_ environment: [String: String], _ hasRun: Bool, _ socket: String) {
        let paths = ServicePaths(environment: environment, userID: 1000) {
            $0 == "/run/user/1000" ? hasRun : nil
        }
        #expect(paths.socket == socket)
    }

    @Test(arguments: [
        (home, "/home/ann/.local/state/printcenter"),
        (["XDG_STATE_HOME": "/state", "HOME": "/home/ann"], "/state/printcenter"),
        (["XDG_STATE_HOME": "state", "HOME": "/home/ann"], "/home/ann/.local/state/printcenter"),
    ])
    func `the state`(_ environment: [String: String], _ state: String) {
        let paths = ServicePaths(environment: environment, userID: 1000) { _ in false }
        #expect(paths.state == state)
    }

    @Test func `without HOME the account's home counts, and is asked for only then`() {
        let bare = ServicePaths(environment: [:], userID: 1, home: "/var/lib/kiosk") { _ in false }
        #expect(bare.state == "/var/lib/kiosk/.local/state/printcenter")
        #expect(bare.settings == "/var/lib/kiosk/.config/printcenter")
        var asked = 0
        func home() -> String? {
            asked += 1
            return "/never"
        }
        _ = ServicePaths(environment: Self.home, userID: 1, home: home()) { _ in false }
        let named = ["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c"]
        _ = ServicePaths(environment: named, userID: 1, home: home()) { _ in false }
        #expect(asked == 0)
    }

    @Test(arguments: [(true, "/run/x"), (false, "/run/user/1000"), (nil, "/run/x")])
    func `the runtime folder of another user is not used`(_ isUsable: Bool?, _ folder: String) {
        let paths = ServicePaths(environment: Self.run, userID: 1000) {
            $0 == "/run/x" ? isUsable : true
        }
        #expect(paths.socket == folder + "/printcenter/socket")
    }

    @Test(arguments: [("/a/b/socket", "/a/b"), ("/socket", "/"), ("socket", ".")])
    func `the socket's folder`(_ socket: String, _ folder: String) {
        let environment = ["PRINTCENTER_SOCKET": socket]
        let paths = ServicePaths(environment: environment, userID: 1000) { _ in false }
        #expect(paths.socketFolder == folder)
    }
}

@Suite struct `A medium` {
    @Test(arguments: [
        ("A4", "iso_a4_210x297mm", "A4"), ("a4", "iso_a4_210x297mm", "A4"),
        ("Letter", "na_letter_8.5x11in", "Letter"), ("4x6", "na_index-4x6_4x6in", "index-4x6"),
        ("iso_a5_148x210mm", "iso_a5_148x210mm", "A5"), ("papyrus", "papyrus", "Papyrus"),
        ("custom_100x150mm", "custom_100x150mm", "100x150mm"),
    ])
    func `has the name that people type`(_ typed: String, _ name: String, _ shown: String) {
        let media = MediaName(typed: typed)
        #expect(media.rawValue == name)
        #expect(media.displayName == shown)
    }
}
