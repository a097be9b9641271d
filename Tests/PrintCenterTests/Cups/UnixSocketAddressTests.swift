import FileAccess
import Glibc
import ProofKit
import Testing

@Suite struct `The address of a Unix socket` {
    @Test(arguments: [
        ("", false), ("/run/socket", true), (String(repeating: "a", count: 107), true),
        (String(repeating: "a", count: 108), false), ("/run/so\0cket", false),
    ])
    func `takes a path of 1 to 107 bytes without a null character`(
        _ path: String,
        _ isValid: Bool
    ) {
        #expect((UnixSocketAddress(path: path) != nil) == isValid)
    }

    @Test func `is accepted by bind and connect`() throws {
        let path =
            "\(TemporaryFolder.usual)/printcenter-\(getpid())-\(UInt32.random(in: 0 ... .max)).address"
        let address = try #require(UnixSocketAddress(path: path))
        let type = Int32(SOCK_STREAM.rawValue)
        let server = socket(AF_UNIX, type, 0)
        let client = socket(AF_UNIX, type, 0)
        defer {
            close(server)
            close(client)
            unsafe unlink(path)
        }
        #expect(unsafe address.withSocketAddress { unsafe bind(server, $0, $1) } == 0)
        #expect(listen(server, 1) == 0)
        #expect(unsafe address.withSocketAddress { unsafe connect(client, $0, $1) } == 0)
    }
}
