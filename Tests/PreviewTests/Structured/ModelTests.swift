import Testing

@testable import DocumentRendering
@testable import QuickPreview

/// Models in PLY and 3MF.
struct `Models in space` {
    private func read(_ text: String, _ more: [UInt8] = []) -> Model? {
        PLYModel.read(Array(text.utf8) + more)
    }

    @Test func `of PLY are read as text and in binary`() {
        func header(_ format: String) -> String {
            """
            ply
            format \(format) 1.0
            comment made by hand
            element vertex 4
            property float x
            property float y
            property float z
            property uchar red
            element face 1
            property list uchar int vertex_indices
            end_header

            """
        }
        let text = read(header("ascii") + "0 0 0 9\n4 0 0 9\n4 2 0 9\n0 2 1 9\n4 0 1 2 3\n")
        #expect(text?.count == 2 && text?.size == "4 × 2 × 1")
        let points: [[Float]] = [[0, 0, 0], [4, 0, 0], [4, 2, 0], [0, 2, 1]]
        for isBig in [false, true] {
            func number(_ value: UInt32) -> [UInt8] {
                let bytes = TIFFStripMaker.little(Int(value), 4)
                return isBig ? bytes.reversed() : bytes
            }
            let data =
                points.flatMap { point -> [UInt8] in point.flatMap { number($0.bitPattern) } + [9] }
                + [4] + (0..<4).flatMap { number($0) }
            let name = isBig ? "binary_big_endian" : "binary_little_endian"
            let model = read(header(name), data)
            #expect(model?.count == 2 && model?.size == "4 × 2 × 1")
            // Cut short, it has fewer triangles, or none.
            for count in 0..<data.count { _ = read(header(name), Array(data.prefix(count))) }
        }
        #expect(read("ply\nformat ascii 1.0\nelement vertex -1\nend_header\n") == nil)
        #expect(read("ply\nelement vertex 1\nproperty float x\nend_header\n") == nil)
        // A face that names a corner that is not there.
        let bad = "0 0 0 9\n4 0 0 9\n4 2 0 9\n0 2 1 9\n4 0 1 2 7\n"
        #expect(read(header("ascii") + bad)?.count == 0)
    }

    @Test func `of 3MF are built of their parts`() async throws {
        let relationships = """
            <Relationships xmlns="r"><Relationship Id="a" Target="/3D/3dmodel.model"
             Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
            """
        // One triangle in another part, moved by 10 and then doubled.
        let main = """
            <model xmlns="m" xmlns:p="p"><resources><object id="2"><components>
             <component objectid="1" p:path="/3D/o.model" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>
             <component objectid="1" p:path="/3D/o.model"/></components></object></resources>
             <build><item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 0"/></build></model>
            """
        let other = """
            <model><resources><object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/>
             <vertex x="4" y="0" z="0"/><vertex x="0" y="3" z="1"/></vertices><triangles>
             <triangle v1="0" v2="1" v3="2"/><triangle v1="0" v2="1" v3="9"/></triangles></mesh></object>
             </resources></model>
            """
        var zip = ZipMaker()
        zip.entries = [
            .init("[Content_Types].xml", "<Types/>"), .init("_rels/.rels", relationships),
            .init("3D/3dmodel.model", main), .init("3D/o.model", other),
        ]
        try await withFixtures { fixtures in
            let path = try fixtures.write(zip.bytes, as: "a.3mf")
            let model = try await withFile(path) { try PackedModel.read($0) }
            #expect(model?.count == 2 && model?.size == "28 × 6 × 2")
            try await withPreviewer { previewer in
                let facts = try await info(previewer, path)
                #expect(facts.type == "model/3mf")
                let picture = try await thumbnail(previewer, path)
                #expect(picture.width > 0)
            }
        }
    }
}
