import Foundation
import Testing

@testable import PreviewModel
@testable import QuickPreview

/// The list of formats, from which everything else about them follows.
struct Formats {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `have types and extensions of their own`() {
        for names in [
            DocumentFormat.all.flatMap(\.types), DocumentFormat.all.flatMap(\.extensions),
        ] {
            let several = Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys
            #expect(several.sorted() == [])
        }
        #expect(DocumentFormat.all.flatMap(\.extensions).allSatisfy { $0 == $0.lowercased() })
    }

    @Test func `are read as their types and extensions say`() {
        for format in DocumentFormat.all {
            for type in format.types {
                let found = DocumentFormat(of: FileType(rawValue: type))
                #expect(found?.name == format.name, "\(type)")
            }
            for name in format.extensions {
                #expect(DocumentFormat(nameExtension: name)?.name == format.name, "\(name)")
            }
        }
    }

    @Test func `are all in the list`() throws {
        let folder = Self.root.appendingPathComponent("Sources/Core/PreviewModel/Formats")
        let list = try text("DocumentFormat+All.swift", in: folder)
        let words = Set(list.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: /static let (\w+) = DocumentFormat\(/) {
                #expect(words.contains(String(match.1)), "\(file.lastPathComponent)")
                count += 1
            }
        }
        #expect(count == DocumentFormat.all.count)
    }

    /// With the variable UPDATE_DOCS the table is written instead.
    @Test func `are in the table of the documentation`() throws {
        let file = Self.root.appendingPathComponent("Docs/formats.md")
        let table = DocumentFormat.table
        if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
            try table.write(to: file, atomically: true, encoding: .utf8)
        }
        let isCurrent = try String(contentsOf: file, encoding: .utf8) == table
        #expect(isCurrent, "Docs/formats.md is out of date; see Docs/adding-a-format.md")
    }

    /// With the variable UPDATE_DOCS the entry is written instead.
    @Test func `are in the entry for the desktop's thumbnailers`() throws {
        let file = Self.root.appendingPathComponent("share/thumbnailers/qpreview.thumbnailer")
        let entry = DocumentFormat.thumbnailer
        if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
            try entry.write(to: file, atomically: true, encoding: .utf8)
        }
        let isCurrent = try String(contentsOf: file, encoding: .utf8) == entry
        #expect(isCurrent, "share/thumbnailers is out of date; see Docs/adding-a-format.md")
        for type in DocumentFormat.thumbnailerTypes {
            let format = DocumentFormat(of: FileType(rawValue: type))
            let holdsPicture =
                type.hasPrefix("audio/") || type.contains("apple")
                || type.contains("comicbook") || type.contains("x-cb")
            let isDrawn =
                format != nil || holdsPicture
                || ["application/epub+zip", "application/x-krita", "image/openraster"].contains(
                    type
                )
            #expect(isDrawn, "\(type)")
        }
        for format in DocumentFormat.all where format.name != DocumentFormat.archive.name {
            let named = format.types.filter { DocumentFormat.thumbnailerTypes.contains($0) }
            #expect(named == format.types, "\(format.name)")
        }
    }

    @Test func `have words for the types that they add`() {
        for type in DocumentFormat.all.flatMap(\.supplement) {
            let entry = SupplementaryTypes.shared[type.type]
            #expect(entry?.english.isEmpty == false && entry?.chinese.isEmpty == false)
        }
    }

    /// An image of each, which the library writes that reads it, or which is made by hand.
    ///
    /// Nothing that is installed writes DICOM, which has tests of its own.
    @Test(
        arguments: DocumentFormat.all.filter { $0.reader.family == .rareImages }.map(\.name)
            .filter { $0 != "DICOM" }
    )
    func `of rarer images are drawn`(name: String) async throws {
        let format = try #require(DocumentFormat.all.first { $0.name == name })
        try await withFixtures { fixtures in
            let path = try sample(of: format, fixtures)
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(format.types.contains(facts.type))
                #expect(facts.problem == nil)
                let picture = try await thumbnail(previewer, path, size: 64)
                // There is more to see than one colour.
                let pixels = picture.pixels
                let first = pixels.prefix(4)
                let isPlain = stride(from: 0, to: pixels.count, by: 4).allSatisfy {
                    pixels[$0..<($0 + 4)].elementsEqual(first)
                }
                #expect(!isPlain)
            }
        }
    }

    private func text(_ name: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private func sample(of format: DocumentFormat, _ fixtures: Fixtures) throws -> String {
        let type = format.types[0]
        if let file = `Images of old formats`.files.first(where: { $0.type == type }) {
            return try fixtures.write(file.bytes, as: "sample")
        }
        switch type {
        case "image/x-exr":
            let path = fixtures.path("sample.exr")
            try run("convert-im6.q16", fixtures.png(), path)
            return path
        case "application/x-navi-animation":
            let icon = fixtures.path("sample.ico")
            try run("vips", "magicksave", fixtures.png(), icon)
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: icon)))
            let chunk = PixelMaker("icon").little(4, UInt32(bytes.count)).adding(bytes).bytes
            let list = PixelMaker("LIST").little(4, UInt32(chunk.count + 4))
                .adding(Array("fram".utf8)).adding(chunk).bytes
            let file = PixelMaker("RIFF").little(4, UInt32(list.count + 4))
                .adding(Array("ACON".utf8)).adding(list).bytes
            return try fixtures.write(file, as: "sample.ani")
        case "image/x-xcf":
            var maker = XCFMaker()
            maker.layers = [
                XCFMaker.Layer(frame: (0, 0, 2, 4), pixel: [[255], [0], [0], [255]]),
                XCFMaker.Layer(pixel: [[0], [0], [255], [255]]),
            ]
            return try fixtures.write(maker.bytes, as: "layers.xcf")
        default:
            let named = format.extensions + format.supplement.flatMap(\.names)
            let path = fixtures.path("sample.\(try #require(named.first))")
            let isVips = format.reader == .rareImage(.vips)
            try run("vips", isVips ? "copy" : "magicksave", fixtures.png(), path)
            guard type == "image/x-win-bitmap" else { return path }
            // ImageMagick writes an icon, which differs from a cursor by a number.
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            bytes[2] = 2
            return try fixtures.write(bytes, as: "sample.cur")
        }
    }
}
