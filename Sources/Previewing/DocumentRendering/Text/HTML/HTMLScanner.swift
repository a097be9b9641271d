import CText

/// Reads HTML by events with the parser of libxml2, which mends broken markup and knows the
/// entities.
///
/// It loads no external resources and ignores document types. Every element that begins also ends,
/// in order.
enum HTMLScanner {
    /// A parser event; `end` is the number of bytes that have been read by then.
    enum Event {
        /// An element begins: its name in lower case. Its tag is read up to the last attribute.
        case begin(String, end: Int)
        /// An element ends, explicitly or implicitly.
        case end(String, end: Int)
        /// Text, its entities decoded; a long one comes in pieces.
        case text(String)
        /// What the link (`a`), the picture (`img`, `image`), or the `base` that has just begun says: the name and the value.
        case attribute(String, String)
    }

    fileprivate final class Handler {
        let take: (Event) -> Bool

        init(_ take: @escaping (Event) -> Bool) { self.take = take }
    }

    /// Reports the events of a document until the handler returns false.
    static func scan(_ html: String, handler: @escaping (Event) -> Bool) {
        var html = html
        let handler = Handler(handler)
        withExtendedLifetime(handler) {
            let context = unsafe Unmanaged.passUnretained(handler).toOpaque()
            html.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                    let end = unsafe ctext_html(
                        bytes.baseAddress,
                        bytes.count,
                        takeMarkup,
                        context
                    )
                    if end > 0 { ReadingExtent.noteOmission() }
                }
            }
        }
    }
}

private func takeMarkup(
    _ context: UnsafeMutableRawPointer?,
    _ markup: UnsafePointer<ctext_markup>?
) -> Int32 {
    guard let context = unsafe context, let markup = unsafe markup?.pointee else { return 0 }
    let handler = unsafe Unmanaged<HTMLScanner.Handler>.fromOpaque(context).takeUnretainedValue()
    let bytes = unsafe UnsafeRawBufferPointer(start: markup.bytes, count: markup.length)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let end = unsafe Int(clamping: markup.place)
    let event: HTMLScanner.Event =
        switch unsafe markup.kind {
        case CTEXT_BEGIN: .begin(text, end: end)
        case CTEXT_END: .end(text, end: end)
        case CTEXT_ATTRIBUTE:
            .attribute(unsafe markup.name.map { unsafe String(cString: $0) } ?? "", text)
        default: .text(text)
        }
    return handler.take(event) ? 1 : 0
}
