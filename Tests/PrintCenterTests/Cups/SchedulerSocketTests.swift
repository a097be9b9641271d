import Glibc
import Testing

@testable import PrintCenter

@Suite struct `The scheduler's socket` {
    @Test func `a path is used unchanged`() throws {
        #expect(try SchedulerSocket.path(host: "/tmp/a.sock", port: 631) == "/tmp/a.sock")
    }

    @Test(arguments: ["localhost", "LocalHost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
    func `is the usual one for the scheduler of this machine`(host: String) throws {
        #expect(try SchedulerSocket.path(host: host, port: 631).hasSuffix("/cups/cups.sock"))
    }

    @Test(
        arguments: [
            ("printer.example", 631), ("localhost", 6310), ("127.evil.example", 631), ("", 631),
            ("128.0.0.1", 631), ("localhost.evil.example", 631),
        ] as [(String, Int32)]
    )
    func `does not exist for other schedulers`(host: String, port: Int32) {
        #expect(throws: CupsError.notLocal(scheduler: "\(host):\(port)")) {
            try SchedulerSocket.path(host: host, port: port)
        }
    }
}
