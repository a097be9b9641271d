import Glibc
import QuickPreview

/// Makes a raster file of a PDF, as the service does for a printer: for `Benchmarks/raster`, and to look at one.
@main
struct MakeRaster {
    private static let usage =
        "Usage: makeraster INPUT.pdf OUTPUT pwg|urf TYPE DPI   (such as: pwg srgb_8 600, urf W8 600)"

    static func main() async {
        do {
            try await run()
        } catch let failure as Failure {
            end(failure.message, 64)
        } catch let error as PreviewError {
            end("\(error.code.rawValue): \(error.message)", 1)
        } catch {
            end("\(error)", 1)
        }
    }

    private struct Failure: Error { let message: String }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let dpi = Int(arguments[5]) else {
            throw Failure(message: usage)
        }
        let type =
            arguments[3] == "urf" ? RasterType(urf: arguments[4]) : RasterType(pwg: arguments[4])
        guard ["pwg", "urf"].contains(arguments[3]), let type else { throw Failure(message: usage) }
        let input = unsafe open(arguments[1], O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw Failure(message: "cannot read \(arguments[1])") }
        defer { close(input) }
        let output = unsafe open(arguments[2], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Failure(message: "cannot write \(arguments[2])") }
        defer { close(output) }
        let previewer = Previewer()
        do {
            let info = try await previewer.info(of: input, name: ".pdf")
            let request = RasterRequest(
                arguments[3] == "urf" ? .urf : .pwg,
                type,
                dpi: dpi,
                pageCount: info.pages ?? 0
            )
            _ = try await previewer.makeRaster(request, of: input, into: output)
        } catch {
            await previewer.close()
            throw error
        }
        await previewer.close()
    }

    private static func end(_ message: String, _ code: Int32) -> Never {
        let line = "makeraster: \(message)\n"
        _ = unsafe write(2, line, line.utf8.count)
        exit(code)
    }
}
