extension DocumentFormat {
    /// Models in space, of which a shaded view is drawn.
    static let model = DocumentFormat(
        name: "3D models (STL, OBJ, PLY, 3MF, glTF, GLB)",
        types: [
            "model/stl", "model/obj", "model/gltf+json", "model/gltf-binary", "model/x-ply",
            "model/3mf",
        ],
        extensions: ["stl", "obj", "gltf", "glb", "ply", "3mf"],
        reader: .text(.structured(.model)),
        signatures: [
            FileSignature("model/x-ply", "ply\n", isOfWords: true),
            FileSignature("model/x-ply", "ply\r\n", isOfWords: true),
        ]
    )
}
