import Dispatch
import Glibc
import Synchronization
import Testing

/// A server on a Unix socket that gives prepared answers, one a connection, whatever it is asked.
final class FakeServer: Sendable {
    private let listener: Int32
    private let heads = Mutex<[String]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// The head of each request so far.
    var requests: [String] { heads.withLock { $0 } }

    /// Listens at a path; an empty answer closes the connection without one.
    init(_ path: String, answers: [String]) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let listener = listener
        let isBound = bindSocket(listener, path)
        try #require(isBound && listen(listener, 8) == 0, "\(path): error \(errno)")
        DispatchQueue(label: "fake server").async {
            for answer in answers {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                self.serve(connection, answer)
            }
            self.ended.signal()
        }
    }

    private func serve(_ connection: Int32, _ answer: String) {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard unsafe read(connection, &byte, 1) == 1 else { break }
            bytes.append(byte)
        }
        heads.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        let text = Array(answer.utf8)
        // The client may have left; then there is nobody to answer.
        _ = unsafe text.withUnsafeBytes {
            unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        close(connection)
    }

    /// Ends it, whether or not everything was asked for.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        ended.wait()
        close(listener)
    }

    /// An answer with a body.
    static func answer(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
