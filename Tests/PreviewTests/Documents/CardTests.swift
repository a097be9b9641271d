import Foundation
import Testing

@testable import QuickPreview

struct `Cards` {
    private func card(
        _ name: String = "report.docx",
        type: String = "application/pdf",
        reason: PreviewError? = nil,
        language: PreviewLanguage = .english,
        size: Int = 256
    ) async throws -> PreviewImage {
        var image: PreviewImage?
        try await withPreviewer { previewer in
            image = try await previewer.card(
                name: name,
                type: FileType(rawValue: type),
                bytes: 1_500_000,
                reason: reason,
                language: language,
                size: size
            )
        }
        return try #require(image)
    }

    @Test func `have an icon above the text, on a sheet with round corners`() async throws {
        let image = try await card()
        #expect(image.size == "256x256")
        #expect(image.pixel(0, 0)[3] == 0, "transparent around the sheet")
        #expect(image.pixel(0.5, 0.05)[3] == 255)
        #expect(image.ink(across: 0.3...0.7, down: 0.15...0.6) > 0.02, "icon")
        #expect(image.ink(across: 0.1...0.9, down: 0.68...0.95) > 0.02, "words")
    }

    @Test(arguments: [16, 48, 95, 96, 128, 512, 2048])
    func `are drawn at every size`(size: Int) async throws {
        let image = try await card(size: size)
        #expect(image.size == "\(size)x\(size)")
        #expect(image.pixels.contains { $0 != 0 && $0 != 255 })
    }

    @Test func `show the reason in the user's language, with a symbol`() async throws {
        let plain = try await card()
        let locked = try await card(reason: PreviewError(.encrypted, ""))
        let damaged = try await card(reason: PreviewError(.damaged, ""))
        let chinese = try await card(
            reason: PreviewError(.damaged, ""),
            language: .simplifiedChinese
        )
        let slow = try await card(reason: PreviewError(.timeLimit, ""))
        #expect(Set([plain, locked, damaged, chinese, slow].map(\.pixels)).count == 5)
        let yellow = damaged.pixels.indices.filter { index in
            index % 4 == 0 && damaged.pixels[index] > 230 && damaged.pixels[index + 2] < 40
        }
        #expect(yellow.count > 200, "a warning sign")
    }

    @Test(arguments: [
        (PreviewError.Code.encrypted, "Password needed", "需要密码"),
        (.damaged, "Damaged", "文件已损坏"), (.pixelLimit, "Too large to show", "文件过大，无法显示"),
        (.timeLimit, "Took too long", "耗时过长"), (.processorLimit, "Took too long", "耗时过长"),
        (.forbiddenCall, "Cannot be shown", "无法显示"),
        (.crashedBefore, "Cannot be shown", "无法显示"), (.noPreview, "", ""),
    ])
    func `have a text for each reason`(code: PreviewError.Code, english: String, chinese: String) {
        #expect(PreviewError(code, "").onCard(.english).0 == english)
        #expect(PreviewError(code, "").onCard(.simplifiedChinese).0 == chinese)
    }

    @Test func `name the package that is missing`() {
        let error = PreviewError(refusal: .renderer, by: .images)
        #expect(error.message.hasSuffix("Install the package libvips42."))
        #expect(error.message(in: .simplifiedChinese).hasSuffix("请安装软件包 libvips42。"))
        #expect(error.onCard(.english).0 == "Needs package libvips42")
        #expect(error.onCard(.simplifiedChinese).0 == "需要软件包 libvips42")
    }

    @Test func `name the package that the helper lacks`() {
        let needed = RendererFamily.allCases.map { family in
            PreviewError(refusal: .renderer, by: family).reason(in: .english)
        }
        #expect(
            needed.prefix(4) == [
                "Needs package libpoppler-glib8", "Needs package libvips42",
                "Needs package libpangocairo-1.0-0", "Needs package libmagickwand-6.q16-6",
            ]
        )
        #expect(Set(needed).count == RendererFamily.allCases.count)
    }

    @Test func `show names literally, without markup or bidirectional overrides`() async throws {
        let markup = try await card("<b>x</b>.txt")
        #expect(markup.pixels != (try await card("x.txt")).pixels)
        let turned = try await card("report\u{202E}fdp.exe")
        let plain = try await card("report fdp.exe")
        #expect(turned.pixels == plain.pixels)
        let message = CardMessage(name: "a\nb\u{202E}c", kind: "k")
        #expect(CardMessage(decoding: message.encoded())?.name == "a b c")
    }

    @Test func `cut long names in the middle`() async throws {
        let start = String(repeating: "a", count: 300)
        let one = try await card(start + "b.txt")
        let other = try await card(start + "c.txt")
        #expect(one.pixels != other.pixels, "the end is there")
        #expect(one.ink(across: 0...0.03, down: 0.6...0.9) < 0.05)
    }

    @Test func `draw a blank sheet if no theme has an icon`() async throws {
        try await withFixtures { fixtures in
            let none = IconTheme(bases: [fixtures.path("icons")], databases: [], chosen: nil)
            #expect(none.icon(for: .pdf, pixels: 48) == nil)
        }
        let card = CardMessage(name: "a.xyz", kind: "k")
        let bytes = card.encoded()
        try await withPreviewer { previewer in
            guard let empty = Descriptor.sealed([]) else {
                Issue.record("no memory file")
                return
            }
            let image = try await previewer.perform(
                .card,
                of: empty.number,
                name: "",
                payload: bytes
            ) { $0.pixels = 256 }.image
            #expect(try #require(image).ink(across: 0.3...0.7, down: 0.15...0.6) > 0.01)
        }
    }

    @Test func `with malformed contents are refused`() async throws {
        #expect(CardMessage(decoding: []) == nil)
        #expect(CardMessage(decoding: [UInt8](repeating: 255, count: 99)) == nil)
        #expect(ListingMessage(decoding: [1, 2, 3]) == nil)
        var long = CardMessage(name: String(repeating: "é", count: 5_000), kind: "").encoded()
        #expect(long.count <= CardMessage.sizeLimit)
        long.append(0)
        #expect(CardMessage(decoding: long) == nil)
    }

    @Test func `replace a picture that does not exist`() async throws {
        try await withFixtures { fixtures in
            let junk = try fixtures.write([0, 1, 2, 3, 250, 251, 252], as: "a.bin")
            let output = fixtures.path("card.png")
            let without = try execute(program("qpreview"), ["thumbnail", junk, output])
            #expect(without.code == 3)
            #expect(!FileManager.default.fileExists(atPath: output))
            let with = try execute(program("qpreview"), ["thumbnail", "--card", junk, output])
            #expect(with.code == 0, "\(with.errors)")
            #expect(try run("vipsheader", output).contains("256x256"))
            let missing = try execute(
                program("qpreview"),
                ["thumbnail", "--card", fixtures.path("none"), output]
            )
            #expect(missing.code == 66)
        }
    }
}

struct `Icon themes` {
    /// A theme with an icon in some folders, each with the size that it says.
    private func theme(
        _ fixtures: Fixtures,
        _ name: String,
        inherits: String = "",
        icons: [(folder: String, size: Int, icon: String)]
    ) throws {
        var index = "[Icon Theme]\nName=\(name)\nInherits=\(inherits)\n"
        for (folder, size, icon) in icons {
            index += "[\(folder)]\nSize=\(size)\n"
            try run("mkdir", "-p", fixtures.path("icons/\(name)/\(folder)"))
            _ = try fixtures.write("x", as: "icons/\(name)/\(folder)/\(icon)")
        }
        try run("mkdir", "-p", fixtures.path("icons/\(name)"))
        _ = try fixtures.write(index, as: "icons/\(name)/index.theme")
    }

    @Test func `provide an icon that need not be enlarged`() async throws {
        try await withFixtures { fixtures in
            try theme(
                fixtures,
                "Mine",
                inherits: "Adwaita",
                icons: [
                    ("16", 16, "application-pdf.png"), ("64", 64, "application-pdf.png"),
                    ("256", 256, "application-pdf.png"),
                ]
            )
            try theme(fixtures, "Adwaita", icons: [("48", 48, "x-office-document.png")])
            try run("mkdir", fixtures.path("mime"))
            _ = try fixtures.write(
                "application/msword:x-office-document\n",
                as: "mime/generic-icons"
            )
            let themes = IconTheme(
                bases: [fixtures.path("icons")],
                databases: [fixtures.path("mime")],
                chosen: "Mine"
            )
            #expect(
                themes.icon(for: .pdf, pixels: 48)?.hasSuffix("Mine/64/application-pdf.png") == true
            )
            #expect(
                themes.icon(for: .pdf, pixels: 999)?.hasSuffix("256/application-pdf.png") == true
            )
            let word = FileType(rawValue: "application/msword")
            #expect(
                themes.icon(for: word, pixels: 16)?.hasSuffix("Adwaita/48/x-office-document.png")
                    == true
            )
            #expect(themes.icon(for: FileType(rawValue: "../../etc/passwd"), pixels: 16) == nil)
        }
    }
}
