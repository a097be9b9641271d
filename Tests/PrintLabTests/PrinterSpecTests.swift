import FoundationEssentials
import Testing

@testable import PrintLab

@Suite struct `Printer specifications` {
    @Test func `are those of the contract`() {
        let names = PrinterSpec.all.map(\.name)
        let usual = ["office", "mono", "photo", "label", "slow", "broken", "empty"]
        #expect(names == usual + ["finisher", "toner", "airprint"])
    }

    @Test func `are listed in the order asked`() throws {
        #expect(try PrinterSpec.list("mono,office").map(\.name) == ["mono", "office"])
    }

    @Test(arguments: ["", "office,", "nobody", "office,office", "Office"])
    func `are refused when they do not exist or come twice`(list: String) {
        #expect {
            try PrinterSpec.list(list)
        } throws: {
            ($0 as? LabError)?.code == .unknownPrinter
        }
    }

    @Test(arguments: PrinterSpec.all)
    func `name each attribute once`(spec: PrinterSpec) {
        let names = spec.traits.attributeFile.split(separator: "\n").map {
            $0.split(separator: " ")[2]
        }
        #expect(names.count == Set(names).count)
    }

    @Test func `write rolls as ranges`() throws {
        let file = try PrinterSpec.named("label").traits.attributeFile
        #expect(file.contains("custom_min_25.4x25.4mm"))
        #expect(file.contains("custom_max_101.6x508mm"))
        #expect(file.contains("MEMBER rangeOfInteger x-dimension 2540-10160"))
    }
}

@Suite struct `Answers of the lab's own programs` {
    @Test func `end where their length says`() {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd".utf8)
        #expect(PrinterProbe.body(of: answer) == Array("abc".utf8))
        #expect(PrinterProbe.body(of: Array(answer.dropLast(2))) == nil)
    }

    @Test func `end with the last of their chunks`() {
        let answer = Array(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\n"
                .utf8
        )
        #expect(PrinterProbe.body(of: answer) == Array("abc".utf8))
        #expect(PrinterProbe.body(of: Array(answer.dropLast(6))) == nil)
    }

    @Test func `keep what is text`() {
        let name = Array("job-state-reasons".utf8)
        let message: [UInt8] =
            [2, 0, 0, 0, 0, 0, 0, 1, 2, 0x44, 0, 17] + name + [0, 2, 0x61, 0x62]
            + [0x44, 0, 0, 0, 1, 0x63, 3]
        #expect(PrinterProbe.texts(in: message) == ["job-state-reasons": ["ab", "c"]])
    }

    @Test(arguments: 9..<28)
    func `are no answers when they are cut off`(length: Int) {
        let name = Array("job-state-reasons".utf8)
        let message: [UInt8] =
            [2, 0, 0, 0, 0, 0, 0, 1, 2, 0x44, 0, 17] + name + [0, 2, 0x61, 0x62, 3]
        let texts = PrinterProbe.texts(in: Array(message.prefix(length)))
        #expect(texts == nil || texts?.isEmpty == true)
    }
}

@Suite struct `Pages` {
    @Test func `of a PDF are counted`() throws {
        try Fixture.withFolder { folder in
            let path = folder + "/a.pdf"
            try Data(Fixture.pdf(pages: 6).utf8).write(to: URL(filePath: path))
            #expect(PageCount.pages(of: path, type: "application/pdf") == 6)
        }
    }

    @Test func `of PWG raster are counted behind their packed lines`() {
        var header = [UInt8](repeating: 0, count: 1796)
        header[379] = 4  // cupsHeight
        header[391] = 24  // cupsBitsPerPixel
        header[395] = 9  // cupsBytesPerLine
        // Three lines of one repeated pixel; one line of a run and a single one.
        let lines: [UInt8] = [2, 2, 1, 2, 3, 0, 255, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9]
        let page = header + lines
        #expect(PageCount.raster(Data(Array("RaS2".utf8) + page)) == 1)
        #expect(PageCount.raster(Data(Array("RaS2".utf8) + page + page + page)) == 3)
        #expect(PageCount.raster(Data("JPEG".utf8)) == nil)
    }

    @Test func `of Apple raster stand in its head`() {
        #expect(PageCount.appleRaster(Data(Array("UNIRAST\0".utf8) + [0, 0, 0, 7])) == 7)
        #expect(PageCount.appleRaster(Data("UNIRAST".utf8)) == nil)
    }
}
