internal import FoundationEssentials
package import PrintModel

/// A snapshot of announcements as a line of JSON, which `discoveryprobe` prints.
package struct AnnouncementLine: Codable, Sendable {
    /// A service of the snapshot.
    package struct Service: Codable, Sendable, Equatable {
        /// The instance and the type, such as `office._ipp._tcp`.
        package var name: String
        /// The host.
        package var host: String
        /// The addresses, the best first.
        package var addresses: [String]
        /// The port.
        package var port: UInt16
        /// The TXT record.
        package var txt: [String: String]
    }

    /// The milliseconds since the browser was started.
    package var milliseconds: Double
    /// The services, in the order of the snapshot.
    package var services: [Service]
    /// The names of services that are left out, because they are outside the networks of this computer.
    package var elsewhere: [String]
    /// Whether the first round of answers has ended.
    package var isSettled: Bool
    /// Why there are no announcements.
    package var problem: String?

    /// Describes a snapshot that was taken so long after the start.
    package init(_ announcements: Announcements, after time: Duration) {
        milliseconds = time / .milliseconds(1)
        services = announcements.services.map {
            Service(
                name: $0.id.instance + ($0.id.isEncrypted ? "._ipps._tcp" : "._ipp._tcp"),
                host: $0.host,
                addresses: $0.addresses,
                port: $0.port,
                txt: $0.txt
            )
        }
        elsewhere = announcements.elsewhere
        isSettled = announcements.isSettled
        problem = announcements.problem?.rawValue
    }

    /// Reads the complete lines of an output.
    ///
    /// - Throws: If one of them is no such line.
    package static func all(in output: String) throws -> [AnnouncementLine] {
        let end = output.lastIndex(of: "\n") ?? output.startIndex
        return try output[..<end].split(separator: "\n").map {
            try JSONDecoder().decode(AnnouncementLine.self, from: Data($0.utf8))
        }
    }

    /// The line, without its end.
    package var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}
