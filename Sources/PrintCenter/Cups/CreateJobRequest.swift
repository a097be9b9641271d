package import IPP

/// What the scheduler is told of a new job.
package struct CreateJobRequest: Sendable {
    /// The queue.
    package var printer: String
    /// The user whose job it is: `requesting-user-name`.
    package var user: String
    /// The title: `job-name`; what is beyond 255 bytes is cut.
    package var name: String
    /// The client's own id, as `urn:uuid:…`: `job-uuid`.
    ///
    /// The scheduler keeps it and gives it back, but takes the same one twice.
    package var uuid: String
    /// Whether the job waits for a release: `job-hold-until` is `indefinite`.
    package var isHeld: Bool
    /// The ticket, as job attributes.
    package var ticket: [IPPAttribute]

    /// Describes a job.
    package init(
        printer: String,
        user: String,
        name: String,
        uuid: String,
        isHeld: Bool = true,
        ticket: [IPPAttribute] = []
    ) {
        self.printer = printer
        self.user = user
        self.name = name
        self.uuid = uuid
        self.isHeld = isHeld
        self.ticket = ticket
    }
}

extension IPPAttribute {
    static func requested(_ names: [String]) -> IPPAttribute {
        IPPAttribute("requested-attributes", names.map { .keyword($0) })
    }

    static func user(_ name: String) -> IPPAttribute {
        IPPAttribute("requesting-user-name", .name(name.prefix(bytes: 255)))
    }

    static func jobID(_ id: Int) -> IPPAttribute {
        IPPAttribute("job-id", .integer(Int32(clamping: id)))
    }
}

extension String {
    /// The longest start of the text that takes no more bytes than this.
    func prefix(bytes limit: Int) -> String {
        var result = self
        while result.utf8.count > limit {
            result.removeLast()
        }
        return result
    }
}
