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
        // Only one file, for a person at a terminal, is worth asking for a password.
        var attempts = PasswordAttempts(
            isPossible: secret.passwordFd == nil && files.count == 1 && !json
        )
        let closed = try await Self.info(of: input, PictureRequest(), previewer).get(input)
        var (info, problem) = (closed, PreviewError(problemOf: closed))
        var password = password
        while problem?.type?.family == .pdf, problem?.code == .encrypted {
            if password.isEmpty {
                guard let problem, let typed = try attempts.next(after: problem, name: input.name)
                else { break }
                password = typed
            }
            let request = PictureRequest(password: password)
            switch await Self.info(of: input, request, previewer) {
            case .success(let open): (info, problem) = (open, PreviewError(problemOf: open))
            case .failure(let error) where error.code == .wrongPassword:
                guard let typed = try attempts.next(after: error, name: input.name) else {
                    return (closed, error)
                }
                password = typed
            case .failure(let error): throw Failure(input.argument, error)
            }
        }
        return (info, problem)
    }

    private static func info(
        of input: borrowing Input,
        _ request: PictureRequest,
        _ previewer: Previewer
    ) async -> Result<DocumentInfo, PreviewError> {
        do throws(PreviewError) {
            return .success(try await request.info(of: input, with: previewer))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == DocumentInfo, Failure == PreviewError {
    /// The facts, or the failure that names the file.
    fileprivate func get(_ input: borrowing Input) throws(qpreview_commands.Failure) -> DocumentInfo
    {
        switch self {
        case .success(let info): return info
        case .failure(let error): throw qpreview_commands.Failure(input.argument, error)
        }
    }
}
