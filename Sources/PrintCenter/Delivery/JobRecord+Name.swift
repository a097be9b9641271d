import IPP
import PrintModel

extension JobRecord {
    /// How many bytes of a title travel with the job.
    ///
    /// `job-name` may have 255 (RFC 8011, 5.1.4), but printers make names of files from it, which have
    /// the same limit with a number and an extension beside them.
    private static let longestName = 200

    /// The title that scheduler and printer are told; a long one is cut.
    var sentName: String {
        guard job.name.utf8.count > Self.longestName else { return job.name }
        let ellipsis = "…"
        return String(job.name.prefix(Self.longestName))
            .prefix(bytes: Self.longestName - ellipsis.utf8.count) + ellipsis
    }

    /// The title as it comes back from them.
    var listedName: String { sentName.cleanedOfControls() }
}
