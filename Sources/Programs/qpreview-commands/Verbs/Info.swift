import ArgumentParser
import FileAccess
import Glibc
import QuickPreview

/// `qpreview info`: one line, or one JSON object, per file.
struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what files are: kind, type, title, pages or pixels, size.",
        discussion: """
            Examples:
              qpreview info report.pdf photo.jpg
              qpreview info --json *.pdf | jq .pages
              qpreview info --password-fd 3 locked.pdf 3<password.txt
            """
    )

    @Argument(help: "Paths, file:// URIs, or - for standard input.")
    var files: [String]

    @Flag(help: "Write one JSON object per file.")
    var json = false

    @OptionGroup(title: "Encrypted PDF documents") var secret: PasswordOptions

    func run() async throws {
        let previewer = Previewer.shared()
        var code: Int32 = 0
        do throws(Failure) {
            // All files share the password.
            let password = try secret.read()
            for file in files {
                let failure = await show(file, password, previewer)
                failure?.print()
                if code == 0, let failure { code = failure.code }
            }
        } catch {
            error.print()
            code = error.code
        }
        await previewer.close()
        if code != 0 { throw ExitCode(code) }
    }

    private func show(_ file: String, _ password: String, _ previewer: Previewer) async -> Failure?
    {
        do throws(Failure) {
            let input = try Input.open(file, folders: true)
            let (info, problem) = try await info(of: input, password, previewer)
            let facts = FileFacts(input, info)
            do throws(OutputFile.Failure) {
                let line = (json ? facts.json : facts.line) + "\n"
                try OutputFile.write(Array(line.utf8), to: STDOUT_FILENO)
            } catch {
                throw Failure(writing: "standard output", error: error.number)
            }
            return problem.map { Failure(input.argument, $0) }
        } catch {
            return error
        }
    }

    /// The facts, and the reason why the file cannot be shown.
    private func info(
        of input: borrowing Input,
        _ password: String,
        _ previewer: Previewer
    ) async throws(Failure) -> (DocumentInfo, PreviewError?) {
        let opened = try await secret.opening(
            input.name,
            with: password,
            // Only one file, for a person at a terminal, is worth asking for a password.
            isAsking: files.count == 1 && !json
        ) { password throws(PreviewError) in
            let info = try await PictureRequest(password: password).info(of: input, with: previewer)
            if let problem = PreviewError(problemOf: info), problem.needsPassword { throw problem }
            return info
        }
        do throws(PreviewError) {
            let info = try opened.get()
            return (info, PreviewError(problemOf: info))
        } catch {
            guard error.needsPassword else { throw Failure(input.argument, error) }
            // Some facts are known without a password.
            do throws(PreviewError) {
                return (try await PictureRequest().info(of: input, with: previewer), error)
            } catch {
                throw Failure(input.argument, error)
            }
        }
    }
}
