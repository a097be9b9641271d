import IPP

extension IPPAttribute {
    static func requested(_ names: [String]) -> IPPAttribute {
        IPPAttribute("requested-attributes", names.map { .keyword($0) })
    }

    static func user(_ name: String) -> IPPAttribute {
        IPPAttribute("requesting-user-name", .name(name.prefix(bytes: 255)))
    }

    static func jobName(_ name: String) -> IPPAttribute {
        IPPAttribute("job-name", .name(name.prefix(bytes: 255)))
    }

    static func jobID(_ id: Int) -> IPPAttribute {
        IPPAttribute("job-id", .integer(Int32(clamping: id)))
    }
}

extension IPPAttribute {
    /// The first value, cleaned of control characters; `nil` if that is empty.
    var nonEmptyCleaned: String? {
        guard let text = cleaned(), !text.isEmpty else { return nil }
        return text
    }
}
