import FoundationEssentials
import ProofKit

/// A job that a client of a lab submits, at one host after the other, until one acknowledges it.
struct LabJob: Sendable {
    /// What is printed.
    enum Kind: CaseIterable, Sendable {
        /// One page, sent as it is.
        case page
        /// A document that takes several packets.
        case large
        /// Two pages on each side, which the service lays out.
        case sheets
    }

    /// The title, which no other job has.
    let name: String
    let kind: Kind
    let printer: String
    /// The idempotency key, the same at each attempt and at each host.
    let key = UUID().uuidString.lowercased()

    /// The document.
    var document: [UInt8] {
        switch kind {
        case .page: MinimalPDF(emptyPages: 1, comment: name).bytes
        case .sheets: MinimalPDF(emptyPages: 4, comment: name).bytes
        case .large:
            MinimalPDF(pages: Array(repeating: Self.largePage, count: 4), comment: name).bytes
        }
    }

    private static let largePage = MinimalPDF.Page(
        content: "%" + String(repeating: "x", count: 50_000)
    )

    private static let boundary = "edge-of-hosttest"

    /// The header fields of a submission in one request.
    static let headers = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]

    /// The content of a submission in one request.
    var form: [UInt8] {
        let ticket = kind == .sheets ? #"{"numberUp":2}"# : "{}"
        let job = #"{"printer":"\#(printer)","ticket":\#(ticket),"name":"\#(name)"}"#
        let edge = "--\(Self.boundary)\r\nContent-Disposition: form-data; name="
        let head = "\(edge)\"job\"\r\n\r\n\(job)\r\n\(edge)\"document\"; filename=\"a.pdf\"\r\n\r\n"
        return Array(head.utf8) + document + Array("\r\n--\(Self.boundary)--\r\n".utf8)
    }
}
