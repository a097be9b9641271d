import CText
import Foundation
import Testing

@testable import DocumentRendering
@testable import PreviewModel
@testable import QuickPreview

/// A small file of a format of which a reader of this project reports the contents.
struct StructuredSample: Sendable, CustomTestStringConvertible {
    let name: String
    let type: String
    let bytes: [UInt8]
    /// Words that its blocks have.
    let words: [String]
    var testDescription: String { name }

    static let all: [StructuredSample] =
        oldOffice + texts + data + packages + certificates
        + StructuredSample.more + StructuredSample.formats

    private static let texts = [
        Self(
            name: "tides.ipynb",
            type: "application/x-ipynb+json",
            bytes: Array(notebook.utf8),
            words: ["Tides", "print(5)", "five", "division by zero"]
        )
    ]

    private static let data = [
        Self(
            name: "people.db",
            type: "application/vnd.sqlite3",
            bytes: DatabaseMaker.people,
            words: ["1 table", "people", "2 rows", "name", "Ann", "42"]
        )
    ]

    private static let packages = [
        Self(
            name: "tool_1.0_all.deb",
            type: "application/vnd.debian.binary-package",
            bytes: PackageMaker.debian,
            words: [
                "tool 1.0", "A small tool", "Ann <ann@example.org>", "It does one thing.",
                "tool.txt",
            ]
        ),
        Self(
            name: "tool.rpm",
            type: "application/x-rpm",
            bytes: PackageMaker.redHat,
            words: ["tool 1.0-2", "A small tool", "MIT", "tool.txt"]
        ),
        Self(
            name: "Tool.AppImage",
            type: "application/vnd.appimage",
            bytes: PackageMaker.appImage,
            words: ["Program in an AppImage", "x86, 64 bits"]
        ),
        Self(
            name: "tool.desktop",
            type: "application/x-desktop",
            bytes: Array(desktopEntry.utf8),
            words: ["Tool", "Does one thing", "tool %f", "image/png, image/gif", "New window"]
        ),
        Self(
            name: "tool.flatpakref",
            type: "application/vnd.flatpak.ref",
            bytes: Array("[Flatpak Ref]\nTitle=Tool\nName=org.example.Tool\nBranch=stable\n".utf8),
            words: ["Tool", "org.example.Tool", "stable"]
        ),
    ]

    private static let desktopEntry = """
        [Desktop Entry]
        Type=Application
        Name=Tool
        Name[de]=Werkzeug
        Comment=Does one thing
        Exec=tool %f
        MimeType=image/png;image/gif;
        Actions=new;

        [Desktop Action new]
        Name=New window
        Exec=tool --new

        """

    private static let certificates = [
        Self(
            name: "print.pem",
            type: "application/x-pem-file",
            bytes: Array((CertificateSample.certificate + CertificateSample.key).utf8),
            words: [
                "print.example", "O=Example, CN=print.example", "itself", "elliptic curve P-256",
                "ECDSA with SHA-256", "Private key", "not shown",
            ]
        )
    ]

    private static let notebook = #"""
        {"cells": [
          {"cell_type": "markdown", "source": ["# Tides\n", "low and *high*"]},
          {"cell_type": "code", "execution_count": 1, "source": "print(5)",
           "outputs": [{"output_type": "stream", "text": ["five\n"]},
             {"output_type": "display_data", "data": {"text/plain": "no", "image/svg+xml":
               "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"}},
             {"output_type": "error", "ename": "E", "evalue": "x",
              "traceback": ["\u001b[31mE\u001b[0m: division by zero"]}]}],
         "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}
        """#

    private static let oldOffice = [
        Self(
            name: "letter.doc",
            type: "application/msword",
            bytes: OldOfficeMaker.word("Dear Ann\r", "Größe 5\r"),
            words: ["Dear Ann", "Größe 5"]
        ),
        Self(
            name: "plan.xls",
            type: "application/vnd.ms-excel",
            bytes: OldOfficeMaker.sheet("Quantity", 42.5),
            words: ["Plan", "Quantity", "42.5", "12.34", "Ja"]
        ),
        Self(
            name: "talk.ppt",
            type: "application/vnd.ms-powerpoint",
            bytes: OldOfficeMaker.slides("Welcome"),
            words: ["Welcome"]
        ),
    ]
}

/// The words of the blocks that the reader of a file reports.
func words(in bytes: [UInt8], type: String) throws -> [String] {
    try #require(ctext_start() == 0)
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("structured-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    defer { close(descriptor) }
    let document = try TextDocument(descriptor, type: FileType(rawValue: type))
    var words: [String] = []
    try document.emitBlocks(limit: 128 << 10) { block in
        words += block.words
        return words.count < 100_000
    }
    return words
}

extension Block {
    /// The texts of a block, cell by cell.
    var words: [String] {
        switch self {
        case .text(let paragraph): [paragraph.text.string]
        case .table(let table): table.rows.flatMap { $0.map(\.text.string) }
        case .slide(let frames): frames.flatMap { $0.blocks.flatMap(\.words) }
        case .picture, .rule, .pageBreak, .running: []
        }
    }
}
