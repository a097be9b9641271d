import Foundation
import ProofKit

/// Files of bytes.
extension OddFile {
    /// Each sample of the structured formats, with other numbers.
    static let samples: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] =
        StructuredSample.all.map { sample in
            let ending = sample.name.split(separator: ".").last.map(String.init) ?? ""
            return (
                ending,
                { values in
                    if let text = String(validating: sample.bytes, as: UTF8.self),
                        !sample.bytes.contains(0)
                    {
                        return Array(values.change(text).utf8)
                    }
                    var bytes = sample.bytes
                    // The streams of a compound file begin after its tables: most changes leave those alone.
                    let isCompound = bytes.starts(with: [0xD0, 0xCF])
                    values.change(&bytes, from: isCompound && !values.chance(8) ? 2_560 : 0)
                    return bytes
                }
            )
        }

    static let pictures: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] = [
        ("xcf", layers), ("xcf", layers),
        ("dds", texture), ("dds", texture),
        (
            "qoi",
            { values in
                changed(
                    PixelMaker("qoif").big(9, 9).adding([4, 0]).adding(noise(&values)).bytes,
                    &values
                )
            }
        ),
        (
            "icns",
            { values in
                let kind = values.pick([
                    "it32", "is32", "ic04", "icp4", "ICN#", "l8mk", "ic07", "TOC ",
                ])
                return changed(
                    PixelMaker("icns").big(2_064).adding(Array(kind.utf8)).big(2_056)
                        .adding(noise(&values)).bytes,
                    &values
                )
            }
        ),
        (
            "gbr",
            { values in
                changed(
                    PixelMaker().big(30, 2, 8, 8, values.pick([1, 4])).adding(Array("GIMP".utf8))
                        .big(10)
                        .adding([0x78, 0]).adding(noise(&values)).bytes,
                    &values
                )
            }
        ),
        (
            "tga",
            { values in
                let kind = values.pick([1, 2, 3, 9, 10, 11] as [UInt8])
                let depth = values.pick([8, 15, 16, 24, 32] as [UInt8])
                let header: [UInt8] = [
                    0, kind % 8 == 1 ? 1 : 0, kind, 0, 0, 4, 0, 24, 0, 0, 0, 0, 9, 0, 7, 0, depth,
                    0x28,
                ]
                return changed(header + noise(&values), &values)
            }
        ),
        (
            "fits",
            { values in
                var cards = [
                    "SIMPLE  =                    T",
                    "BITPIX  = \(values.pick(["8", "16", "-32", "-64", "32", "64", "7"]))",
                ]
                cards += [
                    "NAXIS   = \(values.number())", "NAXIS1  = \(values.number())",
                    "NAXIS2  = \(values.number())",
                ]
                cards += [
                    "BSCALE  = \(values.decimal())", "BZERO   = \(values.decimal())",
                    "BLANK = \(values.number())", "END",
                ]
                let header = cards.map { $0.padding(toLength: 80, withPad: " ", startingAt: 0) }
                    .joined()
                return Array(header.padding(toLength: 2_880, withPad: " ", startingAt: 0).utf8)
                    + noise(&values)
            }
        ),
        (
            "pfm",
            { values in
                Array("PF\n\(values.number()) \(values.number())\n\(values.decimal())\n".utf8)
                    + noise(&values)
            }
        ),
        (
            "bmp",
            { values in
                let depth = values.pick([1, 4, 8, 16, 24, 32])
                let start = PixelMaker("BM").little(4, 2_102, 0, 54, 40, 9, 7)
                return changed(
                    start.little(2, 1, UInt32(depth)).little(
                        4,
                        values.pick([0, 1, 2, 3]),
                        0,
                        0,
                        0,
                        0,
                        0
                    )
                    .adding(noise(&values)).bytes,
                    &values
                )
            }
        ),
        (
            "gif",
            { values in
                changed(
                    Array("GIF89a".utf8) + [
                        9, 0, 7, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 9, 0, 7,
                        0, 0, 2,
                    ]
                        + [12] + noise(&values).prefix(12) + [0, 0x3B],
                    &values
                )
            }
        ),
        (
            "nef",
            { values in
                var bytes = PhotoMaker.tiff(
                    [
                        .init(
                            numbers: [(0x103, 6), (0x10F, 1)],
                            pictures: [(0x201, 0x202, [0xFF, 0xD8, 0xFF, 0xD9])],
                            below: [.init()]
                        )
                    ],
                    orientation: 6
                )
                values.change(&bytes)
                return bytes
            }
        ),
        (
            "jpg",
            { values in
                var tiff = PhotoMaker.tiff(
                    [.init(), .init(pictures: [(0x201, 0x202, [0xFF, 0xD8, 0xFF, 0xD9])])],
                    orientation: 6
                )
                values.change(&tiff)
                return PhotoMaker.photo([0xFF, 0xD8, 0xFF, 0xD9], exif: tiff)
            }
        ),
    ]

    private static func changed(_ bytes: [UInt8], _ values: inout OddValues) -> [UInt8] {
        var bytes = bytes
        if !values.chance(8) { values.change(&bytes) }
        if values.chance(10) {
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &values.dice)))
        }
        return bytes
    }

    private static func noise(_ values: inout OddValues) -> [UInt8] {
        (0..<2_048).map { _ in UInt8.random(in: 0...255, using: &values.dice) }
    }

    private static func texture(_ values: inout OddValues) -> [UInt8] {
        let data = noise(&values)
        if values.chance(3) {
            let code = values.pick([
                "DXT1", "DXT3", "DXT5", "ATI1", "BC5S", "\u{24}\0\0\0", "t\0\0\0",
            ])
            return changed(PixelMaker.dds(13, 7, code: code, data), &values)
        }
        if values.chance(3) {
            let masks = (
                values.pick([0xFF, 0, .max, 0xF800] as [UInt32]), UInt32(0x7E0), UInt32(0x1F),
                UInt32(0)
            )
            return changed(
                PixelMaker.dds(
                    13,
                    7,
                    flags: values.pick([0x40, 0x41, 2, 0x20000]),
                    depth: values.pick([8, 16, 24, 32, 64]),
                    masks,
                    data
                ),
                &values
            )
        }
        return changed(
            PixelMaker.dds(13, 7, format: UInt32.random(in: 0...120, using: &values.dice), data),
            &values
        )
    }

    private static func layers(_ values: inout OddValues) -> [UInt8] {
        var file = XCFMaker()
        file.version = values.pick([0, 1, 3, 4, 5, 7, 11, 12, 13])
        file.base = values.pick([0, 0, 1, 2])
        file.precision = values.pick([100, 150, 200, 250, 300, 350, 500, 550, 600, 650, 700, 750])
        file.compression = values.pick([0, 1, 2])
        if values.chance(3) {
            file.properties = [
                (values.pick([1, 17, 21, 19, 22]), [0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7])
            ]
        }
        for _ in 0..<Int.random(in: 1...3, using: &values.dice) {
            var layer = XCFMaker.Layer()
            layer.kind = values.pick([0, 1, 2, 3, 4, 5])
            layer.frame = (
                values.pick([0, -3, 100, Int(Int32.min)]), values.pick([0, 2, Int(Int32.max)]), 4, 4
            )
            layer.pixel = [[10, 20, 30, 255].map { $0 }]
            layer.properties = [
                (
                    values.pick([6, 7, 8, 11, 29, 30, 33, 35, 36, 37]),
                    [UInt32.random(in: 0...60, using: &values.dice)]
                )
            ]
            if values.chance(3) { layer.mask = [128] }
            file.layers.append(layer)
        }
        return changed(file.bytes, &values)
    }
}
