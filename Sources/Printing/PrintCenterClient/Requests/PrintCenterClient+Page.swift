public import PrintModel

/// The page for the browser.
///
/// ```swift
/// let page = try await client.openPage(PageRequest(documents: [document.id].compactMap { $0 }, file: true))
/// open(page.file)  // in the browser: opens the page once
/// ```
extension PrintCenterClient {
    /// Opens the page for the browser, which the service closes when no browser has used it for some minutes.
    ///
    /// - Parameter request: What the page shows first.
    /// - Returns: The address of the page, which opens it once. Show it to nobody else.
    /// - Throws: ``ClientError``.
    public func openPage(_ request: PageRequest = PageRequest()) async throws -> PageAddress {
        try await answer(post("/v1/page", try json(request)))
    }

    /// Returns whether the browser has come that was started with the file of an address.
    ///
    /// - Parameter visit: The `visit` of the address.
    /// - Returns: Its state.
    /// - Throws: ``ClientError``.
    public func pageVisit(_ visit: String) async throws -> PageVisit {
        try await answer(get("/v1/page/\(visit)"))
    }
}
