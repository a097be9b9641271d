import Glibc
import PreviewModel

extension Previewer {
    /// What the pages of equal documents depend on beside their layout: another text once a program or a library that makes
    /// them is updated, a font is installed or removed, on another day, and in another time zone.
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
        // Each installation of a library writes the first, and of a package of Debian the second.
        for file in ["/etc/ld.so.cache", "/var/lib/dpkg/status", "/etc/localtime"] {
            edition.add(file: file)
        }
        edition.add(unsafe getenv("TZ").map { unsafe String(cString: $0) } ?? "")
        // Documents may have fields for the day.
        var now = time(nil)
        var day = unsafe tm()
        unsafe localtime_r(&now, &day)
        edition.add(unsafe Int(day.tm_year))
        edition.add(unsafe Int(day.tm_yday))
        fonts.add(to: &edition)
        return String(edition.number, radix: 16)
    }
}
