import DocumentRendering
import Glibc
import PDFiumRendering
import PageRendering
import PlainRendering
import PreviewHelper
import PreviewModel
import SheetRendering

// The program `qpreview-zygote` for proofs: its children perform trials, and its environment takes layers of the
// sandbox away.
//
//   QPREVIEW_TRIAL_OMITS=filter,landlock   layers that are left out
//   QPREVIEW_TRIAL_LACKS=landlock          layers that the kernel seems to lack
//   QPREVIEW_TRIAL_DESCRIPTORS=17          the most descriptors of a child that gets its request

func words(_ variable: String) -> [String] {
    guard let value = unsafe getenv(variable) else { return [] }
    return unsafe String(cString: value).split(separator: ",").map(String.init)
}

// With the argument "single" after the family, it is a process for one document.
let isSingle = CommandLine.arguments.last == "single"
guard CommandLine.arguments.count == (isSingle ? 3 : 2),
    let family = RendererFamily(argument: CommandLine.arguments[1])
else { exit(64) }
let gaps = ConfinementGaps(
    omitting: Set(words("QPREVIEW_TRIAL_OMITS")),
    lacking: Set(words("QPREVIEW_TRIAL_LACKS"))
)
let descriptorLimit = words("QPREVIEW_TRIAL_DESCRIPTORS").first.flatMap { UInt64($0) }

func start(_ family: RendererFamily) -> (any Renderer)? {
    let renderer: (any Renderer)? =
        switch family {
        case .plain: PlainRenderer()
        case .pdfium: PDFiumRenderer(isSingle: isSingle)
        case .pdf where isSingle: PageRenderer()
        case .sheets: SheetRenderer()
        default: DocumentRenderer(family)
        }
    return renderer.map { TrialRenderer(renderer: $0, descriptorLimit: descriptorLimit) }
}

exit(
    isSingle
        ? SingleDocument.serve(family, control: 3, gaps: gaps, start: start)
        : Zygote.serve(family, control: 3, gaps: gaps, start: start)
)
