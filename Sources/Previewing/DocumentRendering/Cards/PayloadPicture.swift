import PreviewHelper
import PreviewModel

/// Pictures of a request's payload: cards, and the listings of folders.
enum PayloadPicture {
    /// The largest icon, in bytes.
    private static let iconLimit = 4 << 20

    /// Draws the payload, or throws if it is malformed.
    static func draw(
        _ bytes: [UInt8],
        _ request: RequestMessage,
        icon: Int32
    ) throws -> Picture {
        let pixels = Int(request.pixels)
        switch request.operation {
        case .card:
            guard let card = CardMessage(decoding: bytes) else { throw DrawingFailure.damaged }
            let (icon, isWhole) = FilePart.start(of: icon, limit: iconLimit)
            return try CardPicture(card: card, icon: isWhole ? icon : []).draw(pixels: pixels)
        case .listing:
            guard let listing = ListingMessage(decoding: bytes) else {
                throw DrawingFailure.damaged
            }
            return try TextPicture.draw(
                page: Int(request.page),
                pixels: pixels,
                paper: TextPicture.paper(page: Int(request.page), pixels: pixels),
                mustShow: true
            ) { Listing.emit(listing, into: $0) }
        default: throw DrawingFailure.damaged
        }
    }
}
