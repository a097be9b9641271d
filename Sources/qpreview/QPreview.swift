import ArgumentParser

/// The program `qpreview`: facts and pictures of files.
@main
struct QPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qpreview",
        abstract: "Tells what files are, and shows what is in them.",
        discussion: """
            Every file is read in a process of its own, so that a malicious or broken one harms \
            nothing.

            Examples:
              qpreview info report.pdf photo.jpg
              qpreview info report.pdf --json
              qpreview explain strange.jpg
              qpreview show report.pdf
              qpreview thumbnail -s 512 --page 2 report.pdf page2.png
              curl -s https://example.org/a.pdf | qpreview thumbnail - - > a.png

            Exit codes:
              0   done
              1   something else failed, such as writing the output
              3   no preview for this type
              4   the file is damaged, empty, encrypted, over a limit, or has no such page
              64  wrong usage
              66  no such file, not readable, or a directory (info and explain take those)
            """,
        version: "0.1.0",
        subcommands: [
            Info.self, Thumbnail.self, Show.self, Explain.self, Serve.self,
        ]
    )
}
