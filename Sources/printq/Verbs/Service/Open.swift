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
                Its address opens it once, for you only. Where you are logged in over SSH, the address is \
                printed, for the browser of your own computer.
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
                let session = RemoteSession(environment: Printq.environment)
                let printsURL = printURL || session != nil
                let page = try await client.openPage(
                    PageRequest(documents: documents.isEmpty ? nil : documents, file: !printsURL)
                )
                if printsURL {
                    if common.json {
                        try Terminal.write(json: page)
                    } else {
                        Terminal.write(page.url)
                    }
                    if let session, !printURL {
                        Terminal.say(common.phrases.addressForElsewhere(session.forwarding(page)))
                    }
                    return .success
                }
                guard let file = page.file, Browser.opens(file) else {
                    Terminal.say("printq: \(common.phrases.noBrowser)")
                    return .unavailable
                }
                guard try await hasCome(page, client) else {
                    Terminal.say("printq: \(common.phrases.browserMissed)")
                    return .unavailable
                }
                if common.json { try Terminal.write(json: Opened(documents: documents)) }
                return .success
            }
        }

        /// Waits until the browser has come, or the service expects it no longer.
        private func hasCome(_ page: PageAddress, _ client: PrintCenterClient) async throws -> Bool
        {
            guard let visit = page.visit else { return true }
            while true {
                switch try await client.pageVisit(visit).state {
                case .here: return true
                case .missed: return false
                case .expected: try await Task.sleep(for: .milliseconds(100))
                }
            }
        }
    }
}

/// What was opened, without the address.
private struct Opened: Encodable {
    let documents: [String]
}

extension Phrases {
    func addressForElsewhere(_ command: String) -> String {
        say(
            "This is a session over SSH. To open the address on your own computer, run there first: \(command)",
            "当前是 SSH 会话。要在自己的计算机上打开该地址，请先在那里运行：\(command)"
        )
    }

    var noBrowser: String {
        say(
            "No browser could be opened. Open the address that '\(Self.addressCommand)' prints.",
            "无法打开浏览器。请打开“\(Self.addressCommand)”输出的地址。"
        )
    }

    var browserMissed: String {
        say(
            """
            No browser has come to the page. Perhaps it cannot read files of other programs, as those of Snap and \
            Flatpak. Open the address that '\(Self.addressCommand)' prints.
            """,
            "没有浏览器打开该页面。它可能无法读取其他程序的文件，例如 Snap 和 Flatpak 的浏览器。请打开“\(Self.addressCommand)”输出的地址。"
        )
    }

    private static let addressCommand = "printq open --print-url"
}
