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

    /// The mark of the job in its name, by which it is found on a printer that keeps nothing else.
    private var mark: String { " [\(job.submission?.mark ?? "")]" }

    /// The `job-name` for a printer that gets the job straight.
    var markedName: String {
        job.name.prefix(bytes: Self.longestName - mark.utf8.count) + mark
    }

    /// Whether a job of a printer is this one: it has its UUID, or its mark.
    func isMarked(_ job: DeviceJob) -> Bool {
        guard let submission = self.job.submission else { return false }
        return job.uuids.contains(submission.urn) || job.name?.hasSuffix(mark) == true
    }

    /// The `job-name` as scheduler and printer list it.
    var listedName: String { sentName.cleanedOfControls() }
}
