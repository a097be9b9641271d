import COpenAPI
import NIOCore

/// The description of the API in OpenAPI 3.1, `Docs/openapi.json`.
enum OpenAPI {
    /// The bytes of the file, which are part of the program.
    static let document = unsafe ByteBuffer(
        bytes: UnsafeRawBufferPointer(start: copenapi_bytes(), count: copenapi_size())
    )
}
