extension DocumentFormat {
    /// Images of disks: their partitions, or what the header of a virtual disk says.
    static let diskImage = DocumentFormat(
        name: "Disk images (raw, QCOW2, VDI)",
        types: [
            "application/x-raw-disk-image", "application/x-qemu-disk", "application/x-vdi-disk",
        ],
        extensions: ["img", "qcow2", "vdi"],
        reader: .text(.structured(.diskImage))
    )
}
