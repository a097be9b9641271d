import Glibc
import PreviewModel

extension Previewer {
    /// What the pages of equal documents depend on beside their layout: another text once a program or a library that makes
    /// them is updated, a font is installed or removed, or the time zone changes.
    ///
    /// It is the same in each process of a user.
    public var layoutEdition: String {
        var edition = Edition()
        for family in RendererFamily.allCases {
            edition.add(file: ZygoteLocation.find(configuration.zygote, for: family) ?? "")
        }
        for program in LayoutProgram.allCases {
            edition.add(Int(truncatingIfNeeded: converter.edition(of: program)))
        }
        edition.add(configuration.usesPrograms ? 1 : 0)
        // Each installation of a library writes it.
        edition.add(file: "/etc/ld.so.cache")
        edition.add(file: "/etc/localtime")
        edition.add(unsafe getenv("TZ").map { unsafe String(cString: $0) } ?? "")
        fonts.add(to: &edition)
        return String(edition.number, radix: 16)
    }
}
