import Glibc
import PageRendering
import PreviewHelper
import PreviewModel

// `qpreview` starts this program for one page of a PDF, with its control socket as descriptor 3. It links what drawing a
// page needs and no more: the libraries of `qpreview-zygote` take longer to load than a page takes to draw.
let family = RendererFamily.pdf
guard CommandLine.arguments.dropFirst().elementsEqual([family.traits.argument, "single"]) else {
    let words = Array("qpreview-zygote-page is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(SingleDocument.serve(family, control: 3) { _ in PageRenderer() })
