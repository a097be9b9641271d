import Foundation
import ProofKit

/// A server with TLS in a process of its own, which reports what it has read.
///
/// It is Python's, with OpenSSL: other than the server of libcups, it sends session tickets, which
/// are data without being a reply.
final class TLSPeer: @unchecked Sendable {  // the process is only started and ended
    let port: UInt16
    private let process = Process()
    /// Closed with this value, which ends the server.
    private let input = Pipe()
    private let report: String

    /// How the server replies.
    enum Manner: String {
        /// `100 Continue` to the head, and `successful-ok` to the whole request.
        case regular
        /// Only to the whole request.
        case withoutContinue
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - key: The path of a key and its certificate, without `.key` and `.crt`.
    ///   - manner: How it replies.
    ///   - folder: Where the server writes.
    /// - Throws: ``ProofError`` if it does not start.
    init(key: String, manner: Manner = .regular, in folder: String) throws {
        report = "\(folder)/\(UUID().uuidString)"
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, key, manner.rawValue, report]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            line.append(byte)
        }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else {
            throw ProofError("The server with TLS did not start.")
        }
        self.port = port
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// Whether the programs are there.
    static let isPossible = ["openssl", "python3"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// One line for each handshake, for the bytes of each record, and for the end of each connection.
    var lines: [String] {
        let text = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The sizes of the records of HTTP.
    var records: [Int] { lines.compactMap { Int($0) } }

    private static let program = #"""
        import os, socket, ssl, sys, threading
        key, manner, report = sys.argv[1:]
        out = open(report, "w", 1)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(key + ".crt", key + ".key")
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        def run(plain):
            received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
            s = context.wrap_bio(received, sent, server_side=True)
            def call(function, *arguments):
                while True:
                    try:
                        return function(*arguments)
                    except ssl.SSLWantReadError:
                        plain.sendall(sent.read())
                        data = plain.recv(1 << 20)
                        if not data:
                            raise EOFError
                        received.write(data)
                    finally:
                        plain.sendall(sent.read())
            call(s.do_handshake)
            print("handshake", s.version(), file=out)
            data, wanted = b"", None
            while True:
                record = call(s.read, 1 << 20)
                if not record:
                    raise EOFError
                print(len(record), file=out)
                data += record
                head, found, body = data.partition(b"\r\n\r\n")
                if not found:
                    continue
                if wanted is None:
                    lines = head.lower().split(b"\r\n")
                    wanted = [int(l[15:]) for l in lines if l.startswith(b"content-length:")][0]
                    if manner == "regular" and b"100-continue" in head.lower():
                        call(s.write, b"HTTP/1.1 100 Continue\r\n\r\n")
                if len(body) == wanted:
                    reply = b"\x02\x00\x00\x00" + body[4:8] + b"\x03"
                    call(s.write, b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + reply)
                    data, wanted = b"", None
        while True:
            plain, _ = listener.accept()
            try:
                run(plain)
            except (EOFError, ssl.SSLZeroReturnError):
                print("finished", file=out)
            except ConnectionError:
                print("reset", file=out)
            except Exception as error:
                print("failed", repr(error), file=out)
            plain.close()
        """#
}
