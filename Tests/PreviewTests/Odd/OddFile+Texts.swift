/// Texts with other numbers, and other lines.
extension OddFile {
    static let webPage = """
        <html><head><title>9</title><style>p{margin:3cm}</style></head><body><h1>One 1</h1><p>Two <b>2</b></p>
        <table border="1"><tr><td colspan="2" width="40">3</td><td rowspan="3">4</td></tr><tr><td>5</td></tr></table>
        <ol start="7" type="i"><li value="12">6</li></ol><img src="data:image/png;base64,AAAA" width="7" height="8">
        <font size="5">x</font><svg width="10" height="10"><rect width="5" height="5"/></svg><hr><pre>  a\t1</pre></body></html>
        """

    static let texts: [(name: String, make: @Sendable (inout OddValues) -> [UInt8])] = [
        ("html", webPage),
        (
            "rtf",
            #"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}}{\colortbl;\red255\green0\blue0;}"#
                + #"\paperw11906\margl1440\pard\fs24\cf1\li720\fi-360 One\u8364?\'e9\par"#
                + "\n"
                + #"\trowd\trgaph108\cellx1440\cellx2880\intbl A\cell B\cell\row{\pict\pngblip\picw10\pich10"#
                + "\n"
                + #"\picwgoal100\pichgoal100\picscalex100 89504e470d0a}\bin4 abcd\uc2\u-10179\page}"#
        ),
        (
            "md",
            "# One\n\n1. a\n2. b\n   - c 3\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```swift\nlet x = 5\n```\n\n> 4\n\n[a](b \"c\")\n"
        ),
        ("csv", "a,b,c\n1,2,3\n\"x\n1\",4\n5;6;7\n"),
        ("tsv", "a\tb\n1\t2\n"),
        (
            "eml",
            "From: =?utf-8?B?QW5u?= <a@example.org>\nTo: b@example.org\nSubject: =?iso-8859-1?Q?=41=7?=\n"
                + "Date: Mon, 31 Feb 2025 25:61:61 +9999\nMIME-Version: 1.0\n"
                + "Content-Type: multipart/mixed; boundary=\"b1\"; x*0=1; x*9=2\n\n--b1\nContent-Type: text/plain; charset=utf-7\n"
                + "Content-Transfer-Encoding: base64\n\nQUJD\n--b1\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
                + "<p>=41=\n=3D=ZZ</p>\n--b1--\n"
        ),
        (
            "ics",
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Europe/Berlin:20250230T256199\nDTEND:20250301\n"
                + "RRULE:FREQ=YEARLY;INTERVAL=2;COUNT=5;BYDAY=-1SU;BYMONTH=13\nDURATION:-P7W\nSUMMARY:One\\, 2\nEND:VEVENT\n"
                + "BEGIN:VTODO\nDUE:99991231T000000Z\nPRIORITY:9\nPERCENT-COMPLETE:50\nEND:VTODO\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\nEND:VCALENDAR\n"
        ),
        (
            "vcf",
            "BEGIN:VCARD\nVERSION:3.0\nN:A;B;C;D;E\nFN:B A\nBDAY:1985-02-31\nTEL;TYPE=cell;PREF=1:+1 2 3\nADR:;;1;2;3;4;5\n"
                + "PHOTO;ENCODING=b;TYPE=PNG:AAAA\nEND:VCARD\n"
        ),
        (
            "log",
            "\u{1B}[1;31m2025-01-02 03:04:05 ERROR\u{1B}[0m one\n\u{1B}[38;5;196mtwo\u{1B}[48;2;1;2;3m\n\u{1B}[10Cx\u{1B}[2K\u{1B}[3;4H\n"
                + "a\tb\u{8}c\rd\n"
        ),
        ("diff", "--- a\n+++ b\n@@ -1,2 +3,4 @@\n-x\n+y\n"),
        (
            "json",
            #"{"a": [1, -2.5e10, {"b": null}], "c": "\ud83d\ude00\u0000", "d": 1e400}"# + "\n"
        ),
        ("xml", "<?xml version=\"1.0\"?>\n<a b=\"1\"><c>2</c><!-- 3 --><![CDATA[4]]></a>\n"),
        ("obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1//1 2//2 3//3\nf -1 -2 -3\nf 1 2 3 4 5\n"),
        ("sub", "{1}{50}One|Two\n{60}{9}Three\n"),
        (
            "xpm",
            "/* XPM */\nstatic char *x[] = {\n\"2 2 2 1\",\n\"a c #FF0000\",\n\"b c None\",\n\"ab\",\n\"ba\"};\n"
        ),
        (
            "eps",
            "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 50\n%%HiResBoundingBox: 0 0 1e308 nan\n%%Pages: 3\n%%EndComments\nshowpage\n"
        ),
    ].map { name, text in (name, { Array($0.change(text).utf8) }) }
}
