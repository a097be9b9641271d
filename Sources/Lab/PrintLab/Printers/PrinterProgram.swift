internal import Glibc

/// The program that implements a virtual printer.
enum PrinterProgram: Hashable, Sendable {
    /// `ippeveprinter` of CUPS, which takes one job at a time, and prints what it has received.
    case ippeveprinter
    /// `papplprinter`, a printer on the library PAPPL, which queues jobs, and prints raster while it
    /// arrives.
    ///
    /// It forgets its jobs when it is switched off, and then counts them from 1 again.
    case pappl(rasterOnly: Bool = false, isEncrypted: Bool = true, resets: Int = 0)

    /// Returns the absolute path of the program.
    ///
    /// - Parameter lab: The absolute path of `printlab`; `papplprinter` is built beside it.
    /// - Returns: The path.
    /// - Throws: ``LabError`` with ``LabError/Code/programMissing``.
    func path(beside lab: String) throws -> String {
        switch self {
        case .ippeveprinter: return try Launch.find("ippeveprinter", package: "cups-ipp-utils")
        case .pappl:
            let folder = lab.split(separator: "/").dropLast().map { "/\($0)" }.joined()
            let path = folder + "/papplprinter"
            guard unsafe access(path, X_OK) == 0 else {
                throw LabError(
                    .programMissing,
                    """
                    A printer on PAPPL needs \(path), which is not installed with printlab. \
                    In the sources of printlab: swift build --product papplprinter
                    """
                )
            }
            return path
        }
    }
}
