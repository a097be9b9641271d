import PreviewModel

/// An email message (RFC 5322, and MIME in RFC 2045 to 2047): its header fields and its text.
struct MailMessage {
    /// The maximum nesting depth of parts.
    private static let depthLimit = 8
    /// The maximum number of parts to read.
    private static var partsLimit: Int { ReadingExtent.limit(64, whole: 10_000) }
    /// The longest value of a header field, in bytes.
    private static var fieldLimit: Int { ReadingExtent.limit(8_192, whole: 131_072) }

    /// The header fields: names in lower case, values unfolded and decoded.
    typealias Fields = [String: String]

    private struct Part {
        var fields: Fields
        var body: ArraySlice<UInt8>
    }

    private var text: String?
    private var html: String?
    /// The address of the page in HTML, from which those of its pictures begin; empty where it has none.
    private var page = ""
    /// Text below the first one in HTML, such as what lists of mail add.
    private var addition: String?
    private var attachments: [(name: String, picture: MailPicture?)] = []
    private var parts = 0

    private init() {}

    /// A message of another format.
    init(text: String?, html: String?, attachments: [(name: String, picture: MailPicture?)]) {
        (self.text, self.html, self.attachments) = (text, html, attachments)
    }

    /// The subject, which becomes the document's title.
    static func subject(_ bytes: [UInt8]) -> String? {
        let line = split(mailbox(bytes)).fields["subject"]?.singleLine
        return line?.isEmpty == false ? line : nil
    }

    /// Whether there is text of the message in its first bytes.
    static func hasText(_ bytes: [UInt8]) -> Bool {
        var message = MailMessage()
        message.take(split(mailbox(bytes)), depth: 0)
        return message.text != nil || message.html != nil
    }

    /// Emits the message's header fields and text.
    static func read(_ bytes: [UInt8], into sink: @escaping (Block) -> Bool) {
        let part = split(mailbox(bytes))
        var message = MailMessage()
        message.page = part.fields["content-location"] ?? ""
        message.take(part, depth: 0)
        message.emit(part.fields, into: sink)
    }

    /// Emits header fields, named in lower case, and the text.
    func emit(_ fields: Fields, into sink: @escaping (Block) -> Bool) {
        let (html, page) = (html ?? "", page)
        let attachments = attachments.map { name, picture in
            (name: name, picture: picture?.located(from: page))
        }
        // What the page shows, or is there to be shown, is no attachment.
        let pictures = attachments.compactMap(\.picture)
        let wanted = pictures.isEmpty ? [] : MailPicture.addresses(in: html, at: page)
        let shown = pictures.filter { $0.isPart(of: wanted) }
        let names = attachments.filter { $0.picture?.isPart(of: wanted) != true }.map(\.name)
        guard Self.emitHead(fields, attachments: names, into: sink) else { return }
        // A message is text and the same as a page; with pictures of its own, the page is more.
        if let text, shown.isEmpty {
            if let omissions = ReadingExtent.omissions {
                omissions.take(missingOf: html) { MailPicture.find($0, at: page, among: []) }
            }
            PlainText.read(text, asCode: false, into: sink)
        } else {
            var wantsMore = true
            let picture = { MailPicture.find($0, at: page, among: shown) }
            HTMLText.read(html, picture: picture) { block in
                wantsMore = sink(block)
                return wantsMore
            }
            if wantsMore, let addition {
                PlainText.read(addition, asCode: false, into: sink)
            }
        }
        for picture in pictures where picture.isInline && !picture.isPart(of: wanted) {
            guard let shown = picture.decoded else { continue }
            guard sink(.picture(shown)) else { return }
        }
    }

    /// Skips the "From " line before the first message of a mailbox (mbox).
    private static func mailbox(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "From ".utf8), let end = bytes.firstIndex(of: 0x0A) else {
            return bytes[...]
        }
        return bytes[(end + 1)...]
    }

    private static func emitHead(
        _ fields: Fields,
        attachments: [String],
        into sink: (Block) -> Bool
    ) -> Bool {
        var heading = TextStyle.heading(2)
        heading.after = 8
        let subject = fields["subject"] ?? ""
        if !subject.isEmpty {
            guard sink(.text(Paragraph(StyledText(subject), heading))) else { return false }
        }
        for name in ["From", "To", "Cc", "Date"] {
            guard let value = fields[name.lowercased()], !value.isEmpty else { continue }
            guard sink(line(name, value)) else { return false }
        }
        if !attachments.isEmpty {
            let names = attachments.joined(separator: ", ")
            guard sink(line("\u{1F4CE}", names)) else { return false }
        }
        return sink(.rule)
    }

    private static func line(_ name: String, _ value: String) -> Block {
        var words = StyledText()
        words.append(name + "  ", look: .bold, colour: 0x80_8086)
        words.append(ReadingExtent.beginning(of: value, 400, whole: fieldLimit))
        var style = TextStyle.body
        style.size = 10
        style.after = 1
        return .text(Paragraph(words, style))
    }

    private mutating func take(_ part: Part, depth: Int) {
        parts += 1
        guard parts <= Self.partsLimit, depth <= Self.depthLimit else {
            return ReadingExtent.noteOmission()
        }
        let (type, parameters) = Self.parameters(of: part.fields["content-type"] ?? "text/plain")
        let (place, file) = Self.parameters(of: part.fields["content-disposition"] ?? "")
        if type.hasPrefix("multipart/"), let boundary = parameters["boundary"], !boundary.isEmpty {
            for body in Self.pieces(of: part.body, boundary: boundary) {
                take(Self.split(body), depth: depth + 1)
            }
            return
        }
        if place == "attachment" || file["filename"] != nil || !type.hasPrefix("text/") {
            let name = file["filename"] ?? parameters["name"] ?? type
            if attachments.count < ReadingExtent.limit(20, whole: 1_000) {
                attachments.append((name, picture(part, type, name, isInline: place == "inline")))
            } else {
                ReadingExtent.noteOmission()
            }
            return
        }
        // Lists of mail add a second text below.
        let isSecond = type == "text/html" ? html != nil : text != nil
        if isSecond, ReadingExtent.current == .beginning { return }
        let bytes = Self.decoded(part.body, part.fields["content-transfer-encoding"] ?? "")
        let words =
            parameters["charset"].flatMap {
                TextDecoding.convert(bytes[...], from: $0.uppercased())
            }
            .map(TextDecoding.harmless) ?? TextDecoding.decode(bytes, isWhole: false)
        if words == nil { ReadingExtent.noteOmission() }
        if type == "text/html" || (text == nil && html == nil && Self.isPage(words ?? "")) {
            if html == nil, let location = part.fields["content-location"], !location.isEmpty {
                page = WebAddress.resolved(location, from: page)
            }
            html = (html ?? "") + (words ?? "")
        } else {
            text = text.map { "\($0)\n\(words ?? "")" } ?? words
            if html != nil { addition = addition.map { "\($0)\n\(words ?? "")" } ?? words }
        }
    }

    /// Whether a text that calls itself plain is a page in HTML, as some programs send it.
    private static func isPage(_ text: String) -> Bool {
        let start = text.drop(while: \.isWhitespace).prefix(16).lowercased()
        return ["<html", "<!doctype html", "<head>", "<body"].contains { start.hasPrefix($0) }
    }

    /// The picture of a part, which is decoded where it is shown.
    private func picture(
        _ part: Part,
        _ type: String,
        _ name: String,
        isInline: Bool
    ) -> MailPicture? {
        let id = part.fields["content-id"] ?? ""
        let isPicture = type.hasPrefix("image/")
        guard isPicture || !id.isEmpty else { return nil }
        return MailPicture(
            id: id.trimmingBrackets,
            location: part.fields["content-location"] ?? "",
            name: name,
            isInline: isPicture && isInline,
            bytes: { Self.decoded(part.body, part.fields["content-transfer-encoding"] ?? "") }
        )
    }

    // MARK: - Header fields

    /// Splits a message, or a part of one, into its header fields and its body.
    private static func split(_ bytes: ArraySlice<UInt8>) -> Part {
        var fields: Fields = [:]
        var name: String?
        var raw: [UInt8] = []
        var rest = bytes
        func endField(_ fields: inout Fields) {
            guard let name, fields[name] == nil, fields.count < 200 else { return }
            fields[name] = EncodedWords.decode(raw).singleLine
        }
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            var line = rest[..<end]
            rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
            if line.last == 0x0D { line = line.dropLast() }
            if line.isEmpty { break }
            if line.first == 0x20 || line.first == 0x09 {
                if raw.count >= fieldLimit { ReadingExtent.noteOmission() }
                if raw.count < fieldLimit { raw += [0x20] + line.drop { $0 == 0x20 || $0 == 0x09 } }
                continue
            }
            endField(&fields)
            guard let colon = line.firstIndex(of: 0x3A) else {
                name = nil
                continue
            }
            name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            raw = Array(line[(colon + 1)...].drop { $0 == 0x20 }.prefix(fieldLimit))
        }
        endField(&fields)
        return Part(fields: fields, body: rest)
    }

    /// Parses a field such as "text/plain; charset=utf-8" into its value and its parameters.
    private static func parameters(of field: String) -> (String, [String: String]) {
        var pieces: [String] = [""]
        var quoted = false
        for letter in field.prefix(4_096) {
            if letter == "\"" { quoted.toggle() }
            if letter == ";", !quoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(letter)
            }
        }
        var parameters: [String: String] = [:]
        for piece in pieces.dropFirst() {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            var name = String(piece[..<equals].drop { $0 == " " }).lowercased()
            var value = String(piece[piece.index(after: equals)...]).singleLine
            if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
                value = String(value.dropFirst().dropLast())
            }
            if name.hasSuffix("*") {
                // An extended value (RFC 2231): "utf-8''%E4%BD%A0.txt".
                name.removeLast()
                value = EncodedWords.percentDecoded(value)
            }
            parameters[name] = value
        }
        return (pieces[0].singleLine.lowercased(), parameters)
    }

    // MARK: - Bodies

    /// Returns the parts of a multipart body, which the boundary delimits.
    private static func pieces(
        of body: ArraySlice<UInt8>,
        boundary: String
    ) -> [ArraySlice<UInt8>] {
        let mark = Array("--\(boundary)".utf8)
        var pieces: [ArraySlice<UInt8>] = []
        var begin: Int?
        var place = body.startIndex
        while place < body.endIndex, pieces.count < partsLimit {
            let end = body[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? body.endIndex
            if body[place..<end].starts(with: mark) {
                if let begin { pieces.append(body[begin..<place]) }
                begin = end
                if body[place..<end].dropFirst(mark.count).starts(with: [0x2D, 0x2D]) {
                    return pieces
                }
            }
            place = end
        }
        if let begin, begin < body.endIndex { pieces.append(body[begin...]) }
        return pieces
    }

    private static func decoded(_ body: ArraySlice<UInt8>, _ encoding: String) -> [UInt8] {
        switch encoding.lowercased() {
        case "base64": EncodedWords.base64(body)
        case "quoted-printable": EncodedWords.quotedPrintable(body, isWord: false)
        default: Array(body)
        }
    }
}
