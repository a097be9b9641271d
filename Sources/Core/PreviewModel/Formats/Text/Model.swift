extension DocumentFormat {
    /// Models in space, of which a shaded view is drawn.
    static let model = DocumentFormat(
        name: "3D models (STL, OBJ, glTF, GLB)",
        types: ["model/stl", "model/obj", "model/gltf+json", "model/gltf-binary"],
        extensions: ["stl", "obj", "gltf", "glb"],
        reader: .text(.structured(.model))
    )
}
