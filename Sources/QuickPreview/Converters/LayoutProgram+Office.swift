import PreviewModel

/// LibreOffice with pages that are turned, or other settings for cells, before it lays the document out.
///
/// Its command has no option for that, and what it reads has a dozen formats; the styles of pages are the same for all of
/// them. So a macro does what the command does, and changes them between reading and writing. It lies in a profile that is
/// made in the sandbox: a document brings none of its own to run, as its macros are never run.
extension LayoutProgram {
    /// The last arguments of the macro, for a layout; `nil` where the document's own settings count.
    ///
    /// Text and cells flow into pages of another shape; slides and drawings do not.
    func officeSetup(_ layout: PageLayout) -> [String]? {
        guard self == .writer || self == .calc else { return nil }
        let turn =
            switch layout.orientation?.isLandscape {
            case nil: "own"
            case true?: "wide"
            case false?: "tall"
            }
        let settings = [
            ("f", layout.fitsWidth), ("g", layout.hasGridLines), ("h", layout.hasHeadings),
        ]
        let cells = settings.filter { self == .calc && $0.1 }.map(\.0).joined()
        let sheets = self == .calc ? layout.worksheets.map(WorksheetMark.code) : []
        guard turn != "own" || !cells.isEmpty || !sheets.isEmpty else { return nil }
        return [turn, cells + "-", sheets.isEmpty ? "-" : sheets.joined(separator: "-")]
    }

    /// The arguments for a document whose pages are changed, after the files of the profile.
    func officeArguments(
        program: String,
        filter: String,
        _ inside: ConverterSandbox.Inside,
        _ setup: [String]
    ) -> [String] {
        let call = ["file://\(inside.document)", "file://\(inside.result)", filter] + setup
        return Self.profile(home: inside.home).flatMap { ["--file", $0.path, $0.text] } + [
            program, "-env:UserInstallation=file://\(inside.home)", "--headless", "--norestore",
            "--nolockcheck", "macro:///Standard.Pages.MakePages(\(call.joined(separator: ",")))",
        ]
    }

    /// The files of a profile that has the macro.
    ///
    /// Without the setting, LibreOffice would put its own library in the place.
    private static func profile(home: String) -> [(path: String, text: String)] {
        [
            (
                "\(home)/user/registrymodifications.xcu",
                xml
                    + #"<oor:items xmlns:oor="http://openoffice.org/2001/registry">"#
                    + #"<item oor:path="/org.openoffice.Setup/Office">"#
                    + #"<prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop>"#
                    + "</item></oor:items>"
            ),
            (
                "\(home)/user/basic/script.xlc",
                xml
                    + #"<library:libraries xmlns:library="http://openoffice.org/2000/library">"#
                    + #"<library:library library:name="Standard" library:link="false"/>"#
                    + "</library:libraries>"
            ),
            (
                "\(home)/user/basic/Standard/script.xlb",
                xml
                    + #"<library:library xmlns:library="http://openoffice.org/2000/library""#
                    + #" library:name="Standard" library:readonly="false" library:passwordprotected="false">"#
                    + #"<library:element library:name="Pages"/></library:library>"#
            ),
            (
                "\(home)/user/basic/Standard/Pages.xba",
                xml
                    + #"<script:module xmlns:script="http://openoffice.org/2000/script""#
                    + #" script:name="Pages" script:language="StarBasic">"#
                    + macro.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                    + "</script:module>"
            ),
        ]
    }

    private static let xml = #"<?xml version="1.0" encoding="UTF-8"?>"#

    /// The settings of the PDF are those of ``arguments(_:_:_:)``.
    private static let macro = """

        Function Property(name As String, value)
          Dim one As New com.sun.star.beans.PropertyValue
          one.Name = name
          one.Value = value
          Property = one
        End Function

        Function Decoded(code As String) As String
          units = Split(code, "n")
          letters = ""
          For place = 1 To UBound(units)
            letters = letters & Chr(CLng(units(place)))
          Next
          Decoded = letters
        End Function

        Function Coded(letters As String) As String
          code = ""
          For place = 1 To Len(letters)
            code = code & "n" & Asc(Mid(letters, place, 1))
          Next
          Coded = code
        End Function

        ' The sheets of a file that cannot be written are never hidden.
        Function Writable(source As String, target As String) As String
          names = Split(source, "/")
          places = Split(target, "/")
          places(UBound(places)) = names(UBound(names))
          Writable = Join(places, "/")
          FileCopy source, Join(places, "/")
        End Function

        Function ChosenSheets(document, wishes As String) As String
          most = document.Sheets.Count
          Dim known(most) As String
          Dim chosen(most) As Boolean
          total = 0
          listed = ""
          For Each leaf In document.Sheets
            If leaf.IsVisible Then
              known(total) = leaf.Name
              listed = listed & IIf(total = 0, "", "-") & Coded(leaf.Name)
              total = total + 1
            End If
          Next
          ChosenSheets = listed
          codes = Split(wishes, "-")
          For wish = 0 To UBound(codes)
            found = -1
            For index = 0 To total - 1
              If found < 0 And CStr(index + 1) = Decoded(codes(wish)) Then found = index
              If known(index) = Decoded(codes(wish)) Then found = index
            Next
            If found < 0 Then Exit Function
            chosen(found) = True
          Next
          ' Sheets of a protected workbook are not hidden either.
          If document.isProtected() Then Unprotect(document)
          For index = 0 To total - 1
            leaf = document.Sheets.getByName(known(index))
            If Not chosen(index) Then leaf.IsVisible = False
          Next
          For index = 0 To total - 1
            If document.Sheets.getByName(known(index)).IsVisible <> chosen(index) Then ChosenSheets = "!"
          Next
        End Function

        Sub Unprotect(document)
          On Error Resume Next
          document.unprotect("")
        End Sub

        Sub MakePages(source As String, target As String, filter As String, turn As String, cells As String, wishes As String)
          If wishes <> "-" Then source = Writable(source, target)
          document = StarDesktop.loadComponentFromURL(source, "_blank", 0, Array(Property("Hidden", True)))
          styles = document.StyleFamilies.getByName("PageStyles")
          For index = 0 To styles.Count - 1
            style = styles.getByIndex(index)
            size = style.Size
            If turn <> "own" And size.Width <> size.Height And (size.Width > size.Height) <> (turn = "wide") Then
              edge = size.Width
              size.Width = size.Height
              size.Height = edge
              style.IsLandscape = (turn = "wide")
              style.Size = size
            End If
            If InStr(cells, "f") > 0 Then
              style.ScaleToPagesX = 1
              style.ScaleToPagesY = 0
            End If
            If InStr(cells, "g") > 0 Then style.PrintGrid = True
            If InStr(cells, "h") > 0 Then style.PrintHeaders = True
          Next
          If wishes <> "-" Then names = ChosenSheets(document, wishes)
          data = Array(Property("UseLosslessCompression", True), Property("ExportNotes", False), Property("ReduceImageResolution", False))
          document.storeToURL(target, Array(Property("FilterName", filter), Property("FilterData", data)))
          document.close(True)
          If wishes <> "-" Then
            mark = FreeFile
            Open ConvertFromURL(target) For Append As #mark
            Print #mark, "%worksheets " & names
            Close #mark
          End If
          StarDesktop.terminate()
        End Sub

        """
}
