import DocumentRendering
import Glibc
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

// A preview pool starts this program, with its control socket as descriptor 3 and the family as argument.
// The parsers of untrusted documents run in the children of this program: see `Zygote`.
guard CommandLine.arguments.count == 2,
    let family = RendererFamily(argument: CommandLine.arguments[1])
else {
    let words = Array("qpreview-zygote is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(
    Zygote.serve(family, control: 3) { family -> (any Renderer)? in
        switch family {
        case .plain: PlainRenderer()
        case .sheets: SheetRenderer()
        default: DocumentRenderer(family)
        }
    }
)
