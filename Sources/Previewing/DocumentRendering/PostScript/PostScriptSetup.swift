import PreviewModel

/// The program that runs before a document, so that its pages have the requested size.
///
/// Ghostscript lets a viewer change a program's page device parameters (`ViewerPreProcess`). The
/// setup replaces the resolution with the one at which the page's longer side has the requested
/// number of pixels, since programs that set a resolution are written for a printer.
struct PostScriptSetup {
    /// The program, whose only variable parts are numbers.
    let program: String

    /// Run once, before any document: fonts, the machinery of a page, and the ways from each kind
    /// of color to the page's, of which that from ink takes longer than a whole document.
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

    /// The maximum size in pixels at which a page is drawn before it is downscaled.
    private static let drawnLimit = 2048

    /// The lowest resolution that Ghostscript accepts, in pixels per inch; the result is downscaled
    /// if necessary.
    private static let leastResolution = 4.0

    init(_ comments: PostScriptComments, pixels wanted: Int) {
        // Draw at twice the size where that is cheap, so that lines thinner than a pixel are
        // antialiased.
        let pixels = wanted * max(1, min(2, Self.drawnLimit / max(1, wanted)))
        if let box = comments.pictureBox {
            program = Self.picture(box, pixels: pixels)
        } else {
            program = Self.pages(comments.size, pixels: pixels)
        }
    }

    /// The setup that writes the pages as a PDF.
    ///
    /// Its images keep their samples, its fonts are all embedded, and equal documents give equal bytes. A program cannot
    /// choose another device, file, or resolution, only the size of its pages.
    init(_ comments: PostScriptComments, layout: PageLayout) {
        let start = """
            << /OutputDevice /pdfwrite /OutputFile (%stdout) >> setpagedevice
            << /AutoRotatePages /None /NeverEmbed [] /EmbedAllFonts true /SubsetFonts true
            /AutoFilterColorImages false /ColorImageFilter /FlateEncode
            /AutoFilterGrayImages false /GrayImageFilter /FlateEncode
            /AutoPositionEPSFiles false >> setdistillerparams
            << /OmitInfoDate true /OmitID true /OmitXMP true >> setpagedevice

            """
        guard let box = comments.pictureBox else {
            let size = comments.size ?? layout.pageSize(isWide: false)
            program =
                start + """
                    << /ViewerPreProcess {
                      dup length dict copy
                      [ /HWResolution /OutputFile /OutputDevice ] { 1 index exch undef } forall
                    } bind /PageSize [\(size.width) \(size.height)] >> setpagedevice

                    """
            return
        }
        // Only the first page that the program shows counts.
        program =
            start + """
                << /PageSize [\(box.width) \(box.height)]
                /Install { \(-box.left) \(-box.bottom) translate } bind
                /EndPage { 2 eq { pop false } { 0 eq } ifelse } bind >> setpagedevice
                << /ViewerPreProcess
                { dup /ViewerPreProcess known not { pop 1 dict } if } bind >> setpagedevice

                """
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

    /// Returns a setup that keeps the program's own page sizes.
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
