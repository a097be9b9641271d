import Testing

@testable import PreviewModel

struct `A raster request` {
    private static func full() -> RasterRequest {
        var request = RasterRequest(.pwg, .black1, dpi: 1200, pageCount: 77)
        request.yResolution = 600
        request.sides = .shortEdge
        request.sheetBack = .manualTumble
        request.copies = 3
        request.isCollated = false
        request.quality = .draft
        request.sizeLimit = 12_345
        request.media = .init(name: "na_letter", width: 21590, length: 27940, type: "labels")
        return request
    }

    @Test func `survives encoding`() {
        for request in [Self.full(), RasterRequest(.urf, .srgb8, dpi: 300, pageCount: 1)] {
            #expect(RasterRequest(decoding: request.encoded()) == request)
        }
    }

    @Test func `is refused in any part`() {
        let bytes = Self.full().encoded()
        for count in 0..<bytes.count {
            #expect(RasterRequest(decoding: Array(bytes.prefix(count))) == nil, "\(count) bytes")
        }
        #expect(RasterRequest(decoding: bytes + [0]) == nil)
        // Any change leaves a valid request, or none.
        for place in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[place] ^= 1 << UInt8(bit)
                #expect(RasterRequest(decoding: other)?.isValid ?? true)
            }
        }
    }

    @Test func `has limits`() {
        let changes: [(inout RasterRequest) -> Void] = [
            { $0.copies = 0 }, { $0.copies = 1_000_001 }, { $0.pageCount = 500_000 },
            { $0.sizeLimit = 0 }, { $0.sizeLimit = (1 << 30) + 1 }, { $0.xResolution = 2401 },
            { $0.media?.name = String(repeating: "a", count: 64) },
            { $0.media?.type = "a\n" }, { $0.media?.width = 0 },
        ]
        #expect(Self.full().isValid)
        for (index, change) in changes.enumerated() {
            var request = Self.full()
            change(&request)
            #expect(!request.isValid, "change \(index)")
        }
    }

    @Test func `knows the keywords of printers`() {
        #expect(RasterType(pwg: "adobe-rgb_8") == .adobeRGB8)
        #expect(RasterType(urf: "DEVRGB24") == .rgb8)
        #expect(RasterRequest.SheetBack(urf: "DM3") == .rotated)
        #expect(RasterRequest.SheetBack(urf: "DM5") == nil)
        #expect(RasterRequest.SheetBack(urf: "DM+1") == nil)
        #expect(RasterRequest.SheetBack(pwg: "manual-tumble") == .manualTumble)
        #expect(RasterRequest.SheetBack(pwg: "turned") == nil)
    }
}
