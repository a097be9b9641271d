import FileAccess
import Glibc
import PrintModel
import Testing

@testable import PrintCenterClient

@Suite struct `Sending the pictures of a folder` {
    /// Prints a file of a folder with one picture, and returns what the service received.
    private func body(of name: String, isNamed: Bool) async throws -> [UInt8] {
        let answer: FakeService.Answer = { _, connection in
            try connection.request()
            try connection.answer(201, Sample.job(1))
        }
        var body: [UInt8] = []
        try await withService(answer) { service in
            _ = try makeFile("\(service.folder)/a.png", Array("the picture".utf8))
            let path = try makeFile("\(service.folder)/\(name)", Array("the text".utf8))
            _ = try await service.client.print(
                path,
                pictures: isNamed ? FilePath(service.folder) : nil
            )
            let request = try #require(service.requests.first)
            // The type is that of the document in the package.
            #expect(request.target == "/v1/jobs?name=\(name)")
            body = request.body
        }
        return body
    }

    @Test(arguments: [
        ("a.md", true, true), ("a.html", true, true), ("a.pdf", true, false),
        ("a.md", false, false),
    ])
    func `is done for HTML and Markdown, if it is named`(
        name: String,
        isNamed: Bool,
        isSent: Bool
    ) async throws {
        let text = String(decoding: try await body(of: name, isNamed: isNamed), as: UTF8.self)
        #expect(text.contains("the text"))
        #expect(text.contains("the picture") == isSent)
        #expect(text.contains("application/vnd.printcenter.document+zip") == isSent)
    }

    @Test func `is refused before anything is sent`() async throws {
        let answer: FakeService.Answer = { _, connection in _ = try connection.request() }
        try await withService(answer) { service in
            let path = try makeFile("\(service.folder)/a.md", Array("text".utf8))
            for (folder, code) in [
                ("\(service.folder)/none", ClientError.Code.fileUnreadable),
                (path, .fileUnreadable),
                ("\(service.folder)/deep", .tooManyPictures),
            ] {
                var below = "\(service.folder)/deep"
                for level in 0..<18 {
                    _ = unsafe mkdir(below, 0o700)
                    below += "/\(level)"
                }
                let error = await #expect(throws: ClientError.self) {
                    _ = try await service.client.print(path, pictures: FilePath(folder))
                }
                #expect(error?.code == code && error?.description.contains(folder) == true)
            }
            #expect(service.requests.isEmpty)
        }
    }
}
