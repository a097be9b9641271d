import Foundation
import PrintModel
import Testing

private let a4 = DocumentFacts.PageSizes(count: 1, width: 595.276, height: 841.89)
private let letter = DocumentFacts.PageSizes(count: 1, width: 612, height: 792)
private let wideLetter = DocumentFacts.PageSizes(count: 1, width: 792, height: 612)

@Suite struct `The name of a medium` {
    @Test(arguments: [
        ("A4", "iso_a4_210x297mm"), ("210x297mm", "iso_a4_210x297mm"),
        ("8.5x11in", "na_letter_8.5x11in"), ("21x29.7cm", "iso_a4_210x297mm"),
        ("Custom.70x120mm", "custom_70x120mm_70x120mm"),
        ("custom.7x12cm", "custom_70x120mm_70x120mm"),
        ("Custom.2x3in", "custom_50.8x76.2mm_50.8x76.2mm"),
        ("Custom.72x144", "custom_25.4x50.8mm_25.4x50.8mm"),
        ("Custom.72x144pt", "custom_25.4x50.8mm_25.4x50.8mm"),
        ("Custom.595x842", "iso_a4_210x297mm"), ("50x80mm", "custom_50x80mm_50x80mm"),
        ("72x144", "72x144"), ("Custom.0x5mm", "Custom.0x5mm"), ("axbmm", "axbmm"),
        ("iso_a4_210x297mm", "iso_a4_210x297mm"), ("roll", "roll"),
    ])
    func `is what people type, in any unit`(_ typed: String, _ name: String) {
        #expect(MediaName(typed: typed).rawValue == name)
    }

    @Test func `that is a size means the printer's medium of that size`() throws {
        let size = MediaName(rawValue: "custom_210x297mm_210x297mm")
        let check = Admission(printer: Sample.printer())
            .check(Sample.document(), ticket: PrintTicket(media: size))
        #expect(check.plan?.media == .a4)
    }

    @Test func `at the end of what can be set is that end`() throws {
        var able = Sample.officeAbilities
        able.media += ["custom_min_25.4x25.4mm", "custom_max_101.6x508mm"]
            .map(MediaName.init(rawValue:))
        let label = Sample.printer(capabilities: able)
        func media(_ typed: String) -> String? {
            Admission(printer: label)
                .check(Sample.document(), ticket: PrintTicket(media: MediaName(typed: typed)))
                .plan?.media?.rawValue
        }
        #expect(media("25x25mm") == "custom_25.4x25.4mm_25.4x25.4mm")
        #expect(media("102x508mm") == "custom_101.6x508mm_101.6x508mm")
        #expect(media("50x70mm") == "custom_50x70mm_50x70mm")
        #expect(media("24x50mm") == nil)
    }
}

@Suite struct `The paper of a document` {
    private func check(
        _ sizes: [DocumentFacts.PageSizes],
        _ ticket: PrintTicket = PrintTicket(),
        habits: PrintTicket = PrintTicket(),
        loaded: [MediaName] = [.a4, .letter],
        _ change: (inout PrinterCapabilities) -> Void = { _ in }
    ) -> PrintCheck {
        var able = Sample.officeAbilities
        able.mediaReady = loaded
        able.sources = ["main"]
        change(&able)
        var document = Sample.document(pages: sizes.count)
        document.pageSizes = sizes
        return Admission(printer: Sample.printer(capabilities: able), habits: habits)
            .check(document, ticket: ticket)
    }

    @Test func `is what it is made for, where that is loaded`() {
        let check = check([letter, letter])
        #expect(check.plan?.media == .letter)
        #expect(check.notices == [])
        #expect(self.check([wideLetter]).plan?.media == .letter)
        #expect(self.check([a4]).plan?.media == .a4)
    }

    @Test func `is the printer's own where its own is not loaded`() {
        let check = check([letter], loaded: [.a4])
        #expect(check.plan?.media == .a4)
        #expect(check.notices.map(\.code) == [.scaled])
    }

    @Test func `is not that of the pixels of a picture`() {
        var text = Sample.document(pages: 1)
        text.pageSizes = [letter]
        var photo = Sample.document("photo.jpg", type: "image/jpeg", pages: 1)
        photo.pageSizes = [DocumentFacts.PageSizes(count: 1, width: 4000, height: 3000)]
        var able = Sample.officeAbilities
        let a3 = MediaName(rawValue: "iso_a3_297x420mm")
        able.media = [.a4, .letter, a3]
        able.mediaReady = [.letter, a3]
        let check = Admission(printer: Sample.printer(capabilities: able))
            .check(DocumentFacts(id: "all", joining: [text, photo, photo]), ticket: PrintTicket())
        #expect(check.plan?.media == .letter)
    }

    @Test func `is named where pages are much smaller than the sheet`() {
        let envelope = DocumentFacts.PageSizes(count: 1, width: 623.6, height: 311.8)
        let small = DocumentFacts.PageSizes(count: 1, width: 419.5, height: 595.3)
        let narrow = DocumentFacts.PageSizes(count: 1, width: 498.9, height: 708.7)
        let names = ["iso_dl_110x220mm", "iso_a5_148x210mm", "iso_b5_176x250mm"]
        let all = { (able: inout PrinterCapabilities) in
            able.media += names.map(MediaName.init(rawValue:))
        }
        func sentences(
            _ page: DocumentFacts.PageSizes,
            _ ticket: PrintTicket = PrintTicket(),
            loaded: [MediaName] = [.a4]
        ) -> [String] {
            check([page], ticket, loaded: loaded, all).notices
                .filter { $0.code == .smallerPages }.map { "\($0.message) \($0.remedy)" }
        }
        #expect(
            sentences(envelope) == [
                "Page 1 of 'report.pdf' is much smaller than A4 paper. To print on DL paper, load it and add --media iso_dl_110x220mm."
            ]
        )
        #expect(sentences(small).count == 1 && sentences(small, loaded: []).count == 1)
        // As large as most of the sheet, wanted so, or chosen by itself.
        #expect(sentences(narrow) == [] && sentences(a4) == [])
        #expect(sentences(small, PrintTicket(media: .a4)) == [])
        #expect(sentences(small, PrintTicket(scaling: .fit)) == [])
        #expect(sentences(small, PrintTicket(numberUp: 2)) == [])
        #expect(sentences(small, loaded: [.a4, MediaName(rawValue: names[1])]) == [])
        // Nothing to name.
        #expect(check([envelope], loaded: [.a4]).notices == [])
    }

    @Test func `is what lies in the tray that is named`() throws {
        let fill = { (able: inout PrinterCapabilities) in
            able.sources = ["auto", "main", "side"]
            able.sourceMedia = ["main": [.a4], "side": [.letter]]
        }
        let side = check([a4], PrintTicket(source: "side"), fill)
        #expect(side.plan?.media == .letter)
        #expect(side.notices.map(\.code) == [.scaled])
        #expect(check([letter], PrintTicket(source: "auto"), fill).plan?.media == .letter)
        let both = check([a4], PrintTicket(media: .a4, source: "side"), fill)
        #expect(both.plan?.media == .a4 && both.obstacles == [])
        #expect(
            both.notices.map(\.message) == [
                "Tray 'side' of 'office' has Letter paper, not A4."
            ]
        )
    }

    @Test(arguments: [
        (["na_letter_8.5x11in", "iso_a3_297x420mm"], "na_letter_8.5x11in"),
        (["iso_a3_297x420mm", "iso_c4_229x324mm"], "iso_a3_297x420mm"),
        // Envelopes, labels, photo paper, and rolls are not for letters.
        (["iso_c4_229x324mm", "na_govt-letter_8x10in"], "iso_a4_210x297mm"),
        (["oe_label_8.5x11in", "na_number-10_4.125x9.5in"], "iso_a4_210x297mm"),
        (["iso_a6_105x148mm", "roll_max_210x1000mm"], "iso_a4_210x297mm"),
        (["na_letter_8.5x11in", "iso_a4_210x297mm"], "iso_a4_210x297mm"),
        ([], "iso_a4_210x297mm"),
    ])
    func `is the nearest that is loaded, where the printer's default is not`(
        loaded: [String],
        chosen: String
    ) {
        let loaded = loaded.map { MediaName(rawValue: $0) }
        let known = { (able: inout PrinterCapabilities) in able.media = [.a4] + loaded }
        for sizes in [[a4], []] {
            let check = check(sizes, loaded: loaded, known)
            #expect(check.plan?.media?.rawValue == chosen)
            let isThere = loaded.isEmpty || loaded.contains(MediaName(rawValue: chosen))
            #expect(check.notices.contains { $0.code == .mediaNotLoaded } == !isThere)
        }
    }

    @Test func `gives way to the ticket, a habit and a tray`() throws {
        #expect(check([letter], PrintTicket(media: .a4)).plan?.media == .a4)
        #expect(check([letter], habits: PrintTicket(media: .a4)).plan?.media == .a4)
        #expect(check([letter], PrintTicket(source: "main")).plan?.media == .a4)
        #expect(check([letter], PrintTicket(source: "default")).plan?.media == .letter)
    }

    @Test func `is that of most of the chosen pages, and the others are told`() throws {
        let mixed = [a4, letter, a4, letter, letter]
        let all = check(mixed)
        #expect(all.plan?.media == .letter)
        let notice = try #require(all.notices.first { $0.code == .mixedSizes })
        #expect(notice.parameters["pages"] == "1,3")
        #expect(notice.parameters["other"] == MediaName.a4.rawValue)
        #expect(notice.remedy.hasSuffix("--pages 1,3"))
        let some = check(mixed, PrintTicket(pages: try Sample.pages("1,3")))
        #expect(some.plan?.media == .a4)
        #expect(some.notices == [])
    }

    @Test func `stands in the way of nothing that was asked for`() {
        let check = check([letter], PrintTicket(sides: .twoSidedLongEdge)) { able in
            able.constraints = [
                OptionConstraint(values: [
                    "media": [MediaName.letter.rawValue], "sides": ["two-sided-long-edge"],
                ])
            ]
        }
        #expect(check.obstacles == [])
        #expect(check.plan?.media == .a4)
    }

    @Test func `is what the options show as the default`() {
        var document = Sample.document(pages: 1)
        document.pageSizes = [letter]
        var able = Sample.officeAbilities
        able.mediaReady = [.a4, .letter]
        let options = PrinterOptions(
            printer: Sample.printer(capabilities: able),
            document: document
        )
        #expect(
            options.options.first { $0.name == "media" }?.defaultValue == MediaName.letter.rawValue
        )
    }

    @Test func `too small for several pages is told with all of them`() {
        let large = DocumentFacts.PageSizes(count: 2, width: 842, height: 1191)
        let check = check([a4, large, large], loaded: [.a4])
        #expect(check.notices.first?.parameters["page"] == "2")
        #expect(
            check.notices.first?.message
                == "Pages 2-3 of 'report.pdf' are larger than A4 paper and will be made smaller."
        )
    }
}

@Suite struct `A habit` {
    private let habits = PrintTicket(
        reverse: true,
        copies: 2,
        collate: false,
        sides: .twoSidedLongEdge,
        source: "by-pass-tray",
        color: .monochrome,
        quality: .draft,
        orientation: .landscape,
        numberUp: 2,
        scaling: .fill,
        finishings: ["punch"],
        outputBin: "stacker-1",
        attributes: ["printer-darkness": "3", "job-sheets": "standard"],
        numberUpLayout: .btrl,
        position: .top,
        mirror: true,
        border: .single
    )

    @Test func `can be switched off by the ticket, whatever it is`() throws {
        let ticket = PrintTicket(
            pageSet: .all,
            reverse: false,
            copies: 1,
            collate: true,
            sides: .oneSided,
            source: "default",
            color: .auto,
            quality: .normal,
            orientation: .auto,
            numberUp: 1,
            scaling: .auto,
            finishings: ["none"],
            outputBin: "default",
            attributes: ["printer-darkness": "default", "job-sheets": "none"],
            numberUpLayout: .lrtb,
            position: .center,
            mirror: false,
            border: PageBorder.none
        )
        func plan(_ habits: PrintTicket) throws -> PrintPlan {
            let check = Admission(printer: Sample.finisherPrinter, habits: habits)
                .check(Sample.document(), ticket: ticket)
            #expect(check.obstacles == [])
            return try #require(check.plan)
        }
        let plain = try plan(PrintTicket())
        #expect(try plan(habits) == plain)
        #expect(plain.finishings == ["none"])
        #expect(plain.source == nil)
        #expect(plain.outputBin == nil)
        #expect(plain.attributes == [:])
        #expect(plain.orientation == nil)
    }
}
