import PreviewModel

/// What is run before a document, so that its pages get the size that is asked for.
///
/// Ghostscript lets a viewer change what a program asks of the page device (`ViewerPreProcess`). There, the resolution
/// is made the one at which the page's longer side has as many pixels as are wanted; programs that name one are
/// written for a printer.
struct PostScriptSetup {
    /// The program; ours, but for numbers.
    let program: String

    /// Run once, before any document: fonts, the machinery of a page, and the ways from each kind of colour to the
    /// page's, of which that from ink takes longer than a whole document.
    static let warmth = """
        << /HWResolution [4 4] >> setpagedevice
        [ /Helvetica /Helvetica-Bold /Times-Roman /Times-Bold /Times-Italic /Courier /Symbol ]
        { findfont 72 scalefont setfont 72 72 moveto (Ready) show } forall
        0 1 0 setrgbcolor newpath 72 200 100 50 rectfill
        72 300 moveto 300 300 400 400 500 300 curveto stroke
        0.1 0.2 0.3 0.4 setcmykcolor 72 200 50 50 rectfill
        gsave 100 100 scale
        2 2 8 [2 0 0 -2 0 2] {<404040400102030440404040a0b0c0d0>} false 4 colorimage
        2 2 8 [2 0 0 -2 0 2] {<404040010203404040a0b0c0>} false 3 colorimage
        2 2 8 [2 0 0 -2 0 2] {<40a0b0c0>} image
        2 2 1 [2 0 0 -2 0 2] {<4080>} image
        2 2 true [2 0 0 -2 0 2] {<4080>} imagemask
        grestore
        showpage

        """

    /// How large a page is drawn at most, to be made smaller afterwards.
    private static let drawnLimit = 2048

    /// Ghostscript refuses to draw with less, in pixels per inch; what is drawn with more is made smaller.
    private static let leastResolution = 4.0

    init(_ comments: PostScriptComments, pixels wanted: Int) {
        // Twice as large, as far as that is cheap: lines that are thinner than a pixel get their due.
        let pixels = wanted * max(1, min(2, Self.drawnLimit / max(1, wanted)))
        if let box = comments.pictureBox {
            program = Self.picture(box, pixels: pixels)
        } else {
            program = Self.pages(comments.size, pixels: pixels)
        }
    }

    /// The page is the box, and programs cannot change it.
    private static func picture(_ box: PostScriptComments.Box, pixels: Int) -> String {
        let exact = Double(pixels) * 72 / max(box.width, box.height)
        let resolution = exact * max(1, (leastResolution / exact).rounded(.up))
        // The shorter side has a pixel at least.
        let least = 72 / resolution
        return """
            << /PageSize [\(max(box.width, least)) \(max(box.height, least))]
            /HWResolution [\(resolution) \(resolution)]
            /Install { \(-box.left) \(-box.bottom) translate } bind >> setpagedevice
            << /ViewerPreProcess
            { dup /ViewerPreProcess known not { pop 1 dict } if } bind >> setpagedevice

            """
    }

    /// Each page has the size that the program gives it.
    private static func pages(_ size: PageSize?, pixels: Int) -> String {
        let first =
            size.map { "[\($0.width) \($0.height)]" } ?? "currentpagedevice /PageSize get"
        return """
            << /ViewerPreProcess {
              dup length 2 add dict copy
              dup /HWResolution undef
              dup /PageSize known {
                dup /PageSize get dup length 2 eq {
                  aload pop 2 copy lt { exch } if pop
                  dup 0 gt {
                    \(pixels * 72) exch div
                    dup \(leastResolution) lt
                    { \(leastResolution) 1 index div ceiling mul } if
                    dup 2 array astore
                    1 index exch /HWResolution exch put
                  } { pop } ifelse
                } { pop } ifelse
              } if
            } bind /PageSize \(first) >> setpagedevice

            """
    }
}
