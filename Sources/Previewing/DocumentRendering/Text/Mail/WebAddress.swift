/// The addresses by which a saved web page (MHTML, RFC 2557) knows its parts.
enum WebAddress {
    /// The address to which a reference leads from the address of its page (RFC 3986, 5.2).
    ///
    /// - Parameters:
    ///   - reference: The reference of the page, relative or not.
    ///   - base: The address of the page.
    /// - Returns: The whole address; the reference itself where the base is not one.
    static func resolved(_ reference: String, from base: String) -> String {
        guard let start = scheme(of: base), scheme(of: reference) == nil else { return reference }
        if reference.hasPrefix("//") { return start + reference }
        var rest = base.dropFirst(start.count)
        var root = start
        if rest.hasPrefix("//") {
            let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
            root += rest[..<end]
            rest = rest[end...]
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        let named = reference.prefix { $0 != "?" && $0 != "#" }
        var parts = named.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in named.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return root + "/" + parts.joined(separator: "/") + reference.dropFirst(named.count)
    }

    /// The scheme with its colon, such as "https:".
    private static func scheme(of address: String) -> String? {
        guard address.first?.isASCII == true, address.first?.isLetter == true,
            let colon = address.firstIndex(of: ":"),
            address[..<colon].allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
            })
        else { return nil }
        return String(address[...colon])
    }
}
