/// The grammars of the formats whose XML readers of this project read.
extension OddGrammar {
    static let sheet = OddGrammar(
        """
        worksheet: dimension sheetFormatPr cols sheetData mergeCells mergeCells drawing
        drawing@r:id=d
        dimension@ref=R
        sheetFormatPr@defaultRowHeight=D,defaultColWidth=D
        cols: col* col*
        col@min=N,max=N,width=D,customWidth=B,hidden=B
        sheetData: row* row*
        row@r=N,ht=D,customHeight=B,hidden=B: c* c*
        c@r=C,s=N,t=s|b|n|n|str|inlineStr|e|d: v is
        v: #N
        is: t
        t: #S
        mergeCells: mergeCell* mergeCell*
        mergeCell@ref=R
        """
    )
    static let sheetDrawing = OddGrammar(
        """
        xdr:wsDr: xdr:twoCellAnchor* xdr:oneCellAnchor*
        xdr:twoCellAnchor: xdr:pic xdr:graphicFrame
        xdr:oneCellAnchor: xdr:ext xdr:graphicFrame xdr:pic
        xdr:ext@cx=N,cy=N
        xdr:pic: a:blip a:ext
        a:ext@cx=N,cy=N
        a:blip@r:embed=p
        xdr:graphicFrame: c:chart
        c:chart@r:id=c
        """
    )
    static let chart = OddGrammar(
        """
        c:chartSpace: c:title c:barChart c:lineChart c:scatterChart c:pieChart c:catAx
        c:title: a:t
        a:t: #S
        c:barChart: c:barDir c:ser*
        c:barDir@val=bar|col
        c:lineChart: c:ser*
        c:scatterChart: c:ser*
        c:pieChart: c:ser
        c:catAx: c:title
        c:ser: c:tx c:cat c:xVal c:val c:yVal
        c:tx: c:strRef
        c:cat: c:strRef
        c:xVal: c:numRef
        c:val: c:numRef
        c:yVal: c:numRef
        c:strRef: c:f c:pt*
        c:numRef: c:f c:pt* c:pt*
        c:f: #R
        c:pt@idx=N: c:v
        c:v: #D
        """
    )
    static let sheetStyles = OddGrammar(
        """
        styleSheet: numFmts fonts fills cellXfs
        numFmts: numFmt*
        numFmt@numFmtId=N,formatCode=F
        fonts: font*
        font: b i strike u sz color
        b@val=B
        u@val=none|single
        sz@val=D
        color@rgb=H,theme=N
        fills: fill*
        fill: patternFill
        patternFill: fgColor
        fgColor@rgb=H
        cellXfs: xf* xf*
        xf@numFmtId=N,fontId=N,fillId=N: alignment
        alignment@horizontal=center|right|left|fill
        """
    )
    static let sharedTexts = OddGrammar(
        """
        sst: si* si* si*
        si: t rPh r*
        r: t
        rPh: t
        t: #S
        """
    )
    static let workbook = OddGrammar(
        """
        workbook: workbookPr sheets
        workbookPr@date1904=B
        sheets: sheet* sheet sheet.hidden
        sheet@name=S,r:id=r1
        sheet.hidden@name=S,r:id=r1,state=hidden
        """
    )
    static let letter = OddGrammar(
        """
        w:document: w:body
        w:body: w:p* w:tbl* w:p* w:sectPr
        w:p: w:pPr w:r* w:hyperlink w:fldSimple w:r* w:del w:ins m:oMath
        m:oMath: m:f m:sSup m:sSubSup m:rad m:nary m:d m:m m:r*
        m:f: m:num m:den
        m:num: m:r m:f
        m:den: m:r m:rad
        m:sSup: m:e m:sup
        m:sSubSup: m:e m:sub m:sup
        m:e: m:r m:d
        m:sup: m:r
        m:sub: m:r
        m:rad: m:deg m:e
        m:deg: m:r
        m:nary: m:chr m:sub m:sup m:e
        m:chr@m:val=S
        m:d: m:begChr m:endChr m:e*
        m:begChr@m:val=S
        m:endChr@m:val=S
        m:m: m:mr*
        m:mr: m:e*
        m:r: m:t
        m:t: #S
        w:pPr: w:pStyle w:jc w:numPr w:pageBreakBefore w:spacing w:ind w:shd w:sectPr
        w:pStyle@w:val=Heading1|List|a
        w:jc@w:val=left|center|right|both|end
        w:numPr: w:ilvl w:numId
        w:ilvl@w:val=N
        w:numId@w:val=N
        w:spacing@w:before=N,w:after=N,w:line=N
        w:ind@w:left=N,w:firstLine=N,w:hanging=N
        w:shd@w:fill=H
        w:r: w:rPr w:t w:tab w:br w:fldChar w:instrText w:drawing w:pict w:footnoteReference
        w:rPr: w:b w:i w:u w:strike w:sz w:color w:vertAlign w:vanish
        w:b@w:val=B
        w:u@w:val=none|single
        w:sz@w:val=N
        w:color@w:val=H
        w:vertAlign@w:val=superscript|subscript
        w:vanish@w:val=B
        w:t: #S
        w:br@w:type=page|column
        w:fldChar@w:fldCharType=begin|separate|end
        w:instrText: #S
        w:fldSimple@w:instr=PAGE|NUMPAGES: w:r
        w:hyperlink@r:id=r2: w:r*
        w:del: w:r*
        w:ins: w:r*
        w:drawing: wp:inline wp:anchor
        wp:inline: wp:extent a:blip wps:txbx
        wp:anchor@behindDoc=B: wp:extent a:blip
        wp:extent@cx=N,cy=N
        a:blip@r:embed=r3
        wps:txbx: w:txbxContent
        w:txbxContent: w:p*
        w:pict: v:shape
        v:shape@style=width:5pt;height:1e308pt|width:-5in|x: v:imagedata
        v:imagedata@r:id=r3
        w:tbl: w:tblPr w:tblGrid w:tr*
        w:tblPr: w:tblBorders w:tblW
        w:tblW@w:w=N,w:type=dxa
        w:tblBorders: w:top w:left
        w:top@w:val=single|nil,w:sz=N
        w:left@w:val=none|double,w:sz=N
        w:tblGrid: w:gridCol* w:gridCol*
        w:gridCol@w:w=N
        w:tr: w:trPr w:tc* w:tc*
        w:trPr: w:gridBefore
        w:gridBefore@w:val=N
        w:tc: w:tcPr w:p* w:tbl
        w:tcPr: w:gridSpan w:shd w:vMerge w:tcW
        w:gridSpan@w:val=N
        w:vMerge@w:val=restart|continue
        w:tcW@w:w=N
        w:sectPr: w:type w:titlePg w:headerReference w:footerReference w:pgSz w:pgMar w:cols
        w:type@w:val=continuous|nextPage
        w:headerReference@w:type=default,r:id=r4
        w:footerReference@w:type=default,r:id=r4
        w:pgSz@w:w=N,w:h=N,w:orient=landscape|portrait
        w:pgMar@w:left=N,w:right=N,w:top=N,w:bottom=N
        w:cols@w:num=N
        """
    )
    static let letterStyles = OddGrammar(
        """
        w:styles: w:docDefaults w:style* w:style*
        w:docDefaults: w:rPr
        w:style@w:styleId=Heading1|List|a|b,w:type=paragraph: w:name w:basedOn w:pPr w:rPr
        w:name@w:val=heading 1|title|subtitle|heading 99999999999999999999|heading -1
        w:basedOn@w:val=a|b|List
        w:pPr: w:jc w:numPr
        w:jc@w:val=center
        w:numPr: w:ilvl w:numId
        w:ilvl@w:val=N
        w:numId@w:val=N
        w:rPr: w:sz w:b
        w:sz@w:val=N
        """
    )
    static let numbering = OddGrammar(
        """
        w:numbering: w:abstractNum* w:abstractNum* w:num* w:num*
        w:abstractNum@w:abstractNumId=N: w:lvl* w:lvl*
        w:lvl@w:ilvl=N: w:start w:numFmt w:lvlText w:isLgl
        w:start@w:val=N
        w:numFmt@w:val=decimal|bullet|lowerLetter|upperRoman|chineseCounting|decimalZero|ordinal|decimalEnclosedCircle|none|taiwaneseCountingThousand|ideographDigital
        w:lvlText@w:val=%1.|%1.%2.%9|%|%%|%0|(%1)
        w:isLgl@w:val=B
        w:num@w:numId=N: w:abstractNumId w:lvlOverride*
        w:abstractNumId@w:val=N
        w:lvlOverride@w:ilvl=N: w:startOverride w:lvl
        w:startOverride@w:val=N
        """
    )
    static let talk = OddGrammar(
        """
        p:presentation: p:sldSz p:sldIdLst
        p:sldSz@cx=N,cy=N
        p:sldIdLst: p:sldId p:sldId*
        p:sldId@id=N,r:id=r1
        """
    )
    static let slide = OddGrammar(
        """
        p:sld: p:cSld
        p:cSld: p:spTree
        p:spTree: p:grpSpPr p:sp* p:pic p:graphicFrame p:grpSp p:sp*
        p:grpSp: p:grpSpPr p:sp* p:grpSp
        p:grpSpPr: a:xfrm
        a:xfrm@rot=N: a:off a:ext a:chOff a:chExt
        a:off@x=N,y=N
        a:ext@cx=N,cy=N
        a:chOff@x=N,y=N
        a:chExt@cx=N,cy=N
        p:sp: p:nvPr p:spPr p:txBody
        p:nvPr: p:ph
        p:ph@type=title|body|ctrTitle|sldNum|dt|ftr|subTitle|obj,idx=N
        p:spPr: a:xfrm
        p:txBody: a:bodyPr a:p*
        a:bodyPr@anchor=ctr|b|t,lIns=N
        a:p: a:pPr a:r* a:br a:fld
        a:pPr@algn=ctr|r|l,lvl=N: a:buNone a:spcBef
        a:r: a:rPr a:t
        a:rPr@sz=N,b=B,i=B
        a:fld@type=slidenum: a:t
        a:t: #S
        p:pic: a:blip p:spPr
        a:blip@r:embed=r3
        p:graphicFrame: p:xfrm a:tbl
        p:xfrm: a:off a:ext
        a:tbl: a:tblGrid a:tr*
        a:tblGrid: a:gridCol*
        a:gridCol@w=N
        a:tr@h=N: a:tc* a:tc*
        a:tc@gridSpan=N,rowSpan=N,hMerge=B: p:txBody
        """
    )
    static let openDocument = OddGrammar(
        """
        office:document-content: office:automatic-styles office:body
        office:automatic-styles: style:style* style:style*
        style:style@style:name=a|b|c,style:parent-style-name=a|b|c,style:family=paragraph: style:text-properties style:paragraph-properties style:table-column-properties style:table-cell-properties
        style:text-properties@fo:font-size=L,fo:color=H,fo:font-weight=bold
        style:paragraph-properties@fo:text-align=center|justify|end,fo:break-before=page
        style:table-column-properties@style:column-width=L
        style:table-cell-properties@fo:background-color=H
        office:body: office:text
        office:text: text:h text:p* text:list table:table* draw:frame draw:page*
        text:h@text:outline-level=N,text:style-name=a: #S
        text:p@text:style-name=a|b|c: #S text:span text:s text:tab draw:frame text:line-break office:annotation text:note
        text:span@text:style-name=a|b|c: #S text:s
        text:s@text:c=N
        office:annotation: text:p
        text:note: text:note-body
        text:note-body: text:p
        text:list: text:list-item* text:list-item
        text:list-item: text:p text:list
        draw:page@draw:name=S: draw:frame* draw:custom-shape presentation:notes
        presentation:notes: draw:frame
        draw:custom-shape@svg:width=L,svg:height=L,svg:x=L,svg:y=L: text:p
        draw:frame@svg:width=L,svg:height=L,svg:x=L,svg:y=L,presentation:class=title|outline: draw:text-box draw:image table:table
        draw:text-box: text:p*
        draw:image@xlink:href=Pictures/a.png|./Pictures/a.png|: text:p
        table:table@table:name=S,table:style-name=a: table:table-column* table:table-row* table:table-row*
        table:table-column@table:number-columns-repeated=N,table:style-name=a|b|c,table:default-cell-style-name=b
        table:table-row@table:number-rows-repeated=N: table:table-cell* table:covered-table-cell table:table-cell*
        table:table-cell@table:number-columns-repeated=N,table:number-columns-spanned=N,table:number-rows-spanned=N,office:value-type=float|string,table:style-name=a: text:p* table:table
        table:covered-table-cell@table:number-columns-repeated=N
        """
    )
    static let track = OddGrammar(
        """
        gpx@xmlns=http://www.topografix.com/GPX/1/1: metadata wpt* trk* rte
        metadata: name
        wpt@lat=D,lon=D: ele name time
        trk: name trkseg*
        trkseg: trkpt* trkpt* trkpt*
        trkpt@lat=D,lon=D: ele time
        rte: rtept*
        rtept@lat=D,lon=D
        name: #S
        ele: #D
        time: #S
        """
    )
    static let places = OddGrammar(
        """
        kml@xmlns=http://www.opengis.net/kml/2.2: Document
        Document: name Placemark* Placemark*
        Placemark: name Point LineString LinearRing gx:Track
        Point: coordinates
        LineString: coordinates
        LinearRing: coordinates
        gx:Track: gx:coord* gx:coord*
        name: #S
        coordinates: #P
        gx:coord: #D
        """
    )
    static let fixedPage = OddGrammar(
        """
        FixedPage@xmlns=http://schemas.microsoft.com/xps/2005/06,Width=D,Height=D: Path* Glyphs* Canvas*
        Canvas@RenderTransform=P|1,0,0,1,0,0,Opacity=D: Path* Canvas Glyphs
        Path@Data=P|F1 M 10,10 L 60,10 60,60 Z,Fill=H,Stroke=H,StrokeThickness=D: Path.Fill
        Path.Fill: ImageBrush
        ImageBrush@ImageSource=/a.png,Viewport=P
        Glyphs@UnicodeString=S,OriginX=D,OriginY=D,Fill=H,FontRenderingEmSize=D,Indices=P|,60;,60|;;;|(2:1)5,-1e308;
        """
    )
}
