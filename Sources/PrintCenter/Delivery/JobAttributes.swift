import IPP
import PrintModel

extension JobRecord {
    /// The plan as the IPP attributes that travel with the job.
    ///
    /// `sides` is always among them: the defaults of a queue would win otherwise.
    /// Pages are not: what is sent has the pages asked for already.
    var ippAttributes: [IPPAttribute] {
        let ticket = job.ticket
        let copies = job.plan?.copies ?? 1
        var attributes = [
            IPPAttribute("copies", .integer(Int32(clamping: copies))),
            IPPAttribute("sides", .keyword((job.plan?.sides ?? .oneSided).rawValue)),
        ]
        if copies > 1 {
            let handling =
                ticket.collate == false
                ? "separate-documents-uncollated-copies" : "separate-documents-collated-copies"
            attributes.append(IPPAttribute("multiple-document-handling", .keyword(handling)))
        }
        if let media = job.plan?.media {
            attributes.append(IPPAttribute("media", .keyword(media.rawValue)))
        }
        if let color = ticket.color {
            attributes.append(IPPAttribute("print-color-mode", .keyword(color.rawValue)))
        }
        if let quality = ticket.quality {
            attributes.append(IPPAttribute("print-quality", .enumeration(quality.ippValue)))
        }
        if let priority = ticket.priority {
            attributes.append(IPPAttribute("job-priority", .integer(Int32(clamping: priority))))
        }
        return attributes
    }
}
