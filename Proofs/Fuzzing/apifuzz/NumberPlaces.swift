internal import FoundationEssentials
internal import PrintModel
internal import ProofKit

/// Requests with a number of any size in a place where the description of the API has one.
struct NumberPlaces: Sendable {
    /// A place of a number.
    struct Place: Sendable {
        enum Part: Sendable {
            case path(String)
            case query(String)
            case header(String)
            /// The keys that lead to it in the JSON of a body, and whether that is a part of a form.
            case body([String], isForm: Bool)
        }

        let method: String
        let path: String
        let part: Part

        /// Whether its request starts a program or writes to the disk.
        var isCostly: Bool {
            if case .body(_, isForm: true) = part { return true }
            return path.hasSuffix("/preview") || path == "/v1/previews"
        }

        var isStream: Bool { path.hasSuffix("/events") }
    }

    let cheap: [Place]
    let costly: [Place]
    let streams: [Place]
    private let resources: Samples.Resources

    /// The number of places.
    var count: Int { cheap.count + costly.count + streams.count }

    /// Finds the places in the description that the service gives.
    init(_ service: Service, _ resources: Samples.Resources) throws {
        let whole = try service.value(Sample("GET", "/v1/openapi.json"), Description.self)
        var places: [Place] = []
        for (path, operations) in whole["paths"].members.sorted(by: { $0.key < $1.key }) {
            for (method, operation) in operations.members.sorted(by: { $0.key < $1.key })
            where method != "parameters" {
                let common = operations["parameters"].elements
                let parts =
                    (operation["parameters"].elements + common).compactMap {
                        Self.part(of: $0, whole)
                    } + Self.bodyParts(of: operation["requestBody"], whole)
                places += parts.map { Place(method: method.uppercased(), path: path, part: $0) }
            }
        }
        streams = places.filter(\.isStream)
        costly = places.filter { $0.isCostly && !$0.isStream }
        cheap = places.filter { !$0.isCostly && !$0.isStream }
        self.resources = resources
        guard cheap.count > 20, !costly.isEmpty, !streams.isEmpty else {
            throw ProofError("the description of the API has only \(count) places of numbers")
        }
    }

    private static func part(of parameter: Description, _ whole: Description) -> Place.Part? {
        let parameter = parameter.resolved(in: whole)
        guard let name = parameter["name"].text,
            parameter["schema"].resolved(in: whole).takesNumber
        else { return nil }
        return switch parameter["in"].text {
        case "path": .path(name)
        case "query": .query(name)
        case "header": .header(name)
        default: nil
        }
    }

    private static func bodyParts(of body: Description, _ whole: Description) -> [Place.Part] {
        body.resolved(in: whole)["content"].members.sorted { $0.key < $1.key }
            .flatMap { type, content in
                content["schema"].numbers(in: whole).map {
                    .body($0, isForm: type == "multipart/form-data")
                }
            }
    }

    // MARK: Requests

    /// Makes a request with numbers in a place, and in some of those beside it.
    func request(_ place: Place, using generator: inout SeededGenerator) -> Sample {
        var path = place.path
        if case .path(let name) = place.part {
            path = path.replacing("{\(name)}", with: Self.number(using: &generator))
        }
        let names = [
            "/v1/documents/{id}": "/v1/documents/\(resources.document)",
            "/v1/previews/{id}": "/v1/previews/\(resources.preview)",
            "/v1/jobs/{id}": "/v1/jobs/\(resources.job)", "{name}": "fuzz", "{page}": "1",
            "{face}": "1",
        ]
        for (name, value) in names.sorted(by: { $0.key > $1.key }) {
            path = path.replacing(name, with: value)
        }
        var sample = Sample(place.method, path)
        sample.isStream = place.isStream
        switch place.part {
        case .path: break
        case .query(let name):
            var number = Self.number(using: &generator)
            // A picture of the largest size takes all the memory that a run permits, as it may.
            while name == "size", (2_000...16_384).contains(Double(number) ?? 0) {
                number = Self.number(using: &generator)
            }
            sample.query = ["\(name)=\(number)"]
        case .header(let name): sample.headers = [(name, Self.number(using: &generator))]
        case .body(let keys, let isForm):
            let json = body(keys, of: place.path, using: &generator)
            sample.body = Array((isForm ? Self.form(json) : json).utf8)
            let type = isForm ? "multipart/form-data; boundary=xx" : "application/json"
            sample.headers = [("Content-Type", type)]
        }
        return sample
    }

    /// A body with a number at the end of the keys; a form has its JSON below the first one.
    private func body(
        _ keys: [String],
        of path: String,
        using generator: inout SeededGenerator
    ) -> String {
        var keys = keys[...]
        if keys.first == "job" { keys = keys.dropFirst() }
        guard keys.first == "ticket" else {
            return "{\"\(keys.last ?? "")\":\(Self.number(using: &generator))}"
        }
        // Margins and letters matter to a text only.
        let document = generator.pick([resources.document, resources.text])
        var members = ["\"holdUntil\":\"2099-01-01T00:00:00Z\""]
        let place = Array(keys.dropFirst())
        let others = cheap.compactMap { other -> [String]? in
            guard case .body(let keys, _) = other.part, keys.first == "ticket" else { return nil }
            return Array(keys.dropFirst())
        }
        var chosen = [place]
        while generator.oneIn(2), chosen.count < 4 { chosen.append(generator.pick(others)) }
        for keys in chosen {
            if keys.count > 1 {
                // The other edges are given as well, or there would be no margins.
                let edges = ["top", "right", "bottom", "left"].map {
                    let isMeant = $0 == keys[1] || generator.oneIn(3)
                    return "\"\($0)\":\(isMeant ? Self.number(using: &generator) : "1000")"
                }
                members.append("\"\(keys[0])\":{\(edges.joined(separator: ","))}")
            } else if let key = keys.first {
                members.append("\"\(key)\":\(Self.number(using: &generator))")
                if key == "signature" || key == "creep" { members.append("\"booklet\":true") }
            }
        }
        if generator.oneIn(4) { members.append(Self.text(using: &generator)) }
        let ticket = "\"ticket\":{\(members.joined(separator: ","))}"
        // A preset, and a job that is printed again, name no document.
        guard !path.contains("{") else { return "{\(ticket)}" }
        return "{\"document\":\"\(document)\",\"printer\":\"\(resources.printer)\",\(ticket)}"
    }

    private static func form(_ json: String) -> String {
        "--xx\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n\(json)\r\n--xx\r\n"
            + "Content-Disposition: form-data; name=\"document\"; filename=\"a.txt\"\r\n\r\n"
            + "a\r\n--xx--\r\n"
    }

    /// An option that has numbers in its text.
    private static func text(using generator: inout SeededGenerator) -> String {
        let (one, other) = (number(using: &generator), number(using: &generator))
        return generator.pick([
            "\"pages\":\"1-\(one)\"", "\"pages\":\"1,\(one)-\(other)\"", "\"poster\":\"\(one)x2\"",
            "\"contactSheet\":\"2x\(one)\"", "\"media\":\"custom_x_\(one)x\(other)mm\"",
            "\"media\":\"\(one)x\(other)in\"", "\"attributes\":{\"printer-darkness\":\"\(one)\"}",
        ])
    }

    private static let numbers = [
        "0", "-0", "-1", "1", "0.5", "1e-320", "4", "64", "100", "144", "1000", "1e6", "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967296", "9007199254740993", "1e15",
        "1e16",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809",
        "9223372036854775000", "18446744073709551615", "18446744073709551616", "1e18", "1e19",
        "-1e19",
        "1e38", "1e39", "1e308", "-1e308", "1e309", "NaN", "-Infinity", "\"1e19\"",
    ]

    /// A number of any size: one at which something changes, or one by chance.
    private static func number(using generator: inout SeededGenerator) -> String {
        switch generator.next(below: 8) {
        case 0:
            let digits = (0...generator.next(below: 40)).map { _ in "\(generator.next(below: 10))" }
            return (generator.oneIn(2) ? "-" : "") + "1" + digits.joined()
        case 1:
            return
                "\(1 + generator.next(below: 9)).\(generator.next(below: 1000))e\(generator.next(below: 640) - 320)"
        case 2: return "\(generator.next(below: 400))"
        default: return generator.pick(numbers)
        }
    }
}
