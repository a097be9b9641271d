import ArgumentParser
import Glibc
import QuickPreview

/// `qpreview info`: one line, or one JSON object, per file.
struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tells what files are: kind, type, title, pages or pixels, size.",
        discussion: """
            Examples:
              qpreview info report.pdf photo.jpg
              qpreview info --json *.pdf | jq .pages
            """
    )

    @Argument(help: "Paths, file:// URIs, or - for standard input.")
    var files: [String]

    @Flag(help: "Print one JSON object per file.")
    var json = false

    func run() async throws {
        let previewer = Previewer.shared()
        var code: Int32 = 0
        for file in files {
            let failure = await show(file, previewer)
            failure?.print()
            if code == 0, let failure { code = failure.code }
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }

    private func show(_ file: String, _ previewer: Previewer) async -> Failure? {
        do throws(Failure) {
            let input = try Input.open(file, folders: true)
            if let info = DocumentInfo(folder: input.descriptor, name: input.name) {
                let facts = FileFacts(input, info)
                write((json ? facts.json : facts.line) + "\n", to: STDOUT_FILENO)
                return nil
            }
            let facts: FileFacts
            var failure: Failure?
            do throws(PreviewError) {
                let info = try await previewer.info(of: input.descriptor, name: input.name)
                facts = FileFacts(input, info)
                if let note = info.problem?.message {
                    failure = Failure(4, "'\(file)': \(note)")
                }
            } catch {
                throw Failure(file, error)
            }
            write((json ? facts.json : facts.line) + "\n", to: STDOUT_FILENO)
            return failure
        } catch {
            return error
        }
    }
}
