import PreviewHelper
import PreviewModel

/// A picture in PostScript (EPS) as a page that can be printed.
///
/// The picture is centered on the page, followed by `showpage`: on its own, such a program may
/// eject no page and draws at the position of its bounding box (Encapsulated PostScript 3.0, 2.4).
struct EncapsulatedPicture {
    let file: FilePart
    let output: Int32

    /// Writes the page.
    func write() throws(SheetFailure) -> Bool {
        guard let picture = PostScriptFile(file.descriptor, type: .eps) else {
            throw .damaged(why: .init(.noProgram))
        }
        guard let box = picture.comments.pictureBox else {
            throw .damaged(why: .init(.noSize))
        }
        let output = Output(descriptor: output)
        try output.write(Array(Self.head(box).utf8))
        let program = picture.program
        var place = 0
        while place < program.size {
            let count = min(1 << 20, program.size - place)
            guard let bytes = program.bytes(at: place, count: count) else {
                throw .damaged(why: .init(.cannotBeRead))
            }
            try output.write(bytes)
            place += count
        }
        try output.write(Array(Self.foot.utf8))
        return true
    }

    /// Returns the prologue, which centers the picture in the printable area and scales it down if
    /// it is larger.
    private static func head(_ box: PostScriptComments.Box) -> String {
        """
        %!PS-Adobe-3.0
        %%Pages: 1
        %%EndComments
        %%Page: 1 1
        userdict begin
        /placed.state save def
        /placed.operands count 1 sub def
        /placed.dictionaries countdictstack def
        clippath pathbbox newpath
        /placed.top exch def /placed.right exch def /placed.bottom exch def /placed.left exch def
        /placed.scale placed.right placed.left sub \(box.width) div
        placed.top placed.bottom sub \(box.height) div
        2 copy gt { exch } if pop dup 1 gt { pop 1 } if def
        placed.left placed.right add 2 div placed.bottom placed.top add 2 div translate
        placed.scale dup scale
        \(-(box.left + box.right) / 2) \(-(box.bottom + box.top) / 2) translate
        newpath \(box.left) \(box.bottom) moveto \(box.right) \(box.bottom) lineto
        \(box.right) \(box.top) lineto \(box.left) \(box.top) lineto closepath clip newpath
        /showpage { } def /copypage { } def /erasepage { } def /initgraphics { } def
        /setpagedevice { pop } def /quit { } def
        0 setgray 0 setlinecap 1 setlinewidth 0 setlinejoin 10 setmiterlimit [ ] 0 setdash
        %%BeginDocument: picture.eps

        """
    }

    /// The epilogue, which restores the state and ejects the page.
    private static let foot = """

        %%EndDocument
        count userdict /placed.operands get sub { pop } repeat
        countdictstack userdict /placed.dictionaries get sub { end } repeat
        userdict /placed.state get restore
        end
        showpage
        %%Trailer
        %%EOF

        """
}
