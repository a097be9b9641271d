import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel

// A preview pool starts this program, with its control socket as descriptor 3 and the family as argument. It does the
// same as `qpreview-zygote plain` without the libraries of other families, each of which slows down every fork.
// `qpreview` starts it for one picture.
let family = RendererFamily.plain
let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual([family.traits.argument, "single"]) {
    exit(SingleDocument.serve(family, control: 3) { _ in PlainRenderer() })
}
guard arguments.elementsEqual([family.traits.argument]) else {
    let words = Array("qpreview-zygote-plain is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(Zygote.serve(family, control: 3) { _ in PlainRenderer() })
