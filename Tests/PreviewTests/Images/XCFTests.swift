import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewHelper
@testable import QuickPreview

struct `XCF images of GIMP` {
    private typealias Layer = XCFMaker.Layer

    /// The pixels of a file, of which the first one is told.
    private static func first(_ maker: XCFMaker, at place: Int = 0) async throws -> [UInt8] {
        var found: [UInt8] = []
        try await withFixtures { fixtures in
            let path = try fixtures.write(maker.bytes, as: "a.xcf")
            try await withFile(path) { descriptor in
                let image = try #require(XCFImage(descriptor))
                #expect(image.width == 4 && image.height == 4)
                let pixels = try #require(image.pixels())
                #expect(pixels.count == 64)
                found = Array(pixels[place * 4..<place * 4 + 4])
            }
        }
        return found
    }

    private static func bytes(_ values: UInt8...) -> [[UInt8]] { values.map { [$0] } }

    @Test(arguments: [0, 1, 2] as [UInt8], [0, 4, 7, 11, 12])
    func `are read in every version: raw, run-length encoded, and with zlib`(
        compression: UInt8,
        version: Int
    ) async throws {
        var maker = XCFMaker(version: version, compression: compression)
        maker.precision = version == 4 ? 0 : 150
        maker.layers = [Layer(pixel: Self.bytes(10, 20, 30, 255))]
        #expect(try await Self.first(maker) == [10, 20, 30, 255])
    }

    private static let precisions: [(Int, UInt32, [UInt8], UInt8)] = [
        // 16 bits, 32 bits, half and whole floats; what counts light is brighter than its number.
        (12, 250, [0x80, 0x80], 128), (11, 250, [0x34, 0x80], 128), (12, 200, [0x80, 0x80], 188),
        (12, 350, [0x80, 0x80, 0x80, 0x80], 128), (12, 550, [0x38, 0], 128),
        (12, 500, [0x38, 0], 188), (12, 650, [0x3F, 0, 0, 0], 128),
        (12, 600, [0x3F, 0, 0, 0], 188),
        (12, 750, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0], 128), (6, 450, [0, 0x38], 128),
        (7, 100, [128], 188),
        (4, 3, [0, 0x38], 188), (4, 1, [0x34, 0x80], 128),
        // What is no number is black.
        (12, 650, [0x7F, 0xC0, 0, 0], 0),
    ]

    @Test(arguments: precisions)
    func `are read in every precision`(
        version: Int,
        precision: UInt32,
        sample: [UInt8],
        value: UInt8
    ) async throws {
        for compression: UInt8 in [0, 1] {
            var maker = XCFMaker(version: version, base: 1, compression: compression)
            maker.precision = precision
            maker.layers = [Layer(pixel: [sample], kind: 2)]
            let first = try await Self.first(maker)
            #expect(first == [value, value, value, 255], "\(precision), \(compression)")
        }
    }

    @Test func `use the colors of their palette, or gray`() async throws {
        var maker = XCFMaker(version: 1, base: 2, precision: nil)
        maker.properties = [(1, XCFMaker.four(2) + [1, 2, 3, 40, 50, 60])]
        maker.layers = [Layer(pixel: Self.bytes(1, 255), kind: 5)]
        #expect(try await Self.first(maker) == [40, 50, 60, 255])
        maker.layers = [Layer(pixel: Self.bytes(9), kind: 4)]
        #expect(try await Self.first(maker) == [0, 0, 0, 255])
    }

    @Test func `compose layers by position, opacity, mask, and visibility`() async throws {
        let white = Layer(pixel: Self.bytes(255, 255, 255), kind: 0)
        let black = Self.bytes(0, 0, 0, 255)
        var maker = XCFMaker()
        // Old modes reckon with what the eye sees, so half of it is grey.
        maker.layers = [Layer(pixel: black, properties: [(6, [128])]), white]
        #expect(try await Self.first(maker) == [127, 127, 127, 255])
        // The new "normal" reckons with light.
        maker.layers[0].properties.append((7, [28]))
        #expect(try await Self.first(maker) == [187, 187, 187, 255])
        maker.layers[0].properties = [(33, [Float(0.25).bitPattern])]
        #expect(try await Self.first(maker) == [191, 191, 191, 255])
        maker.layers[0] = Layer(pixel: black, mask: [51])
        #expect(try await Self.first(maker) == [204, 204, 204, 255])
        maker.layers[0].properties = [(11, [0])]
        #expect(try await Self.first(maker) == [0, 0, 0, 255])
        maker.layers[0] = Layer(pixel: black, properties: [(8, [0])])
        #expect(try await Self.first(maker) == [255, 255, 255, 255])
        maker.layers[0] = Layer(frame: (1, -1, 4, 2), pixel: black)
        #expect(try await Self.first(maker) == [255, 255, 255, 255])
        #expect(try await Self.first(maker, at: 1) == [0, 0, 0, 255])
        #expect(try await Self.first(maker, at: 5) == [255, 255, 255, 255])
        maker.layers = [Layer(frame: (2, 0, 2, 4), pixel: black)]
        #expect(try await Self.first(maker) == [0, 0, 0, 0])
    }

    private static let modes: [(UInt32, [UInt8], [UInt8])] = [
        // Over [200, 100, 50]: multiply, screen, difference, addition, subtract, darken, lighten.
        (3, [20, 40, 60], [16, 16, 12, 255]), (4, [20, 40, 60], [204, 124, 98, 255]),
        (6, [20, 140, 60], [180, 40, 10, 255]), (7, [100, 40, 60], [255, 140, 110, 255]),
        (8, [20, 140, 60], [180, 0, 0, 255]), (9, [20, 140, 60], [20, 100, 50, 255]),
        (10, [20, 140, 60], [200, 140, 60, 255]),
        // Divide, dodge, burn, hard light, grain extract and merge.
        (15, [255, 200, 100], [200, 128, 128, 255]), (16, [0, 155, 55], [200, 255, 64, 255]),
        (17, [255, 155, 255], [200, 0, 50, 255]), (18, [0, 255, 0], [0, 255, 0, 255]),
        (20, [200, 100, 50], [128, 128, 128, 255]), (21, [128, 128, 128], [201, 101, 51, 255]),
        // Hue, saturation, colour, value: of a blue, a grey, a grey, a darker one.
        (37, [0, 0, 255], [50, 50, 200, 255]), (38, [90, 90, 90], [200, 200, 200, 255]),
        (39, [90, 90, 90], [125, 125, 125, 255]), (40, [0, 100, 0], [100, 50, 25, 255]),
        // Exclusion, linear burn, pin light, hard mix.
        (52, [255, 255, 0], [55, 155, 50, 255]), (53, [100, 200, 255], [45, 45, 50, 255]),
        (49, [0, 255, 128], [0, 255, 50, 255]), (51, [100, 100, 100], [255, 0, 0, 255]),
        // Erase, and a mode that is not known.
        (58, [1, 1, 1], [200, 100, 50, 0]), (999, [1, 2, 3], [1, 2, 3, 255]),
    ]

    @Test(arguments: modes)
    func `blend colors by their modes`(
        mode: UInt32,
        layer: [UInt8],
        result: [UInt8]
    ) async throws {
        var maker = XCFMaker()
        maker.layers = [
            Layer(pixel: layer.map { [$0] } + [[255]], properties: [(7, [mode])]),
            Layer(pixel: Self.bytes(200, 100, 50, 255)),
        ]
        let found = try await Self.first(maker)
        let isNear = zip(found, result).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(isNear, "\(mode): \(found)")
        // Where nothing is below, a mode has nothing to mix with.
        maker.layers[1] = Layer(frame: (2, 2, 1, 1), pixel: Self.bytes(1, 1, 1, 255))
        let alone = try await Self.first(maker)
        if ![999, 58].contains(mode) { #expect(alone[3] == 0, "\(mode)") }
    }

    @Test func `compose groups before they are blended with the layers below`() async throws {
        let white = Layer(pixel: Self.bytes(255, 255, 255), kind: 0)
        func group(_ properties: [(UInt32, [UInt32])]) -> Layer {
            Layer(pixel: Self.bytes(9, 9, 9, 255), properties: [(29, [])] + properties)
        }
        let black = Layer(pixel: Self.bytes(0, 0, 0, 255), properties: [(30, [0, 0])])
        let red = Layer(pixel: Self.bytes(255, 0, 0, 255), properties: [(30, [0, 1])])
        var maker = XCFMaker(layers: [group([(6, [51])]), black, red, white])
        #expect(try await Self.first(maker) == [204, 204, 204, 255])
        maker.layers[0] = group([(8, [0])])
        #expect(try await Self.first(maker) == [255, 255, 255, 255])
        // Multiplied within a group there is nothing below; passed through, there is the white.
        maker.layers = [
            group([(7, [61])]),
            Layer(pixel: Self.bytes(9, 9, 9, 255), properties: [(30, [0, 0]), (8, [0])]),
            Layer(pixel: Self.bytes(255, 0, 0, 255), properties: [(30, [0, 1]), (6, [51])]), white,
        ]
        let passed = try await Self.first(maker)
        #expect(passed[0] == 255 && passed[1] > 200, "\(passed)")
    }

    @Test func `that are truncated show what they have`() async throws {
        var maker = XCFMaker()
        maker.layers = [
            Layer(pixel: Self.bytes(1, 2, 3, 255)), Layer(pixel: Self.bytes(9, 9, 9, 255)),
        ]
        let whole = maker.bytes
        try await withFixtures { fixtures in
            for count in stride(from: 0, to: whole.count, by: 3) {
                let path = try fixtures.write(Array(whole.prefix(count)), as: "cut.xcf")
                try await withFile(path) { descriptor in
                    let pixels = XCFImage(descriptor)?.pixels()
                    #expect(pixels == nil || pixels?.count == 64)
                }
            }
            // Not the size, which may be any; only what has to agree with it.
            for place in stride(from: 22, to: whole.count, by: 2) {
                for value: UInt8 in [0x7F, 0xFF] {
                    var changed = whole
                    changed[place] = value
                    let path = try fixtures.write(changed, as: "changed.xcf")
                    try await withFile(path) { descriptor in
                        let image = XCFImage(descriptor)
                        let pixels = image?.pixels()
                        #expect(
                            pixels.map { $0.count == image.map { $0.width * $0.height * 4 } }
                                != false
                        )
                    }
                }
            }
        }
    }

    @Test func `use their profile, even a gray one`() async throws {
        func number(_ value: UInt32) -> [UInt8] { XCFMaker.four(value) }
        // Grey as light is counted: a curve of no entries is a straight line.
        let curve = Array("curv".utf8) + number(0) + number(0)
        let white = Array("XYZ ".utf8) + number(0) + XCFMaker.four(0xF6D6, 0x10000, 0xD32D)
        let tags =
            number(2) + Array("kTRC".utf8) + XCFMaker.four(156, 12) + Array("wtpt".utf8)
            + XCFMaker.four(168, 20)
        var header = [UInt8](repeating: 0, count: 128)
        func put(_ bytes: [UInt8], at place: Int) {
            header.replaceSubrange(place..<place + bytes.count, with: bytes)
        }
        put(number(188), at: 0)
        put([2, 0x10], at: 8)
        put(Array("mntrGRAYXYZ ".utf8), at: 12)
        put(Array("acsp".utf8), at: 36)
        put(XCFMaker.four(0xF6D6, 0x10000, 0xD32D), at: 68)
        let profile = header + tags + curve + white
        let parasite =
            number(12) + Array("icc-profile\0".utf8) + XCFMaker.four(1, UInt32(profile.count))
            + profile
        var maker = XCFMaker(base: 1)
        maker.layers = [Layer(pixel: Self.bytes(55), kind: 2)]
        try await withFixtures { fixtures in
            try await withPreviewer { previewer in
                for (properties, value) in [([], 55), ([(21 as UInt32, parasite)], 128)] {
                    maker.properties = properties
                    let path = try fixtures.write(maker.bytes, as: "a.xcf")
                    let picture = try await thumbnail(previewer, path)
                    #expect(abs(Int(picture.pixels[0]) - value) <= 2, "\(picture.pixels[0])")
                    #expect(picture.isOpaque && picture.size == "4x4")
                }
            }
        }
    }
}
