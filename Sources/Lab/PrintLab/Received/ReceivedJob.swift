internal import FoundationEssentials

/// A job as a virtual printer received it.
public struct ReceivedJob: Sendable {
    /// The value of a job attribute.
    public enum Value: Hashable, Sendable {
        /// An integer, such as that of "copies".
        case integer(Int)
        /// Any other value, as CUPS writes it: keywords and names verbatim, ranges as `1-3`,
        /// collections in braces.
        case text(String)
    }

    /// The number of the job on its printer; the first is 1.
    public let number: Int
    /// The absolute path of the document.
    public let document: String
    /// The job attributes that reached the printer, by IPP name, including "document-format".
    public let attributes: [String: Value]

    /// Returns the jobs that a printer has received so far, in order.
    ///
    /// - Throws: ``LabError`` where the jobs cannot be read. A printer without jobs is not an
    ///   error.
    public static func all(from printer: String, in folder: LabFolder) throws -> [ReceivedJob] {
        let home = "\(folder.received)/\(printer)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []
        return try names.compactMap { Int($0) }.sorted().map { number in
            let path = "\(home)/\(number)"
            do {
                let files = try FileManager.default.contentsOfDirectory(atPath: path)
                guard let document = files.first(where: { $0.hasPrefix("document.") }) else {
                    throw LabError(.system, "\(path) has no document.")
                }
                let json = try Data(contentsOf: URL(filePath: path + "/attributes.json"))
                let attributes = try JSONDecoder().decode([String: Value].self, from: json)
                return ReceivedJob(
                    number: number,
                    document: "\(path)/\(document)",
                    attributes: attributes
                )
            } catch let error as LabError {
                throw error
            } catch {
                throw LabError(.system, "\(path) cannot be read: \(error)")
            }
        }
    }
}

extension ReceivedJob.Value: Codable {
    /// Decodes an integer or a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Encodes an integer or a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
