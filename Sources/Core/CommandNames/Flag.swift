/// The options of `printq` that messages name, as the user types them.
package enum Flag {
    /// The printer.
    package static let printer = "-d"
    /// The list of pages.
    package static let pages = "--pages"
    /// Odd or even pages.
    package static let pageSet = "--page-set"
    /// The number of copies.
    package static let copies = "--copies"
    /// The sides.
    package static let sides = "--sides"
    /// The paper.
    package static let media = "--media"
    /// The color mode.
    package static let color = "--color"
    /// The scaling of pages.
    package static let scaling = "--scaling"
    /// A PIN.
    package static let pin = "--pin"
    /// Prints several files as one job.
    package static let together = "--together"
    /// The password of a document.
    package static let password = "--password"
    /// The folder of pictures that a document may show.
    package static let pictures = "--pictures"
    /// Any attribute of the printer.
    package static let attribute = "-o"
}
