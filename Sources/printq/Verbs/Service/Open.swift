import ArgumentParser
import PrintCenterClient
import PrintModel

extension Printq {
    /// Opens the page for the browser.
    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open",
            abstract:
                "Open Print Center in the browser: the queue, the printers, or files to print.",
            discussion: """
                Examples:
                  printq open
                  printq open report.pdf photo.jpg

                With files, the page shows their sheets, and what the printer offers for them. The page \
                is on this computer only, and closes some minutes after the last browser has left it. \
                Its address opens it once, for you only.
                """
        )

        @Argument(help: "The files to print; none shows the queue.")
        var files: [String] = []

        @OptionGroup var pictures: PicturesOption

        @Flag(help: "Print the address, and open no browser.")
        var printURL = false

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if let mistake = pictures.mistake(for: files, type: nil) { throw mistake }
        }

        func run() async throws {
            try await common.run { client in
                let submission = Submission(
                    client: client,
                    phrases: common.phrases,
                    pictures: pictures.folder
                )
                var documents: [String] = []
                for file in files {
                    let id = try await submission.withDocument([file], type: nil, isKept: true) {
                        $0
                    }
                    guard let id else { return .noInput }
                    documents.append(id)
                }
                let page = try await client.openPage(
                    PageRequest(documents: documents.isEmpty ? nil : documents)
                )
                if printURL {
                    if common.json {
                        try Terminal.write(json: page)
                    } else {
                        Terminal.write(page.url)
                    }
                    return .success
                }
                guard Browser.opens(page.url) else {
                    Terminal.say("printq: \(common.phrases.noBrowser)")
                    return .unavailable
                }
                if common.json { try Terminal.write(json: Opened(documents: documents)) }
                return .success
            }
        }
    }
}

/// What was opened, without the address.
private struct Opened: Encodable {
    let documents: [String]
}

extension Phrases {
    var noBrowser: String {
        say(
            "No browser could be opened. Open the address that '\(Self.addressCommand)' prints.",
            "无法打开浏览器。请打开“\(Self.addressCommand)”输出的地址。"
        )
    }

    private static let addressCommand = "printq open --print-url"
}
