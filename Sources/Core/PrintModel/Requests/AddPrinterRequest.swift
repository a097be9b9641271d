/// A printer to add by its address: the body of `POST /v1/printers`.
public struct AddPrinterRequest: Codable, Sendable, Equatable {
    /// The URI of the printer, `ipp://…` or `ipps://…`, or the name of its host.
    public var address: String
    /// The name; made from what the printer says of itself where it is `nil`.
    public var name: String?

    /// Creates a request.
    public init(address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }
}
