import Foundation
import Testing

@Suite struct `The schema of qpreview serve` {
    private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Docs/serve.schema.json").standardized.path

    /// Which lines of a file do not fit a part of the schema, by an independent validator.
    private func misfits(_ lines: [String], _ part: String, _ fixtures: Fixtures) throws -> [Int] {
        let path = try fixtures.write(lines.joined(separator: "\n"), as: "lines")
        let program = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            whole = {**schema, "$ref": "#/$defs/" + sys.argv[2]}
            validator = Draft202012Validator(whole)
            for number, line in enumerate(open(sys.argv[3])):
                if list(validator.iter_errors(json.loads(line))): print(number)
            """
        return try run("python3", "-c", program, Self.schema, part, path)
            .split(separator: "\n").compactMap { Int($0) }
    }

    @Test func `holds for real requests and answers, and for no others`() async throws {
        try await withFixtures { fixtures in
            let pdf = try fixtures.write(PDFMaker.report.text, as: "report.pdf")
            let unknown = try fixtures.write([0, 1, 2, 250], as: "unknown")
            let output = fixtures.path("a.png")
            let requests = [
                #"{"id":1,"op":"info","path":"\#(pdf)"}"#,
                #"{"id":"two","op":"info","uri":"file://\#(pdf)","password":"x"}"#,
                #"{"id":3,"op":"info","path64":"\#(Data(pdf.utf8).base64EncodedString())"}"#,
                #"{"id":4,"op":"thumbnail","path":"\#(pdf)","size":64,"page":2,"scale":1.5,"output":"\#(output)"}"#,
                #"{"id":5,"op":"thumbnail","path":"\#(unknown)","card":true,"output":"\#(output)"}"#,
                #"{"id":6,"op":"thumbnail","path":"\#(pdf)","output64":"\#(Data(output.utf8).base64EncodedString())"}"#,
                #"{"id":7,"op":"cancel"}"#,
                #"{"id":8,"op":"info","path":"/none"}"#,
                #"{"id":9,"op":"thumbnail","path":"\#(pdf)","page":99,"output":"\#(output)"}"#,
            ]
            #expect(try misfits(requests, "request", fixtures) == [])
            let wrong = [
                #"{"op":"info","path":"a"}"#, #"{"id":1,"op":"info"}"#,
                #"{"id":1,"op":"draw","path":"a"}"#,
                #"{"id":1,"op":"info","path":"a","uri":"file:///a"}"#,
                #"{"id":1,"op":"thumbnail","path":"a"}"#,
                #"{"id":1,"op":"thumbnail","path":"a","output":"b","size":0}"#,
                #"{"id":1.5,"op":"cancel"}"#,
                #"{"id":1,"op":"thumbnail","path":"a","output":"b","page":0}"#,
            ]
            #expect(try misfits(wrong, "request", fixtures) == Array(wrong.indices))
            let input = try fixtures.write(
                (requests + wrong + ["no JSON"]).map { $0 + "\n" }.joined(),
                as: "input"
            )
            let ended = try execute(program("qpreview"), ["serve"], input: input)
            let answers = ended.output.split(separator: "\n").map(String.init)
            #expect(answers.count == requests.count + wrong.count + 1)
            #expect(try misfits(answers, "answer", fixtures) == [])
            // Some succeed, some fail, and each kind is there.
            for sign in [
                #""ok":true"#, #""ok":false"#, #""preview":"card""#, #""preview":"rendered""#,
                #""code":"page-out-of-range""#, #""code":"no-such-request""#,
            ] {
                #expect(answers.contains { $0.contains(sign) }, "\(sign)")
            }
            // An answer without one of its keys, or with another, is none.
            let info = try #require(answers.first { $0.contains(#""op":"info","ok":true"#) })
            let odd = [
                info.replacingOccurrences(of: #""note":"#, with: #""nota":"#),
                info.replacingOccurrences(of: #""encrypted":false"#, with: #""encrypted":0"#),
            ]
            #expect(try misfits(odd, "answer", fixtures) == [0, 1])
        }
    }
}
