import PreviewHelper
import PreviewModel

/// A message of Outlook: a compound file ([MS-OXMSG]), or what it sends as "winmail.dat" ([MS-OXTNEF]).
struct OutlookMessage {
    /// Its own properties.
    private let message: MailProperties
    /// Those of its attachments.
    private let attachments: [MailProperties]

    private static var textLimit: Int { ReadingExtent.limit(1 << 20, whole: PageLayout.textLimit) }
    private static var namesLimit: Int { ReadingExtent.limit(20, whole: 1_000) }

    init(_ descriptor: Int32, type: FileType) throws(DocumentProblemError) {
        guard let file = FilePart(whole: descriptor) else {
            throw DocumentProblemError(.damaged(why: .init(.cannotBeRead)))
        }
        let parts = CompoundFile(file).map(MessageStorage.read) ?? TransportMessage.read(file)
        guard let parts else { throw DocumentProblemError(.damaged(why: .init(.cannotBeRead))) }
        (message, attachments) = parts
    }

    /// The subject; `nil` where it has none.
    var subject: String? { words(.subject)?.singleLine }

    /// Reports the message as mail is shown.
    func read(into sink: @escaping (Block) -> Bool) {
        if attachments.count > Self.namesLimit { ReadingExtent.noteOmission() }
        let html = message.text(.html, limit: Self.textLimit, codePage: codePageOfBody)
        let text = message.text(.text, limit: Self.textLimit, codePage: codePageOfBody)
        let attached = attachments.prefix(Self.namesLimit).map { part in
            (name: name(of: part), picture: picture(part))
        }
        let hasPictures = attached.contains { $0.picture != nil }
        // A text and a page say the same; with pictures of its own, the page is more.
        let mail = MailMessage(
            text: html != nil && (hasPictures || text == nil) ? nil : text,
            html: html,
            attachments: attached
        )
        guard text == nil, html == nil else { return mail.emit(fields, into: sink) }
        var wantsMore = true
        mail.emit(fields) { block in
            wantsMore = sink(block)
            return wantsMore
        }
        if wantsMore { readRichText(into: sink) }
    }

    /// Reports the text of a message that has it in RTF alone.
    private func readRichText(into sink: @escaping (Block) -> Bool) {
        let limit = Self.textLimit
        guard let packed = message.bytes(.compressedRTF, limit: limit),
            let text = CompressedRichText.unpack(packed, limit: limit)
        else { return }
        // Without words, the header fields and the names of the attachments stay.
        try? RichText.read(text, into: sink)
    }

    private var fields: MailMessage.Fields {
        var fields: MailMessage.Fields = [:]
        fields["subject"] = subject
        fields["from"] = sender
        fields["to"] = words(.recipients)?.singleLine
        fields["cc"] = words(.copied)?.singleLine
        fields["date"] = message.time(.submitted) ?? message.time(.delivered)
        return fields
    }

    /// The sender, with an address of the internet where there is one.
    private var sender: String? {
        let name = (words(.senderName) ?? words(.representedName))?.singleLine
        let address = [.senderMail, .senderAddress, .representedAddress]
            .compactMap { words($0)?.singleLine }.first { $0.contains("@") }
        guard let address, address != name else { return name ?? address }
        return name.map { "\($0) <\(address)>" } ?? address
    }

    private func words(_ name: MailProperties.Name, limit: Int = 65_536) -> String? {
        message.text(name, limit: limit, codePage: message.codePage)
    }

    private var codePageOfBody: Int? { message.number(.codePage) ?? message.codePage }

    private func name(of part: MailProperties) -> String {
        let names: [MailProperties.Name] = [.fileName, .displayName, .shortFileName, .mimeType]
        let found = names.lazy.compactMap { part.text($0, codePage: message.codePage)?.singleLine }
        return found.first { !$0.isEmpty } ?? "?"
    }

    private func picture(_ part: MailProperties) -> MailPicture? {
        let page = message.codePage
        let id = part.text(.contentID, codePage: page)?.singleLine ?? ""
        let location = part.text(.contentLocation, codePage: page)?.singleLine ?? ""
        guard !id.isEmpty || !location.isEmpty else { return nil }
        return MailPicture(
            id: id.trimmingBrackets,
            location: location,
            name: name(of: part),
            isInline: false,
            bytes: { part.bytes(.attached, limit: SizeLimit.embeddedPicture + 1) ?? [] }
        )
    }
}
