public import PrintModel

/// The hosts of a queue.
extension PrintCenterClient {
    /// Returns the hosts of the queue, by name; a queue in a file has one.
    public func hosts() async throws -> [PrintHost] {
        try await answer(get("/v1/hosts"))
    }

    /// Has a host give its printers back and take no new ones, until ``returnHost(_:)``.
    ///
    /// - Parameter name: The name of the host.
    /// - Returns: The host.
    /// - Throws: ``ClientError`` with the problem `host-not-found` or `queue-not-shared`.
    @discardableResult
    public func drainHost(_ name: String) async throws -> PrintHost {
        try await answer(post(path(ofHost: name) + "/drain", []))
    }

    /// Has a host take printers again.
    ///
    /// - Parameter name: The name of the host.
    /// - Returns: The host.
    /// - Throws: ``ClientError`` with the problem `host-not-found` or `queue-not-shared`.
    @discardableResult
    public func returnHost(_ name: String) async throws -> PrintHost {
        try await answer(post(path(ofHost: name) + "/return", []))
    }

    /// Removes a host that will not come back; jobs in its scheduler end as `delivery-uncertain`.
    ///
    /// - Parameter name: The name of the host.
    /// - Returns: The host as it was.
    /// - Throws: ``ClientError`` with the problem `host-not-found`, `host-alive`, or `queue-not-shared`.
    @discardableResult
    public func removeHost(_ name: String) async throws -> PrintHost {
        var request = get(path(ofHost: name))
        request.method = "DELETE"
        return try await answer(request)
    }

    private func path(ofHost name: String) -> String { "/v1/hosts/\(Self.escaped(name))" }
}
