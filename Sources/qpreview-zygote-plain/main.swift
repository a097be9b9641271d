import Glibc
import PreviewHelper
import PreviewModel

// Started by a preview pool alone, with its control socket as descriptor 3 and the family as argument: the same as
// `qpreview-zygote plain`, without what that has for other families.
guard CommandLine.arguments.dropFirst().elementsEqual(["plain"]) else {
    let words = Array("qpreview-zygote-plain is started by other programs. Use qpreview.\n".utf8)
    _ = unsafe write(STDERR_FILENO, words, words.count)
    exit(64)
}
exit(Zygote.serve(.plain, control: 3) { _ in PlainRenderer() })
