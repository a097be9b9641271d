import CExpat
import PreviewHelper
import PreviewModel

/// Reads the XML of packages by events with expat.
///
/// It refuses documents that declare entities, loads no external entities, limits the nesting
/// depth, and stops when its handler returns false.
@safe final class XMLScanner {
    /// A parser event.
    enum Event {
        /// An element begins; its name is without prefix.
        case begin(String, Attributes)
        /// An element ends.
        case end(String)
        /// Text; a long one comes in pieces.
        case text(String)
    }

    /// The attributes of an element.
    struct Attributes {
        fileprivate var pairs: [(name: String, value: String)] = []

        /// The value of an attribute; the name is without prefix.
        subscript(name: String) -> String? {
            pairs.first { XMLScanner.local($0.name) == name }?.value
        }

        /// The value of an attribute that has a prefix, such as "r:id" beside "id".
        func prefixed(_ name: String) -> String? {
            pairs.first { $0.name.utf8.contains(0x3A) && XMLScanner.local($0.name) == name }?.value
        }

        /// The values by names without prefixes; of equal names the last one counts.
        var byName: [String: String] {
            Dictionary(pairs.map { (XMLScanner.local($0.name), $0.value) }) { $1 }
        }

        /// An attribute as a number of at most 32 bits: sums and products of a few of them fit in an `Int`.
        func number(_ name: String) -> Int? {
            self[name].flatMap { Int($0) }.map { Int(Int32(clamping: $0)) }
        }
    }

    /// Which document types a document may have.
    enum DocumentTypes {
        /// No document type, as in office documents.
        case refused
        /// Those that declare no entities, as in the pages of books; what they refer to is not read.
        case withoutEntities
    }

    /// The maximum nesting depth of elements.
    static let depthLimit = 200

    fileprivate let parser: OpaquePointer
    fileprivate let handler: (Event) -> Bool
    fileprivate var depth = 0
    fileprivate var stopped = false
    fileprivate var isHostile = false

    private init?(_ handler: @escaping (Event) -> Bool) {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = parser
        self.handler = handler
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Reports the events of a document until the handler returns false.
    ///
    /// - Parameters:
    ///   - bytes: The document, or its beginning.
    ///   - isWhole: Whether it ends there.
    ///   - documentType: Which document types it may have.
    ///   - handler: Takes an event and returns whether to continue.
    /// - Throws: The problem that the document is damaged: not XML, nested too deeply, or with a forbidden document type.
    static func scan(
        _ bytes: [UInt8],
        isWhole: Bool,
        documentType: DocumentTypes = .refused,
        handler: @escaping (Event) -> Bool
    ) throws(DocumentProblemError) {
        guard let scanner = XMLScanner(handler) else { throw damaged }
        let context = unsafe Unmanaged.passUnretained(scanner).toOpaque()
        unsafe XML_SetUserData(scanner.parser, context)
        unsafe XML_SetElementHandler(scanner.parser, beginElement, endElement)
        unsafe XML_SetCharacterDataHandler(scanner.parser, takeText)
        switch documentType {
        case .refused: unsafe XML_SetStartDoctypeDeclHandler(scanner.parser, refuseType)
        case .withoutEntities: unsafe XML_SetEntityDeclHandler(scanner.parser, refuseEntity)
        }
        var place = 0
        while place < bytes.count, !scanner.stopped {
            let count = min(65_536, bytes.count - place)
            let isLast = isWhole && place + count == bytes.count
            let status = unsafe bytes.withUnsafeBytes { buffer in
                let start = unsafe buffer.baseAddress.map {
                    unsafe ($0 + place).assumingMemoryBound(to: CChar.self)
                }
                return unsafe XML_Parse(
                    scanner.parser,
                    start,
                    Int32(clamping: count),
                    isLast ? 1 : 0
                )
            }
            guard status == XML_STATUS_OK || scanner.stopped && !scanner.isHostile else {
                throw damaged
            }
            place += count
        }
        if scanner.isHostile { throw damaged }
    }

    private static var damaged: DocumentProblemError {
        DocumentProblemError(.damaged(why: .init(.xml)))
    }

    /// A name without its prefix.
    static func local(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: 0x3A) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }

    fileprivate func report(_ event: Event) {
        guard !stopped, !handler(event) else { return }
        stop()
    }

    fileprivate func stop() {
        stopped = true
        unsafe _ = XML_StopParser(parser, 0)
    }
}

private func scanner(_ context: UnsafeMutableRawPointer?) -> XMLScanner? {
    unsafe context.map { unsafe Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
}

private func beginElement(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?,
    _ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let scanner = unsafe scanner(context), let name = unsafe name else { return }
    scanner.depth += 1
    guard scanner.depth <= XMLScanner.depthLimit else {
        scanner.isHostile = true
        return scanner.stop()
    }
    var attributes = XMLScanner.Attributes()
    var index = 0
    while let key = unsafe values?[index], let value = unsafe values?[index + 1] {
        unsafe attributes.pairs.append((String(cString: key), String(cString: value)))
        index += 2
    }
    scanner.report(.begin(XMLScanner.local(unsafe String(cString: name)), attributes))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    guard let scanner = unsafe scanner(context), let name = unsafe name else { return }
    scanner.depth -= 1
    scanner.report(.end(XMLScanner.local(unsafe String(cString: name))))
}

private func takeText(
    _ context: UnsafeMutableRawPointer?,
    _ text: UnsafePointer<CChar>?,
    _ count: Int32
) {
    guard let scanner = unsafe scanner(context), let text = unsafe text else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
    scanner.report(.text(unsafe String(decoding: bytes, as: UTF8.self)))
}

/// Rejects an entity declaration: it may expand to any amount of text.
private func refuseEntity(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?,
    _ isParameter: Int32,
    _ value: UnsafePointer<CChar>?,
    _ count: Int32,
    _ base: UnsafePointer<CChar>?,
    _ system: UnsafePointer<CChar>?,
    _ identifier: UnsafePointer<CChar>?,
    _ notation: UnsafePointer<CChar>?
) {
    guard let scanner = unsafe scanner(context) else { return }
    scanner.isHostile = true
    scanner.stop()
}

/// Rejects a document type, which office documents do not have.
private func refuseType(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?,
    _ system: UnsafePointer<CChar>?,
    _ identifier: UnsafePointer<CChar>?,
    _ hasSubset: Int32
) {
    guard let scanner = unsafe scanner(context) else { return }
    scanner.isHostile = true
    scanner.stop()
}
