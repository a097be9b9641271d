import PreviewHelper

/// A picture that is a part of a message.
struct MailPicture {
    /// Its name within the message (`Content-ID`, RFC 2392), without brackets; empty where it has none.
    let id: String
    /// The address under which a saved web page knows it (`Content-Location`, RFC 2557), or empty.
    private(set) var location: String
    /// The name of its file.
    let name: String
    /// Whether it is to be shown below the text.
    let isInline: Bool
    /// Reads the bytes of its file.
    let bytes: () -> [UInt8]

    /// The picture, with its name for where it cannot be drawn.
    var decoded: InlinePicture? {
        let bytes = bytes()
        guard bytes.count <= SizeLimit.embeddedPicture else {
            ReadingExtent.noteOmission()
            return nil
        }
        var picture = InlinePicture(decoding: bytes)
        picture?.alternative = name
        return picture
    }

    /// The same picture with its whole address, from that of its page.
    func located(from page: String) -> MailPicture {
        var picture = self
        if !location.isEmpty { picture.location = WebAddress.resolved(location, from: page) }
        return picture
    }

    /// Whether a page refers to it, by one of its addresses.
    func isPart(of page: Set<String>) -> Bool { addresses.contains(where: page.contains) }

    /// The whole addresses of the pictures of a page, those of parts decoded.
    static func addresses(in html: String, at page: String) -> Set<String> {
        let found = Found()
        HTMLScanner.scan(html) { event in
            if case .attribute("src", let address) = event, address.utf8.count < 4_096 {
                found.addresses.insert(whole(address, at: page))
            }
            return true
        }
        return found.addresses
    }

    private final class Found {
        var addresses: Set<String> = []
    }

    /// The picture at an address of a page: one of the message's own, or one that the address contains.
    static func find(
        _ address: String,
        at page: String,
        among pictures: [MailPicture]
    ) -> InlinePicture? {
        let whole = whole(address, at: page)
        guard let picture = pictures.first(where: { $0.addresses.contains(whole) }) else {
            return InlinePicture.inside(address)
        }
        return picture.decoded
    }

    /// The whole address, without the percent-encoding that those of parts have (RFC 2392).
    private static func whole(_ address: String, at page: String) -> String {
        guard address.prefix(4).lowercased() == "cid:" else {
            return WebAddress.resolved(String(address.prefix { $0 != "#" }), from: page)
        }
        return "cid:" + String(decoding: PackagePath.bytes(of: address.dropFirst(4)), as: UTF8.self)
    }

    private var addresses: [String] {
        (id.isEmpty ? [] : ["cid:\(id)"]) + (location.isEmpty ? [] : [location])
    }
}

extension String {
    /// The text without the brackets around it, as in "<part1@example.org>".
    var trimmingBrackets: String {
        hasPrefix("<") && hasSuffix(">") && utf8.count > 1 ? String(dropFirst().dropLast()) : self
    }
}
