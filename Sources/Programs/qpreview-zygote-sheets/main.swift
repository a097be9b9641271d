import Glibc
import PreviewHelper
import PreviewModel
import SheetRendering

// A preview pool starts this program, with its control socket as descriptor 3 and the family as argument. It does the
// same as `qpreview-zygote sheets` without the libraries of other families, each of which slows down every fork.
let family = RendererFamily.sheets
guard CommandLine.arguments.dropFirst().elementsEqual([family.traits.argument]) else {
    let words = Array("qpreview-zygote-sheets is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(Zygote.serve(family, control: 3) { _ in SheetRenderer() })
