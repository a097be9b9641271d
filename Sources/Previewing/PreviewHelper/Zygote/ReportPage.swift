import CSandbox

/// A memory page in which a child reports to its zygote how it ended.
@safe struct ReportPage {
    private let page: UnsafeMutablePointer<csandbox_report>

    /// Allocates a page for the next child; `nil` where memory is exhausted.
    init?() {
        guard let page = unsafe csandbox_report_page() else { return nil }
        unsafe self.page = page
    }

    /// The report of the child, which is untrusted.
    var report: csandbox_report { unsafe csandbox_read_report(page) }

    /// Directs the reports of the child to the page; called in the child.
    func use() { unsafe csandbox_report_to(page) }

    /// Hides the page from later children; called in the zygote.
    func hide() { unsafe csandbox_hide_page(page) }

    /// Frees the page; called in the zygote.
    func release() { unsafe csandbox_release_page(page) }
}
