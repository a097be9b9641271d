/// The URIs of the queues of the scheduler.
enum QueueURI {
    /// Returns `ipp://localhost/printers/NAME`, percent-escaped.
    static func uri(_ name: String) -> String {
        "ipp://localhost/printers/" + escaped(name)
    }

    /// Returns the path of the HTTP request for a queue.
    ///
    /// libcups escapes it itself.
    static func resource(_ name: String) -> String { "/printers/" + name }

    /// Returns the name of the queue in a URI of the scheduler.
    static func name(of uri: String) -> String? {
        guard let uri = DeviceURI(uri), let slash = uri.resource.lastIndex(of: "/") else {
            return nil
        }
        let name = uri.resource[uri.resource.index(after: slash)...]
        return name.isEmpty ? nil : String(name)
    }

    private static func escaped(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
