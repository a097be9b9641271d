import Glibc
import PreviewHelper
import PreviewModel
import PreviewRendering

// Started by a preview pool alone, with its control socket as descriptor 3 and the family as argument.
// Parsers of documents nobody trusts run in this program's children: see `Zygote`.
var families: [String: RendererFamily] {
    [
        "documents": .documents, "images": .images, "text": .text, "codecs": .codecs,
        "video": .video, "postscript": .postscript, "plain": .plain,
    ]
}
guard CommandLine.arguments.count == 2, let family = families[CommandLine.arguments[1]] else {
    let words = Array("qpreview-zygote is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(
    Zygote.serve(family, control: 3) { family -> (any Renderer)? in
        if family == .plain { PlainRenderer() } else { DocumentRenderer(family) }
    }
)
