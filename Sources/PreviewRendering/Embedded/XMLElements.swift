import CExpat

/// The elements of an XML document in order, each with its attributes: enough for the tables of contents of
/// packages.
///
/// Expat reads it: no entity of the document's own is expanded beyond its bounds, nothing outside of it is
/// fetched.
enum XMLElements {
    /// One start tag.
    struct Element {
        /// The name without the prefix of its namespace.
        let name: String
        /// The attributes by name, without prefixes.
        let attributes: [String: String]
    }

    /// The most elements that are looked at.
    private static let limit = 20_000

    private final class Found {
        var elements: [Element] = []
    }

    /// The elements up to the first mistake, at most 20,000.
    static func read(_ bytes: [UInt8]) -> [Element] {
        guard let parser = unsafe XML_ParserCreate(nil) else { return [] }
        defer { unsafe XML_ParserFree(parser) }
        let found = Found()
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(found).toOpaque())
        unsafe XML_SetStartElementHandler(parser) { found, name, attributes in
            guard let found = unsafe found, let name = unsafe name else { return }
            let list = unsafe Unmanaged<Found>.fromOpaque(found).takeUnretainedValue()
            guard list.elements.count < XMLElements.limit else { return }
            var named: [String: String] = [:]
            // Names and values take turns; a null ends them.
            if var next = unsafe attributes {
                while let key = unsafe next[0], let value = unsafe next[1] {
                    unsafe named[XMLElements.local(String(cString: key))] = String(cString: value)
                    unsafe next += 2
                }
            }
            list.elements.append(
                Element(name: XMLElements.local(unsafe String(cString: name)), attributes: named)
            )
        }
        unsafe bytes.withUnsafeBytes { buffer in
            let characters = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            _ = unsafe XML_Parse(parser, characters, Int32(clamping: buffer.count), 1)
        }
        return found.elements
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
