import Foundation
import Testing

@testable import QuickPreview

/// What came of a document: nothing where it stayed as it is.
func printable(
    _ source: String,
    _ fixtures: Fixtures,
    name: String? = nil
) async throws -> String? {
    let result = fixtures.path("printable")
    var isWritten = false
    try await withPreviewer { previewer in
        try await withFile(source) { input in
            try await withFile(result, flags: O_RDWR | O_CREAT | O_TRUNC) { output in
                isWritten = try await previewer.makePrintable(
                    input,
                    name: name ?? source,
                    into: output
                )
            }
        }
    }
    let size = try Data(contentsOf: URL(fileURLWithPath: result)).count
    #expect((size > 0) == isWritten)
    return isWritten ? result : nil
}

/// The first page, or another one, as it prints or as a screen shows it.
func paper(
    _ path: String,
    page: Int = 1,
    medium: PreviewMedium = .paper
) async throws -> PreviewImage {
    var picture: PreviewImage?
    try await withPreviewer { previewer in
        picture = try await withFile(path) {
            try await previewer.thumbnail(
                of: $0,
                name: ".pdf",
                page: page,
                size: 300,
                medium: medium
            )
        }
    }
    return try #require(picture)
}
