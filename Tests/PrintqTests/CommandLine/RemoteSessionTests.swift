import PrintModel
import Testing

@testable import printq

@Suite struct `A session over SSH` {
    private func command(_ environment: [String: String]) -> String? {
        let page = PageAddress(url: "http://127.0.0.1:4100/#token", file: nil)
        return RemoteSession(environment: environment, name: "server")?.forwarding(page)
    }

    @Test func `has no display`() {
        let remote = ["SSH_CONNECTION": "192.0.2.7 50210 192.0.2.1 22"]
        #expect(command(remote) == "ssh -L 4100:127.0.0.1:4100 192.0.2.1")
        #expect(command([:]) == nil && command(["SSH_CONNECTION": ""]) == nil)
        #expect(command(remote.merging(["DISPLAY": "localhost:10.0"]) { $1 }) == nil)
        #expect(command(remote.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }) == nil)
        #expect(command(remote.merging(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) { $1 }) != nil)
    }

    @Test(arguments: [
        ("2001:db8::7 50210 2001:db8::1 22", " 2001:db8::1"),
        ("192.0.2.7 50210 192.0.2.1 2222", " -p 2222 192.0.2.1"),
        // A link-local address with its interface is valid on this computer only.
        ("fe80::7%eth0 50210 fe80::1%eth0 22", " server"),
        ("fe80::7%eth0 50210 fe80::1%eth0 2222", " -p 2222 server"),
        ("UNKNOWN 65535 UNKNOWN 65535", " server"),
    ])
    func `is reached at its address and its port`(_ connection: String, _ end: String) {
        #expect(
            command(["SSH_CONNECTION": connection]) == "ssh -L 4100:127.0.0.1:4100" + end
        )
    }

    @Test func `is known by its other variables, too`() {
        #expect(command(["SSH_TTY": "/dev/pts/3"]) == "ssh -L 4100:127.0.0.1:4100 server")
        #expect(command(["SSH_CLIENT": "192.0.2.7 50210 22"]) != nil)
    }
}
