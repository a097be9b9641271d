import FileAccess
import FoundationEssentials
import QuickPreview

/// A request of a client of `serve`: one line.
struct ServeRequest: Decodable, Sendable {
    /// The id of a request: a number or a string, which the answer repeats.
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

        /// The id as JSON.
        var json: String {
            switch self {
            case .number(let number): "\(number)"
            case .text(let text): JSON.quoted(text)
            }
        }
    }

    /// The operation of a request.
    enum Operation: String, Decodable, Sendable {
        case info
        case thumbnail
        case cancel
    }

    let id: ID
    let op: Operation
    let path: String?
    let path64: String?
    let uri: String?
    let password: String?
    let size: Int?
    let scale: Double?
    let page: Int?
    let card: Bool?
    let output: String?
    let output64: String?

    /// The longest line, in bytes.
    static let lineLimit = 65_536

    /// Decodes a line; the error contains a message.
    static func read(_ line: [UInt8]) throws(ServeFailure) -> ServeRequest {
        let request: ServeRequest
        do {
            request = try JSONDecoder().decode(ServeRequest.self, from: Data(line))
        } catch {
            // The id, where it can be decoded, says whose answer it is.
            let id = try? JSONDecoder().decode(Named.self, from: Data(line)).id
            throw ServeFailure(
                id: id,
                code: PreviewError.Code.invalidRequest.rawValue,
                message: PreviewLanguage.ofUser.say(
                    "The line is not a valid request. Send an object with id (a number or a "
                        + "string), op (info, thumbnail, or cancel), path, and for a thumbnail output.",
                    "该行不是有效的请求。请发送一个对象，包含 id（数字或字符串）、op（info、thumbnail 或 cancel）、"
                        + "path，缩略图还需要 output。"
                )
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
        _ = try file()
        guard op == .thumbnail else { return }
        _ = try outputFile()
        guard (try? Previewer.pixels(picture.size, picture.scale)) != nil else {
            throw invalid(PictureOptions.sizeWords)
        }
        if picture.page < 1 { throw invalid(PictureOptions.pageWords) }
    }

    /// The file of the request.
    func file() throws(ServeFailure) -> FilePath {
        let given = [path, path64, uri].compactMap { $0 }
        guard given.count == 1, let text = given.first, !text.isEmpty, text != "-" else {
            throw invalid(
                PreviewLanguage.ofUser.say(
                    "The request must name one file, as path, path64 (base64), or uri.",
                    "请求须用 path、path64（base64）或 uri 之一指定文件。"
                )
            )
        }
        let file =
            if path != nil { FilePath(argument: text) } else if uri != nil {
                FilePath(uri: text)
            } else { Self.path(base64: text) }
        guard let file, !file.bytes.isEmpty else {
            throw invalid(
                PreviewLanguage.ofUser.say(
                    "'\(text)' does not name a file on this computer.",
                    "“\(text)”不是本机上的文件。"
                )
            )
        }
        return file
    }

    /// The output file.
    func outputFile() throws(ServeFailure) -> FilePath {
        let file = output.map { FilePath($0) } ?? output64.flatMap { Self.path(base64: $0) }
        guard let file, !file.bytes.isEmpty, output != "-", output == nil || output64 == nil else {
            throw invalid(
                PreviewLanguage.ofUser.say(
                    "The request must name one file for the picture, as output or output64 (base64).",
                    "请求须用 output 或 output64（base64）指定图片文件。"
                )
            )
        }
        return file
    }

    private static func path(base64 text: String) -> FilePath? {
        Data(base64Encoded: text).flatMap { FilePath(bytes: $0) }
    }

    /// An error about the request.
    func invalid(_ message: String) -> ServeFailure {
        ServeFailure(
            id: id,
            op: op,
            code: PreviewError.Code.invalidRequest.rawValue,
            message: message
        )
    }

    /// The parameters of the picture.
    var picture: PictureRequest {
        PictureRequest(
            page: page ?? 1,
            size: size ?? 256,
            scale: scale ?? 1,
            password: password ?? "",
            hasCard: card ?? false
        )
    }
}

/// The error of a request.
struct ServeFailure: Error {
    var id: ServeRequest.ID?
    var op: ServeRequest.Operation?
    /// A code of ``PreviewError``, or `no-such-request`.
    let code: String
    /// The message for people.
    let message: String

    /// The answer to the client.
    var json: String {
        JSON.object([
            ("id", id?.json), ("op", (op?.rawValue).map(JSON.quoted)), ("ok", "false"),
            ("code", JSON.quoted(code)), ("message", JSON.quoted(message)),
        ])
    }
}
