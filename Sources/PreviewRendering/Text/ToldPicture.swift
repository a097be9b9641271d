import PreviewHelper
import PreviewModel

/// Pictures of what a request tells: cards, and the listings of folders.
enum ToldPicture {
    /// The largest icon, in bytes.
    private static let iconLimit = 4 << 20

    /// Draws what the bytes say, or throws where they say nothing.
    static func draw(
        _ bytes: [UInt8],
        _ request: RequestMessage,
        icon: Int32
    ) throws -> Picture {
        let pixels = Int(request.pixels)
        switch request.operation {
        case .card:
            guard let card = CardMessage(decoding: bytes) else { throw DrawingFailure.damaged }
            let (icon, isWhole) = DocumentBytes.read(icon, limit: iconLimit)
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
            ) { Listing.tell(listing, into: $0) }
        default: throw DrawingFailure.damaged
        }
    }
}
