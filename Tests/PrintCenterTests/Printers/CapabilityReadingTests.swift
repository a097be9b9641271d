import IPP
import PrintModel
import Testing

@testable import PrintCenter

@Suite struct CapabilityReadingTests {
    static func read(_ attributes: [IPPAttribute]) -> PrinterCapabilities {
        var capabilities = PrinterCapabilities()
        CapabilityReading(IPPAttributeGroup(.printer, attributes)).complete(&capabilities)
        return capabilities
    }

    static func medium(_ width: Int32, _ length: Int32, margin: Int32) -> IPPValue {
        .collection(
            [
                IPPAttribute(
                    "media-size",
                    .collection([
                        IPPAttribute("x-dimension", .integer(width)),
                        IPPAttribute("y-dimension", .integer(length)),
                    ])
                )
            ]
                + ["top", "right", "bottom", "left"].map {
                    IPPAttribute("media-\($0)-margin", .integer(margin))
                }
        )
    }

    @Test
    func `a bordered medium wins over its borderless twin, and one without a border has none`() {
        let read = Self.read([
            IPPAttribute(
                "media-supported",
                [.keyword("iso_a4_210x297mm"), .keyword("na_index-4x6_4x6in")]
            ),
            IPPAttribute(
                "media-col-database",
                [
                    Self.medium(21000, 29700, margin: 0), Self.medium(21000, 29700, margin: 423),
                    Self.medium(10160, 15240, margin: 0),
                ]
            ),
            IPPAttribute("media-top-margin-supported", [.integer(0), .integer(635)]),
        ])
        #expect(
            read.mediaMargins == [
                "iso_a4_210x297mm": MediaMargins(top: 423, right: 423, bottom: 423, left: 423),
                "na_index-4x6_4x6in": MediaMargins(),
            ]
        )
        #expect(read.marginsDefault == MediaMargins(top: 635))
        #expect(read.borderless.map(\.rawValue) == ["iso_a4_210x297mm", "na_index-4x6_4x6in"])
    }

    @Test func `the size of a medium is the one that the printer lists`() {
        let names = IPPAttribute(
            "media-supported",
            [
                .keyword("iso_a4_210x297mm"), .keyword("na_letter_8.5x11in"),
                .keyword("iso_a5_148x210mm"),
            ]
        )
        let sizes = Self.read([
            names,
            IPPAttribute(
                "media-col-database",
                [
                    Self.medium(20990, 29704, margin: 423), Self.medium(21003, 29700, margin: 423),
                    Self.medium(21590, 27940, margin: 423), Self.medium(14850, 21100, margin: 423),
                ]
            ),
        ]).mediaSizes
        // The nearest one: Letter is listed as it is named, and A5 is another paper.
        #expect(sizes == [MediaName.a4.rawValue: MediaSize(width: 21003, length: 29700)])
        #expect(Self.read([names]).mediaSizes == nil)
        let listed = Self.read([
            names,
            IPPAttribute(
                "media-size-supported",
                .collection([
                    IPPAttribute("x-dimension", .integer(20990)),
                    IPPAttribute("y-dimension", .integer(29704)),
                ])
            ),
        ])
        #expect(
            listed.mediaSizes == [MediaName.a4.rawValue: MediaSize(width: 20990, length: 29704)]
        )
    }

    @Test func `the media of each tray are those that are loaded there`() {
        func loaded(_ tray: String?, _ width: Int32, _ length: Int32) -> IPPValue {
            let size = IPPValue.collection([
                IPPAttribute("x-dimension", .integer(width)),
                IPPAttribute("y-dimension", .integer(length)),
            ])
            return .collection(
                [IPPAttribute("media-size", size)]
                    + (tray.map { [IPPAttribute("media-source", .keyword($0))] } ?? [])
            )
        }
        let names = IPPAttribute(
            "media-supported",
            [.keyword(MediaName.a4.rawValue), .keyword(MediaName.letter.rawValue)]
        )
        let ready = IPPAttribute(
            "media-col-ready",
            [
                // Twice, with and without margins, and a little smaller than its name.
                loaded("tray-1", 20990, 29704), loaded("tray-1", 20990, 29704),
                loaded("tray-2", 21590, 27940), loaded("tray-2", 10000, 15000),
                loaded(nil, 21000, 29700), loaded("roll", 6200, 0),
            ]
        )
        #expect(
            Self.read([names, ready]).sourceMedia == [
                "tray-1": [.a4],
                "tray-2": [.letter, MediaName(rawValue: "custom_100x150mm_100x150mm")],
            ]
        )
        #expect(Self.read([names]).sourceMedia == nil)
    }

    @Test(
        arguments: [
            (["face-down"], [], nil), (["face-up"], [], ["face-up"]),
            (["top", "rear"], ["pagedelivery=faceDown;", "pagedelivery=faceUp;"], ["rear"]),
            // The order of stacking precedes the side that is up, and both the name.
            (["face-up"], ["name=A;stackingorder=firstToLast;pagedelivery=faceUp;"], nil),
            (["face-down"], ["stackingorder=lastToFirst;pagedelivery=faceDown;"], ["face-down"]),
            (["face-up", "face-up-2"], ["pagedelivery=faceDown;"], ["face-up-2"]),
            (["face-up"], ["stackingorder=unknown;pagedelivery=other;"], ["face-up"]),
            ([], ["stackingorder=lastToFirst;"], nil),
        ] as [([String], [String], [String]?)]
    )
    func `the stack of an output bin is backwards by its order, its side, or its name`(
        _ bins: [String],
        _ trays: [String],
        _ reversed: [String]?
    ) {
        let read = Self.read([
            IPPAttribute("output-bin-supported", bins.map { .keyword($0) }),
            IPPAttribute("printer-output-tray", trays.map { .octets(Array($0.utf8)) }),
        ])
        #expect(read.reversedBins == reversed)
    }

    @Test func `rolls are ranges of lengths, and lengths of 0`() {
        let names = IPPAttribute(
            "media-supported",
            [.keyword("roll_max_62x1000mm"), .keyword("roll_min_12x25mm")]
        )
        func ready(_ length: IPPValue) -> IPPAttribute {
            let size = IPPValue.collection([
                IPPAttribute("x-dimension", .integer(6200)), IPPAttribute("y-dimension", length),
            ])
            return IPPAttribute(
                "media-col-ready",
                .collection([
                    IPPAttribute("media-size", size),
                    IPPAttribute("media-source", .keyword("main-roll")),
                ])
            )
        }
        let roll = LoadedRoll(
            source: "main-roll",
            least: MediaSize(width: 6200, length: 2500),
            most: MediaSize(width: 6200, length: 100_000)
        )
        let range = IPPValue.range(IPPRange(lower: 2500, upper: 100_000))
        #expect(Self.read([names, ready(range)]).rolls == [roll])
        #expect(Self.read([names, ready(.integer(0))]).rolls == [roll])
        #expect(Self.read([names, ready(.integer(9000))]).rolls == nil)
        let named = IPPAttribute("media-ready", .keyword("roll_current_62x0mm"))
        #expect(
            Self.read([names, named]).rolls == [LoadedRoll(least: roll.least, most: roll.most)]
        )
    }

    @Test func `finishings without a number are templates, where those can be sent`() {
        let lists = [
            IPPAttribute("finishings-supported", [.enumeration(3), .enumeration(4)]),
            IPPAttribute(
                "finishing-template-supported",
                // The printer lists no number for "punch", which has one.
                [.keyword("staple"), .keyword("jdf-f8-4"), .keyword("punch")]
            ),
        ]
        let members = IPPAttribute("finishings-col-supported", .keyword("finishing-template"))
        #expect(Self.read(lists + [members]).finishings == ["staple", "jdf-f8-4"])
        #expect(Self.read(lists).finishings == ["staple"])
        // Some list them in the database alone.
        let database = IPPAttribute(
            "finishings-col-database",
            ["staple", "jdf-f4-1"].map { name in
                .collection([IPPAttribute("finishing-template", .keyword(name))])
            }
        )
        #expect(Self.read([lists[0], members, database]).finishings == ["staple", "jdf-f4-1"])
    }

    @Test func `the kinds of paper are an attribute of the job`() {
        let usual = IPPValue.collection([IPPAttribute("media-type", .keyword("stationery"))])
        let read = Self.read([
            IPPAttribute("media-type-supported", [.keyword("stationery"), .keyword("labels")]),
            IPPAttribute("media-col-default", usual),
        ])
        #expect(
            read.attributes == [
                "media-type": AttributeValues(
                    syntax: .keyword,
                    values: ["stationery", "labels"],
                    defaultValue: "stationery"
                )
            ]
        )
    }

    @Test func `finishings are keywords, and unknown numbers are left out`() {
        let numbers: [Int32] = [3, 4, 20, 31, 50, 60, 70, 93, 4, 0, -1, .min, .max]
        let read = Self.read([
            IPPAttribute("finishings-supported", numbers.map(IPPValue.enumeration))
        ])
        #expect(
            read.finishings == [
                "staple", "staple-top-left", "staple-dual-bottom", "bind-left",
                "trim-after-pages", "punch-top-left", "fold-half",
            ]
        )
        #expect(Finishings.number(of: "fold-half") == 93)
        #expect(Finishings.number(of: "fold-nothing") == nil)
    }

    @Test func `constraints use the names of ticket options, and incomplete ones are ignored`() {
        func constraint(_ members: [IPPAttribute]) -> IPPValue {
            .collection([IPPAttribute("resolver-name", .name("r"))] + members)
        }
        let sides = IPPAttribute("sides", .keyword("two-sided-long-edge"))
        let read = Self.read([
            IPPAttribute(
                "job-constraints-supported",
                [
                    constraint([
                        sides, IPPAttribute("finishings", .enumeration(4)),
                        IPPAttribute("print-quality", .enumeration(5)),
                        IPPAttribute(
                            "media-col",
                            .collection([IPPAttribute("media-source", .keyword("tray-2"))])
                        ),
                    ]),
                    constraint([
                        sides, IPPAttribute("output-bin", .keyword("face-up")),
                        IPPAttribute("finishings", .enumeration(9999)),
                    ]),
                    constraint([sides]), .integer(1),
                ]
            )
        ])
        #expect(
            read.constraints == [
                OptionConstraint(values: [
                    "sides": ["two-sided-long-edge"], "finishings": ["staple"],
                    "print-quality": ["high"], "media-source": ["tray-2"],
                ])
            ]
        )
    }

    @Test func `other attributes of a job are read with their syntax, values and default`() {
        let read = Self.read([
            IPPAttribute(
                "job-creation-attributes-supported",
                ["print-content-optimize", "print-darkness", "job-account-id", "sides"]
                    .map(IPPValue.keyword)
            ),
            IPPAttribute(
                "print-content-optimize-supported",
                [.keyword("auto"), .keyword("photo")]
            ),
            IPPAttribute("print-content-optimize-default", .keyword("auto")),
            IPPAttribute("print-darkness-supported", .range(IPPRange(lower: -100, upper: 100))),
            IPPAttribute("job-account-id-default", .name("x\u{1b}[2Jy")),
            IPPAttribute("sides-supported", .keyword("one-sided")),
            IPPAttribute("uri-security-supported", .keyword("none")),
        ])
        #expect(
            read.attributes == [
                "print-content-optimize": AttributeValues(
                    syntax: .keyword,
                    values: ["auto", "photo"],
                    defaultValue: "auto"
                ),
                "print-darkness": AttributeValues(syntax: .integer, min: -100, max: 100),
                "job-account-id": AttributeValues(syntax: .text, defaultValue: "x [2Jy"),
            ]
        )
    }

    @Test func `hostile values are bounded and cleaned`() {
        let huge = (0..<100_000).map { IPPValue.keyword("v\($0)") }
        let read = Self.read([
            IPPAttribute("media-source-supported", huge),
            IPPAttribute("output-bin-supported", [.keyword("a\u{7}b"), .keyword("face-up")]),
            IPPAttribute("job-password-supported", .integer(.max)),
            IPPAttribute("media-left-margin-supported", [.integer(.min), .integer(.max)]),
            IPPAttribute("media-supported", .keyword("iso_a4_210x297mm")),
            IPPAttribute(
                "media-col-database",
                [
                    Self.medium(.max, .min, margin: 1), Self.medium(21000, 29700, margin: .min),
                    .collection([]),
                ]
            ),
            IPPAttribute("print-speed-supported", .range(IPPRange(lower: 5, upper: -5))),
            IPPAttribute("print-speed-default", .integer(.min)),
            IPPAttribute("job-constraints-supported", .collection([])),
        ])
        #expect(read.sources.count == CapabilityReading.valueLimit)
        #expect(read.outputBins == ["face-up"])
        #expect(read.pinLength == 255)
        #expect(read.marginsDefault == MediaMargins())
        #expect(read.mediaMargins.isEmpty)
        #expect(read.attributes.isEmpty)
        #expect(read.constraints.isEmpty)
    }
}
