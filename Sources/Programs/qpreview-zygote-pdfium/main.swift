import Glibc
import PDFiumRendering
import PreviewHelper
import PreviewModel

// A preview pool starts this program, with its control socket as descriptor 3 and the family as argument, where PDFium is
// installed; `qpreview` starts it for one page. It links none of poppler's libraries.
let family = RendererFamily.pdfium
let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual([family.traits.argument, "single"]) {
    exit(SingleDocument.serve(family, control: 3) { _ in PDFiumRenderer(isSingle: true) })
}
guard arguments.elementsEqual([family.traits.argument]) else {
    let words = Array("qpreview-zygote-pdfium is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(Zygote.serve(family, control: 3) { _ in PDFiumRenderer() })
