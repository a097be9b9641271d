internal import FoundationEssentials

extension Neighbour {
    /// Something that a user tries: one look at a path, or one connection.
    package struct Act: Sendable, Encodable {
        private var act: String
        private var path: String?
        private var paths: [String]?
        private var target: String?
        private var text: String?
        private var host: String?
        private var port: UInt16?
        private var from: String?
        private var fromPort: UInt16?
        private var keepsMessages: Bool?

        private init(_ act: String, _ path: String? = nil) {
            self.act = act
            self.path = path
        }

        /// Reads up to a megabyte of a file, or lists a folder.
        package static func read(_ path: String) -> Act { Act("read", path) }

        /// Opens a file for writing without writing, or makes a file named `neighbour` in a folder.
        package static func write(_ path: String) -> Act { Act("write", path) }

        /// Makes a file that is not there yet.
        package static func create(_ path: String) -> Act { Act("create", path) }

        /// Adds text to the end of a file.
        package static func append(_ text: String, to path: String) -> Act {
            var act = Act("append", path)
            act.text = text
            return act
        }

        /// Removes a file, or an empty folder.
        package static func remove(_ path: String) -> Act { Act("remove", path) }

        /// Makes a symbolic link.
        package static func link(_ path: String, to target: String) -> Act {
            var act = Act("link", path)
            act.target = target
            return act
        }

        /// Makes a folder in which everybody may do anything.
        package static func makeFolder(_ path: String) -> Act { Act("folder", path) }

        /// Connects to a Unix socket, sends text, and reads until the other side closes.
        ///
        /// - Parameters:
        ///   - path: The path of the socket.
        ///   - keepsMessages: Whether it is one of messages (`SOCK_SEQPACKET`), and not of a stream.
        ///   - text: What is sent.
        /// - Returns: The act.
        package static func ask(
            socket path: String,
            keepsMessages: Bool = false,
            _ text: String = "?"
        ) -> Act {
            var act = Act("ask", path)
            act.keepsMessages = keepsMessages
            act.text = text
            return act
        }

        /// Connects to a port, sends text, and reads until the other side closes.
        ///
        /// - Parameters:
        ///   - port: The port.
        ///   - host: The address, IPv4 or IPv6.
        ///   - from: The own address.
        ///   - fromPort: The own port; 0 for any. It counts only together with the own address.
        ///   - text: What is sent.
        /// - Returns: The act.
        package static func ask(
            port: UInt16,
            at host: String = "127.0.0.1",
            from: String? = nil,
            fromPort: UInt16 = 0,
            _ text: String
        ) -> Act {
            var act = Act("ask")
            (act.host, act.port, act.from, act.fromPort) = (host, port, from, fromPort)
            act.text = text
            return act
        }

        /// Tries to read, write, and connect to each of the paths.
        static func openings(_ paths: [String]) -> Act {
            var act = Act("openings")
            act.paths = paths
            return act
        }
    }

    /// What the kernel and the other side said to an act.
    package struct Outcome: Sendable, Equatable, Decodable, CustomStringConvertible {
        /// The name of the error, such as `EACCES`; `nil` where there was none.
        package var error: String?
        /// How far it got: `open`, `connect`, `send`, or `read`.
        package var step: String
        private var bytes: Data?

        /// What was read, or came, as text.
        package var text: String { String(decoding: bytes ?? Data(), as: UTF8.self) }
        /// Whether it was done.
        package var isDone: Bool { error == nil }
        /// Whether the file system forbade it.
        package var isForbidden: Bool { error == "EACCES" || error == "EPERM" }
        /// Whether a connection came about and not one byte came over it.
        package var isTurnedAway: Bool {
            step == "read" || step == "send"
                ? (bytes ?? Data()).isEmpty && [nil, "ECONNRESET", "EPIPE"].contains(error) : false
        }
        package var description: String {
            "\(error ?? "done") at \(step)\(text.isEmpty ? "" : ": \(text)")"
        }
    }
}
