import FoundationEssentials
import QuickPreview

/// A line that `serve` is asked on.
struct ServeRequest: Decodable, Sendable {
    /// What whoever asks calls a request: a number or a text, which the answer repeats.
    enum ID: Decodable, Hashable, Sendable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self =
                if let number = try? value.decode(Int.self) { .number(number) } else {
                    .text(try value.decode(String.self))
                }
        }

        /// As JSON.
        var json: String {
            switch self {
            case .number(let number): "\(number)"
            case .text(let text): JSON.quoted(text)
            }
        }
    }

    /// What can be asked.
    enum Operation: String, Decodable, Sendable {
        case info
        case thumbnail
        case cancel
    }

    let id: ID
    let op: Operation
    let path: String?
    let size: Int?
    let scale: Int?
    let page: Int?
    let card: Bool?
    let output: String?

    /// The longest line, in bytes.
    static let lineLimit = 65_536

    /// Reads a line; what is wrong with it is thrown in words.
    static func read(_ line: [UInt8]) throws(ServeFailure) -> ServeRequest {
        let request: ServeRequest
        do {
            request = try JSONDecoder().decode(ServeRequest.self, from: Data(line))
        } catch {
            // As much as can be read of it tells whose the answer is.
            let id = try? JSONDecoder().decode(Named.self, from: Data(line)).id
            throw ServeFailure(
                id: id,
                code: PreviewError.Code.invalidRequest.rawValue,
                message:
                    "The line is no request: an object with id (a number or a text), op (info, "
                    + "thumbnail or cancel), path, and for a thumbnail output."
            )
        }
        try request.check()
        return request
    }

    private struct Named: Decodable {
        let id: ID
    }

    private func check() throws(ServeFailure) {
        guard op != .cancel else { return }
        if path?.isEmpty != false || path == "-" {
            throw invalid("The request names no file. Give it as path.")
        }
        guard op == .thumbnail else { return }
        if output?.isEmpty != false || output == "-" {
            throw invalid("The request says nowhere to write the picture. Give a file as output.")
        }
        let pixels = picture.size.multipliedReportingOverflow(by: picture.scale)
        guard picture.size > 0, picture.scale > 0, !pixels.overflow,
            pixels.partialValue <= Previewer.sizeLimit
        else {
            throw invalid("The size in pixels has to be between 1 and \(Previewer.sizeLimit).")
        }
        if picture.page < 1 { throw invalid("Pages are counted from 1.") }
    }

    /// What is wrong with the request.
    func invalid(_ message: String) -> ServeFailure {
        ServeFailure(
            id: id,
            op: op,
            code: PreviewError.Code.invalidRequest.rawValue,
            message: message
        )
    }

    /// Which picture is wanted.
    var picture: PictureRequest {
        PictureRequest(
            page: page ?? 1,
            size: size ?? 256,
            scale: scale ?? 1,
            hasCard: card ?? false
        )
    }
}

/// Why a request was not done.
struct ServeFailure: Error {
    var id: ServeRequest.ID?
    var op: ServeRequest.Operation?
    /// For programs: a code of ``PreviewError``, or `no-such-request`.
    let code: String
    /// For people.
    let message: String

    /// The answer.
    var json: String {
        JSON.object([
            ("id", id?.json), ("op", (op?.rawValue).map(JSON.quoted)), ("ok", "false"),
            ("code", JSON.quoted(code)), ("message", JSON.quoted(message)),
        ])
    }
}
