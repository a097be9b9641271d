import IPP
import PrintModel

extension JobRecord {
    /// The longest `job-name` that is sent, in bytes.
    ///
    /// A `job-name` may have 255 bytes (RFC 8011, 5.1.4), but printers make file names of it, which have
    /// the same limit including a number and an extension.
    private static let longestName = 200

    /// The `job-name` for scheduler and printer; a long title is truncated.
    var sentName: String {
        guard job.name.utf8.count > Self.longestName else { return job.name }
        let ellipsis = "…"
        return String(job.name.prefix(Self.longestName))
            .prefix(bytes: Self.longestName - ellipsis.utf8.count) + ellipsis
    }

    /// The `job-name` as scheduler and printer list it.
    var listedName: String { sentName.cleanedOfControls() }
}
