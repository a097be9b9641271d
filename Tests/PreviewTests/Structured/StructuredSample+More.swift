extension StructuredSample {
    /// Films, downloads, disks, maps, and models.
    static let more: [StructuredSample] = subtitles + disks + maps + models + [xps]

    private init(_ name: String, _ type: String, _ text: String, _ words: [String]) {
        self.init(name: name, type: type, bytes: Array(text.utf8), words: words)
    }

    private static let subtitles = [
        Self(
            "film.srt",
            "application/x-subrip",
            "1\n00:00:01,000 --> 00:01:02,500\n<i>Hello</i>,\nworld.\n\n",
            ["0:00:01", "0:01:02", "Hello,", "world."]
        ),
        Self(
            "film.vtt",
            "text/vtt",
            "WEBVTT\n\nNOTE none\n\n00:01.000 --> 00:02.500 align:start\n<v Ann>Hello\n\n",
            ["00:01", "Hello"]
        ),
        Self(
            "film.ass",
            "text/x-ssa",
            "[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Text\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,{\\i1}Hi, there{\\i0}\\NBye\n",
            ["0:00:01", "Hi, there", "Bye"]
        ),
        Self(
            "files.torrent",
            "application/x-bittorrent",
            "d8:announce20:http://t.example/ann13:creation datei1700000000e4:infod5:filesl"
                + "d6:lengthi1000e4:pathl4:docs8:read.txteed6:lengthi5e4:pathl1:beee"
                + "4:name5:files12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaaee",
            ["files", "http://t.example/ann", "2023-11-14", "read.txt", "1 kB"]
        ),
    ]

    private static let xps = Self(
        name: "page.xps",
        type: "application/vnd.ms-xpsdocument",
        bytes: ZipMaker([
            .init(
                "[Content_Types].xml",
                "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
                    + "<Default Extension='fdseq' ContentType='application/vnd.ms-package.xps-fixeddocumentsequence+xml'/></Types>"
            ),
            .init(
                "_rels/.rels",
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
                    + "<Relationship Id='a' Target='/All.fdseq' "
                    + "Type='http://schemas.microsoft.com/xps/2005/06/fixedrepresentation'/></Relationships>"
            ),
            .init(
                "All.fdseq",
                "<FixedDocumentSequence xmlns='http://schemas.microsoft.com/xps/2005/06'>"
                    + "<DocumentReference Source='One.fdoc'/></FixedDocumentSequence>"
            ),
            .init(
                "One.fdoc",
                "<FixedDocument xmlns='http://schemas.microsoft.com/xps/2005/06'>"
                    + "<PageContent Source='Pages/1.fpage'/></FixedDocument>"
            ),
            .init(
                "Pages/1.fpage",
                "<FixedPage xmlns='http://schemas.microsoft.com/xps/2005/06' Width='816' Height='1056'>"
                    + "<Canvas RenderTransform='2,0,0,2,0,0'><Path Data='F1 M 10,10 L 60,10 60,60 Z' "
                    + "Fill='#80FF0000' Stroke='#FF0000FF' StrokeThickness='2'/></Canvas>"
                    + "<Glyphs UnicodeString='Sheet' OriginX='100' OriginY='300' Fill='#FF000000' "
                    + "FontRenderingEmSize='40' Indices=',60;,60;,60;,60'/></FixedPage>"
            ),
        ]).bytes,
        words: []
    )

    private static let disks = [
        Self(
            name: "stick.img",
            type: "application/x-raw-disk-image",
            bytes: disk,
            words: ["MBR", "FAT32", "1 MB", "10 MB"]
        ),
        Self(
            name: "machine.qcow2",
            type: "application/x-qemu-disk",
            bytes: [0x51, 0x46, 0x49, 0xFB, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 19)
                + [5, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 600),
            words: ["QEMU copy-on-write", "21 GB"]
        ),
    ]

    private static var disk: [UInt8] {
        var file = BytesMaker([UInt8](repeating: 0, count: 446))
        file.add32(0, 0x0C, 2_048, 20_480)
        file.fill(to: 510)
        file.add16(0xAA55)
        file.fill(to: 2_048)
        return file.bytes
    }

    private static let maps = [
        Self(
            "walk.gpx",
            "application/gpx+xml",
            """
            <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <metadata><name>Walk</name></metadata><wpt lat="47.5" lon="11"><name>Hut</name></wpt>
            <trk><name>Loop</name><trkseg><trkpt lat="47" lon="11"><ele>500</ele></trkpt>
            <trkpt lat="48" lon="11"><ele>700</ele></trkpt></trkseg></trk></gpx>
            """,
            ["Walk", "111 km", "500 m to 700 m", "Loop, Hut"]
        ),
        Self(
            "places.kml",
            "application/vnd.google-earth.kml+xml",
            """
            <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
            <name>Places</name><Placemark><name>Here</name><Point><coordinates>11,47,0
            </coordinates></Point></Placemark><Placemark><name>Way</name><LineString><coordinates>
            11,47 11.5,47.2</coordinates></LineString></Placemark></Document></kml>
            """,
            ["Places", "Way, Here"]
        ),
        // What has no place, or none here, has a name.
        Self(
            "names.kml",
            "application/vnd.google-earth.kml+xml",
            """
            <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
            <Placemark><name>Nowhere</name></Placemark><GroundOverlay><name>Map</name></GroundOverlay>
            <Placemark><name>Here</name><Point><coordinates>11,47</coordinates></Point></Placemark>
            </Document></kml>
            """,
            ["Here, Nowhere, Map"]
        ),
    ]

    private static let models = [
        Self(
            "corner.stl",
            "model/stl",
            "solid corner\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\n"
                + "vertex 0 2 1\nendloop\nendfacet\nendsolid corner\n",
            ["Triangles", "4 × 2 × 1"]
        ),
        Self(
            "square.obj",
            "model/obj",
            "# A square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 3/3 -1/4\n",
            ["Triangles", "2", "1 × 1 × 0"]
        ),
        Self(
            "corner.ply",
            "model/x-ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                + "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                + "0 0 0\n4 0 0\n0 2 1\n3 0 1 2\n",
            ["Triangles", "4 × 2 × 1"]
        ),
        Self(
            "scan.ply",
            "model/x-ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                + "end_header\n0 0 0\n4 0 0\n0 2 1\n",
            ["Points", "3", "4 × 2 × 1"]
        ),
        Self(
            "corner.gltf",
            "model/gltf+json",
            """
            {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
             "nodes": [{"mesh": 0, "scale": [2, 1, 1]}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
              {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
             "bufferViews": [{"buffer": 0, "byteLength": 48},
              {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
             "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAABAAIAAAABAAMAAQACAAMAAAACAAMA"}]}
            """,
            ["Triangles", "4 × 1 × 1"]
        ),
    ]
}
