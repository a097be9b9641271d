extension SupplementaryTypes {
    /// The types that shared-mime-info 2.2 lacks, or whose extensions it lacks.
    ///
    /// Types that are registered with IANA, or that later versions of the database name, have that
    /// name; the others have the name that most programs use.
    ///
    /// Columns: type, parents, extensions (or whole names, after `=`), English, Simplified Chinese.
    static let table = """
        application/avro|application/octet-stream|avro|Avro data|Avro 数据
        application/cbor|application/octet-stream|cbor|CBOR data|CBOR 数据
        application/dif+xml|application/xml|dif|DIF metadata document|DIF 元数据文档
        application/dita+xml|application/xml|dita ditamap ditaval|DITA document|DITA 文档
        application/hcl|text/plain|hcl tf tfvars|HCL configuration|HCL 配置
        application/json5|text/javascript|json5|JSON5 document|JSON5 文档
        application/marc|application/octet-stream|mrc marc|MARC library records|MARC 书目记录
        application/timestamped-data|application/octet-stream|tsd|time-stamped data|带时间戳的数据
        application/ttml+xml|application/xml|ttml|TTML subtitles|TTML 字幕
        application/typescript|text/plain|ts tsx mts cts|TypeScript source code|TypeScript 源代码
        application/vnd.adobe.indesign-idml-package|application/zip|idml|InDesign markup document|InDesign 标记文档
        application/vnd.adobe.xdp+xml|application/xml|xdp|XDP form|XDP 表单
        application/vnd.adobe.xfdf|application/xml|xfdf|XFDF form data|XFDF 表单数据
        application/vnd.android.aab|application/zip|aab|Android app bundle|Android 应用包
        application/vnd.apache.arrow.file|application/octet-stream|arrow feather|Arrow data|Arrow 数据
        application/vnd.apache.parquet|application/octet-stream|parquet|Parquet data|Parquet 数据
        application/vnd.etsi.asic-e+zip|application/zip|asice sce|ASiC-E signature container|ASiC-E 签名容器
        application/vnd.etsi.asic-s+zip|application/zip|asics scs|ASiC-S signature container|ASiC-S 签名容器
        application/vnd.fdf|application/octet-stream|fdf|FDF form data|FDF 表单数据
        application/vnd.ms-officetheme|application/zip|thmx|Office theme|Office 主题
        application/vnd.ms-project|application/x-ole-storage|mpp mpt|Project document|Project 文档
        application/vnd.ms-outlook|application/x-ole-storage|msg|Outlook message|Outlook 邮件
        application/vnd.ms-outlook-pst|application/octet-stream|pst ost|Outlook data file|Outlook 数据文件
        application/vnd.openofficeorg.autotext|application/zip|bau|AutoText collection|自动图文集
        application/warc|application/octet-stream|warc|WARC web archive|WARC 网页归档
        application/warc+gz|application/gzip|warc.gz|WARC web archive (gzip-compressed)|WARC 网页归档 (gzip 压缩)
        application/wasm|application/octet-stream|wasm|WebAssembly program|WebAssembly 程序
        application/x-axcrypt|application/octet-stream|axx|AxCrypt encrypted file|AxCrypt 加密文件
        application/x-bat|text/plain|bat cmd|DOS batch file|DOS 批处理文件
        application/x-brotli|application/octet-stream|br|Brotli archive|Brotli 归档文件
        application/x-chrome-extension|application/octet-stream|crx|Chrome extension|Chrome 扩展
        application/x-corelpresentations|application/octet-stream|shw|Corel presentation|Corel 演示文稿
        application/x-endnote-refer|text/plain|enw enl|EndNote references|EndNote 参考文献
        application/x-erdas-hfa|application/octet-stream|hfa|ERDAS IMAGINE image|ERDAS IMAGINE 图像
        application/x-esri-shape|application/octet-stream|shp|Esri shapefile|Esri 形状文件
        application/x-fish|text/plain|fish|fish script|fish 脚本
        application/x-internet-archive|application/octet-stream|arc|ARC web archive|ARC 网页归档
        application/x-ios-app|application/zip|ipa|iOS application|iOS 应用程序
        application/x-java-ear|application/x-java-archive|ear|Java enterprise archive|Java 企业归档文件
        application/x-java-jnilib|application/octet-stream|jnilib|Java native library|Java 本地库
        application/x-java-war|application/x-java-archive|war|Java web archive|Java Web 归档文件
        application/x-mach-binary|application/octet-stream|dylib|Mach-O program|Mach-O 程序
        application/x-ms-dos-executable|application/octet-stream|exe dll sys com ocx cpl scr drv|Windows program|Windows 程序
        application/x-msgpack|application/octet-stream|msgpack|MessagePack data|MessagePack 数据
        application/x-mysql-misam-data|application/octet-stream|myd|MySQL table data|MySQL 表数据
        application/x-mysql-misam-index|application/octet-stream|myi|MySQL table index|MySQL 表索引
        application/x-mysql-table-definition|application/octet-stream|frm|MySQL table definition|MySQL 表定义
        application/x-ndjson|application/json|ndjson jsonl|JSON lines|JSON 行数据
        application/x-nuget|application/zip|nupkg|NuGet package|NuGet 软件包
        application/x-pcapng|application/octet-stream|pcapng ntar|network packet capture|网络数据包捕获
        application/x-powershell|text/plain|ps1 psm1 psd1|PowerShell script|PowerShell 脚本
        application/x-protobuf-definition|text/plain|proto|Protocol Buffers definition|Protocol Buffers 定义
        application/x-quattropro|application/octet-stream|wq1 wq2 wb1 wb2 wb3 qpw|Quattro Pro spreadsheet|Quattro Pro 工作表
        application/x-r-source|text/plain|r|R source code|R 源代码
        application/x-research-info-systems|text/plain|ris|RIS references|RIS 参考文献
        application/x-sas|text/plain|sas|SAS program|SAS 程序
        application/x-sas-data|application/octet-stream|sas7bdat sd7|SAS data set|SAS 数据集
        application/x-sas-data-v6|application/octet-stream|sd2|SAS data set|SAS 数据集
        application/x-sas-xport|application/octet-stream|xpt xport|SAS transport file|SAS 传输文件
        application/x-snappy-framed|application/octet-stream|sz|Snappy archive|Snappy 归档文件
        application/x-stata-do|text/plain|do ado|Stata program|Stata 程序
        application/x-stata-dta|application/octet-stream|dta|Stata data set|Stata 数据集
        application/x-tmx|application/xml|tmx|TMX translation memory|TMX 翻译记忆
        application/x-vsix|application/zip|vsix|Visual Studio extension|Visual Studio 扩展
        application/x-webarchive|application/octet-stream|webarchive|Safari web archive|Safari 网页归档
        application/x-wheel+zip|application/zip|whl|Python package|Python 软件包
        application/x-xliff+zip|application/zip|xlz|XLIFF translation package|XLIFF 翻译包
        application/x-zsh|application/x-shellscript|zsh|zsh script|zsh 脚本
        application/msix|application/zip|msix appx msixbundle appxbundle|Windows app package|Windows 应用包
        application/rdf+xml|application/xml|xmp|RDF metadata|RDF 元数据
        application/x-matlab-data|application/octet-stream|mat|MATLAB data|MATLAB 数据
        application/x-dbf|application/octet-stream|dbase dbase3|dBASE document|dBASE 文档
        application/onenote|application/octet-stream|one onetoc2|OneNote section|OneNote 分区
        application/vnd.las|application/octet-stream|las laz|LAS point cloud|LAS 点云
        application/envi.hdr|text/plain|hdr|ENVI image header|ENVI 图像头
        audio/x-caf|application/octet-stream|caf|Core Audio sound|Core Audio 音频
        image/jxr|application/octet-stream|jxr wdp hdp|JPEG XR image|JPEG XR 图像
        image/vnd.dgn|application/octet-stream|dgn|MicroStation drawing|MicroStation 绘图
        image/x-blp|application/octet-stream|blp|BLP texture|BLP 纹理
        image/x-bpg|application/octet-stream|bpg|BPG image|BPG 图像
        image/x-jbig2|application/octet-stream|jb2 jbig2|JBIG2 image|JBIG2 图像
        image/x-samsung-srw|image/tiff|srw|Samsung raw image|Samsung 原始图像
        image/x-indesign|application/octet-stream|indd indt|InDesign document|InDesign 文档
        message/x-emlx|text/plain|emlx|Apple Mail message|Apple 邮件
        model/e57|application/octet-stream|e57|E57 point cloud|E57 点云
        model/step|text/plain|stp step p21|STEP model|STEP 模型
        model/vnd.dwf|application/octet-stream|dwf dwfx|DWF drawing|DWF 绘图
        model/vnd.usdz+zip|application/zip|usdz|USD model|USD 模型
        model/x-ply|application/octet-stream|ply|PLY model|PLY 模型
        text/iso19139+xml|application/xml|iso19139|ISO 19139 metadata document|ISO 19139 元数据文档
        text/javascript|application/x-executable|cjs|JavaScript program|JavaScript 程序
        text/jsx|text/javascript|jsx|JSX source code|JSX 源代码
        text/x-asm|text/plain|asm s nasm|assembly source code|汇编源代码
        text/x-astro|text/plain|astro|Astro component|Astro 组件
        text/x-bazel|text/plain|bzl bazel =BUILD =WORKSPACE|Bazel build file|Bazel 构建文件
        text/x-clojure|text/plain|clj cljs cljc edn|Clojure source code|Clojure 源代码
        text/x-cuda|text/x-c++src|cu cuh|CUDA source code|CUDA 源代码
        text/x-dockerfile|text/plain|dockerfile containerfile =Dockerfile =Containerfile|Dockerfile|Dockerfile
        text/x-fsharp|text/plain|fs fsx fsi|F# source code|F# 源代码
        text/x-glsl|text/plain|glsl vert frag geom comp|GLSL shader|GLSL 着色器
        text/x-graphql|text/plain|graphql gql|GraphQL schema|GraphQL 模式
        text/x-handlebars-template|text/html|hbs handlebars mustache|Handlebars template|Handlebars 模板
        text/x-hlsl|text/plain|hlsl|HLSL shader|HLSL 着色器
        text/x-java-properties|text/plain|properties|Java properties|Java 属性文件
        text/x-jinja2-template|text/plain|j2 jinja jinja2|Jinja template|Jinja 模板
        text/x-julia|text/plain|jl|Julia source code|Julia 源代码
        text/x-less|text/plain|less|Less stylesheet|Less 样式表
        text/x-makefile|text/plain|makefile|Makefile build file|Makefile 构建文件
        text/x-ninja|text/plain|ninja|Ninja build file|Ninja 构建文件
        text/x-nim|text/plain|nim nims|Nim source code|Nim 源代码
        text/x-smali|text/plain|smali|Smali source code|Smali 源代码
        text/x-svelte|text/plain|svelte|Svelte component|Svelte 组件
        text/x-swift|text/plain|swift|Swift source code|Swift 源代码
        text/x-twig|text/plain|twig|Twig template|Twig 模板
        text/x-vb|text/plain|vb|Visual Basic .NET source code|Visual Basic .NET 源代码
        text/x-vbscript|text/plain|vbs vba bas|Visual Basic source code|Visual Basic 源代码
        text/x-vue|text/plain|vue|Vue component|Vue 组件
        text/x-wgsl|text/plain|wgsl|WGSL shader|WGSL 着色器
        text/x-yara|text/plain|yar yara|YARA rules|YARA 规则
        text/x-zig|text/plain|zig zon|Zig source code|Zig 源代码
        """

    /// The types of XML documents that the shared MIME database lacks, by "namespace name" of their
    /// root element, or by its name where there is no namespace.
    package static let roots: [String: String] = [
        "http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/ DIF": "application/dif+xml",
        "http://ns.adobe.com/xdp/ xdp": "application/vnd.adobe.xdp+xml",
        "http://ns.adobe.com/xfdf/ xfdf": "application/vnd.adobe.xfdf",
        "http://www.isotc211.org/2005/gmd MD_Metadata": "text/iso19139+xml",
        "http://www.w3.org/ns/ttml tt": "application/ttml+xml",
        "adobe:ns:meta/ xmpmeta": "application/rdf+xml",
        "concept": "application/dita+xml",
        "map": "application/dita+xml",
        "task": "application/dita+xml",
        "tmx": "application/x-tmx",
        "topic": "application/dita+xml",
    ]

    /// Simplified Chinese descriptions of types that have none in shared-mime-info 2.2.
    package static let untranslated = """
        application/ovf|OVF 磁盘镜像
        application/schema+json|JSON 模式
        application/sparql-query|SPARQL 查询
        application/sparql-results+xml|SPARQL 查询结果
        application/toml|TOML 文档
        application/vnd.apple.mpegurl|媒体播放列表
        application/vnd.apple.numbers|Apple Numbers 电子表格
        application/vnd.apple.pages|Apple Pages 文档
        application/vnd.apple.pkpass|Apple 钱包凭证
        application/vnd.comicbook+zip|漫画书归档 (zip 容器)
        application/vnd.comicbook-rar|漫画书归档 (rar 容器)
        application/x-asar|Electron 归档 (ASAR)
        application/x-bcpio|BCPIO 归档文件
        application/x-cb7|漫画书归档 (7z 容器)
        application/x-cbt|漫画书归档 (tar 容器)
        application/x-compressed-iso|压缩的光盘映像
        application/x-desktop|桌面项
        application/x-discjuggler-cd-image|Padus DiscJuggler 光盘映像
        application/x-gd-rom-cue|GD-ROM 映像 cue 表
        application/x-gdscript|GDScript 脚本
        application/x-godot-project|Godot 引擎项目
        application/x-godot-resource|Godot 引擎资源
        application/x-godot-scene|Godot 引擎场景
        application/x-godot-shader|Godot 引擎着色器
        application/x-mame-chd|MAME 压缩硬盘映像
        application/x-nintendo-3ds-executable|任天堂 3DS 可执行文件
        application/x-nintendo-3ds-rom|任天堂 3DS ROM
        application/x-openzim|OpenZIM 文件
        application/x-qed-disk|QEMU QED 磁盘镜像
        application/x-troff-man-compressed|手册页 (压缩)
        application/x-troff-man|手册页
        application/x-vdi-disk|VDI 磁盘镜像
        application/x-vhd-disk|VHD 磁盘镜像
        application/x-vhdx-disk|VHDX 磁盘镜像
        application/x-vmdk-disk|VMDK 磁盘镜像
        audio/mobile-xmf|Mobile XMF 音频
        audio/vnd.dts.hd|DTS-HD 音频
        audio/x-dff|DSDIFF 音频
        audio/x-dsf|DSF 音频
        audio/x-mpegurl|媒体播放列表
        image/astc|ASTC 纹理
        image/avif|AVIF 图像
        image/jxl|JPEG XL 图像
        image/x-canon-cr3|佳能 CR3 原始图像
        image/x-nikon-nrw|尼康 NRW 原始图像
        model/3mf|3MF 文档
        model/gltf+json|glTF 模型
        model/gltf-binary|glTF 模型
        model/mtl|OBJ 三维模型材质库
        model/obj|OBJ 三维模型
        text/org|Org 模式文件
        text/x-crystal|Crystal 源代码
        text/x-dart|Dart 源代码
        text/x-elixir|Elixir 源代码
        text/x-gcode-gx|扩展 G-code 文件
        text/x-gradle|Gradle 脚本
        text/x-kaitai-struct|Kaitai Struct 定义文件
        text/x-mpl2|MPlayer2 字幕
        text/x-objc++src|Objective-C++ 源代码
        video/vnd.mpegurl|视频播放列表
        video/vnd.radgamettools.bink|Bink 视频
        video/vnd.radgamettools.smacker|Smacker 视频
        """
}
