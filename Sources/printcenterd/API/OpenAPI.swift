/// The description of the API in OpenAPI 3.1.
enum OpenAPI {
    static let document = "{}"
}
