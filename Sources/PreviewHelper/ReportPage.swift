import CSandbox

/// A page of memory in which one child tells its zygote why it ended.
@safe struct ReportPage {
    private let page: UnsafeMutablePointer<csandbox_report>

    /// A new page, for the next child; `nil` when there is no memory.
    init?() {
        guard let page = unsafe csandbox_report_page() else { return nil }
        unsafe self.page = page
    }

    /// What the child told, or may have made up.
    var report: csandbox_report { unsafe csandbox_read_report(page) }

    /// In the child: tells it there from now on.
    func use() { unsafe csandbox_report_to(page) }

    /// In the zygote: keeps the page from the children that follow.
    func hide() { unsafe csandbox_hide_page(page) }

    /// In the zygote: gives the page back.
    func release() { unsafe csandbox_release_page(page) }
}
