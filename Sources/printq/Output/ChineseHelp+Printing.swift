/// The help of the commands that print, and of the options that commands share, by its lines in English.
extension ChineseHelp {
    static let titles: [String: String] = [
        "OVERVIEW": "概述",
        "USAGE": "用法",
        "ARGUMENTS": "参数",
        "OPTIONS": "选项",
        "SUBCOMMANDS": "子命令",
        "OPTIONS OF THE JOB": "任务的选项",
        "OPTIONS OF THE PRESET": "预设的选项",
        "COMPATIBILITY WITH LP": "与 lp 兼容",
        "PRINTING SUBCOMMANDS": "打印子命令",
        "JOBS SUBCOMMANDS": "任务子命令",
        "PRINTERS AND SERVICE SUBCOMMANDS": "打印机与服务子命令",
    ]

    static let printing: [String: String] = [
        "Print files, and follow them until they are printed.": "打印文件，并跟踪到打印完成。",
        "Examples:": "示例：",
        "Exit codes: 0 done (with --wait: printed), 1 failed, 3 not possible, 4 no such job, printer, preset, or host, 5 canceled, 64 usage, 66 no such file, 69 no service or scheduler, 130 interrupted (the job continues).":
            "退出代码：0 完成（使用 --wait 时：已打印），1 失败，3 无法打印，4 没有该任务、打印机、预设或主机，5 已取消，64 用法错误，66 没有该文件，69 没有服务或调度程序，130 被中断（任务继续）。",
        "Show the version.": "显示版本。",
        "Show help information.": "显示帮助信息。",
        "Print files, each as a job or all together.": "打印文件：每个文件一个任务，或合并为一个任务。",
        "A page list names pages of the document, which print in the order given. If the printer cannot print a file as requested, nothing is queued (exit code 3).":
            "页码列表指定文档的页面，并按给出的顺序打印。如果打印机不能按要求打印某个文件，则不会将其加入队列（退出代码 3）。",
        "The files; - is standard input, as is a pipe without files.": "文件；- 表示标准输入，没有文件的管道也是如此。",
        "Print these pages of the document, in this order, such as 1-3,7 or 5- or 3-1 or last; odd or even for one of these sets (default: all).":
            "按此顺序打印文档的这些页面，例如 1-3,7、5-、3-1 或 last；odd 或 even 表示奇数页或偶数页（默认：全部）。",
        "Print this number of copies (default: 1).": "打印的份数（默认：1）。",
        "Collate copies (1 2 3, 1 2 3), or do not (1 1, 2 2, 3 3) (default: the printer's).":
            "逐份打印（1 2 3, 1 2 3），或不逐份（1 1, 2 2, 3 3）（默认：由打印机决定）。",
        "Print only the odd or even ones of these pages: all, odd, or even (default: all).":
            "只打印这些页面中的奇数页或偶数页：all、odd 或 even（默认：all）。",
        "Print the last sheet first (default: so that the stack is in order).":
            "先打印最后一张（默认：使纸叠按顺序）。",
        "Print on both sides: --sides long-edge.": "双面打印：--sides long-edge。",
        "Print on these sides: one-sided, long-edge, or short-edge (default: the printer's).":
            "打印的面：one-sided、long-edge 或 short-edge（默认：由打印机决定）。",
        "Use this paper: A4, Letter, a size such as 50x70mm or 2x3in, or a PWG name (default: the printer's).":
            "使用此纸张：A4、Letter、尺寸（如 50x70mm 或 2x3in）或 PWG 名称（默认：由打印机决定）。",
        "Print to the edges of the paper, if the printer can; pictures fill it (default: pictures on photo paper).":
            "如果打印机支持，则无边距打印；图片会填满纸张（默认：照片纸上的图片）。",
        "Take the paper from this tray; 'printq options' lists the trays (default: the printer's).":
            "从此纸盒取纸；“printq options”会列出纸盒（默认：由打印机决定）。",
        "Deliver the sheets to this bin (default: the printer's).": "将纸张送到此出纸盒（默认：由打印机决定）。",
        "Finish the sheets, such as staple or punch; none for no finishing. You can repeat it.":
            "对纸张进行装订等处理，例如 staple 或 punch；none 表示不处理。可以重复使用。",
        "Print in this mode: auto, color, monochrome, or another mode of the printer (default: the printer's).":
            "以此模式打印：auto、color、monochrome 或打印机的其他模式（默认：由打印机决定）。",
        "Print these worksheets of a workbook only, by their names or numbers, such as Costs,3 (default: all).":
            "只打印工作簿的这些工作表，按名称或编号，例如 Costs,3（默认：全部）。",
        "Do not ask before a job of 1000 sheets or more, as at a terminal.":
            "打印 1000 张或更多纸之前不询问（在终端时会询问）。",
        "Print in this quality: draft, normal, or high (default: the printer's).":
            "以此质量打印：draft、normal 或 high（默认：由打印机决定）。",
        "Print at this resolution, in dots per inch, such as 600dpi or 600x1200dpi (default: the printer's).":
            "以此分辨率（每英寸点数）打印，例如 600dpi 或 600x1200dpi（默认：由打印机决定）。",
        "Print in this orientation: auto, portrait, landscape, reverse-portrait, or reverse-landscape (default: auto).":
            "以此方向打印：auto、portrait、landscape、reverse-portrait 或 reverse-landscape（默认：auto）。",
        "Scale pages: auto, fit, fill, none, or a percentage such as 50% (default: auto).":
            "缩放页面：auto、fit、fill、none 或百分比，如 50%（默认：auto）。",
        "Print this number of pages per side: 1, 2, 4, 6, 9, or 16 (default: 1).":
            "每面打印的页数：1、2、4、6、9 或 16（默认：1）。",
        "Order the pages of a side: lrtb, lrbt, rltb, rlbt, tblr, tbrl, btlr, or btrl (default: lrtb).":
            "每面页面的顺序：lrtb、lrbt、rltb、rlbt、tblr、tbrl、btlr 或 btrl（默认：lrtb）。",
        "Draw lines around each page: none, single, single-thick, double, or double-thick (default: none).":
            "在每页周围画线：none、single、single-thick、double 或 double-thick（默认：none）。",
        "Place a page that is smaller than the sheet: center, top, left, right, bottom, top-left, and so on (default: center).":
            "比纸张小的页面的位置：center、top、left、right、bottom、top-left 等（默认：center）。",
        "Print an image at this resolution, in pixels per inch.": "以此分辨率打印图像，单位为每英寸像素数。",
        "Print a mirror image.": "打印镜像。",
        "Print two pages on a side, in the order of sheets that are folded into a booklet.":
            "每面打印两页，顺序适合将纸张对折成小册子。",
        "Fold this number of pages of a booklet together, such as 16, instead of all.":
            "小册子每叠折在一起的页数，例如 16，而不是全部。",
        "Make up for the thickness of the folded sheets of a booklet, such as 0.1mm each (default: 0mm).":
            "补偿小册子折叠纸张的厚度，例如每张 0.1mm（默认：0mm）。",
        "Spread each page over sheets with cut marks: columns x rows, such as 2x3.":
            "将每页分布到多张带裁切标记的纸上：列 x 行，例如 2x3。",
        "Print this number of pages or pictures on each side, columns x rows such as 4x5, each with its name or number; several files become one job.":
            "每面打印这么多页面或图片，列 x 行，例如 4x5，各带名称或编号；多个文件合并为一个任务。",
        "Begin each of several files of a job on a new sheet.": "任务中的每个文件都从新的一张纸开始。",
        "Print this text at the top of each side, such as '{title}|{date}|{page} of {pages}': left|center|right with the fields {title}, {page}, {pages}, {date}, and {file}; {{ is a brace.":
            "在每面顶部打印此文字，例如 '{title}|{date}|{page} of {pages}'：左|中|右，可用字段 {title}、{page}、{pages}、{date} 和 {file}；{{ 表示花括号。",
        "Print this text at the bottom of each side, with the same fields.": "在每面底部打印此文字，字段相同。",
        "Print this text across each side, in large and pale letters, such as DRAFT.":
            "用浅色大字横跨每面打印此文字，例如 DRAFT。",
        "Lay a text out with these margins: one length for all, two (top and bottom, left and right), or four (top, right, bottom, left), such as 20mm or 1in,0.5in.":
            "以这些页边距排版文本：一个长度（四边）、两个（上下、左右）或四个（上、右、下、左），例如 20mm 或 1in,0.5in。",
        "Lay a text out in letters of this size, in points (default: 10 for plain text, the document's own for others).":
            "以此字号（磅）排版文本（默认：纯文本为 10，其他文档用其自身字号）。",
        "Number the lines of plain text and source code.": "为纯文本和源代码的行编号。",
        "Lay a workbook out one page wide, if LibreOffice is installed.":
            "如果安装了 LibreOffice，将工作簿排为一页宽。",
        "Print lines between the cells of a workbook.": "打印工作簿单元格之间的线。",
        "Print the letters of a workbook's columns and the numbers of its rows.": "打印工作簿的列标和行号。",
        "Give the job a priority from 1, the lowest, to 100 (default: 50).":
            "任务的优先级，从 1（最低）到 100（默认：50）。",
        "Hold the job until this time: 22:00, 5pm, tomorrow, 'friday 8:00', 2030-05-17, +2h, evening, night, weekend, or indefinite.":
            "保留任务到此时间：22:00、5pm、tomorrow、'friday 8:00'、2030-05-17、+2h、evening、night、weekend 或 indefinite。",
        "Set an option of lp, or any other attribute that the printer lists.":
            "设置 lp 的选项，或打印机列出的任何其他属性。",
        "Print the files as one job, in this order.": "将这些文件按此顺序合并为一个任务打印。",
        "Use the options that 'printq presets save' has saved under this name; options beside it override them.":
            "使用“printq presets save”以此名称保存的选项；同时给出的选项优先。",
        "Let HTML and Markdown show the pictures in this folder and below; they are sent with the document.":
            "让 HTML 和 Markdown 显示此文件夹及其子文件夹中的图片；图片随文档一起发送。",
        "Ask for the password of the document, at the terminal.": "在终端询问文档的密码。",
        "Read the password from this open descriptor.": "从这个已打开的描述符读取密码。",
        "Ask for a PIN, which then has to be typed at the printer.": "询问 PIN 码，之后须在打印机上输入。",
        "Read the PIN from this open descriptor.": "从这个已打开的描述符读取 PIN 码。",
        "The printer (default: the default printer).": "打印机（默认：默认打印机）。",
        "Write JSON.": "输出 JSON。",
        "Name the job (default: the name of the file).": "任务的名称（默认：文件名）。",
        "The MIME type, such as text/markdown, where the contents allow several.":
            "MIME 类型，例如 text/markdown，用于内容可有多种类型时。",
        "Wait until the job is printed, and show the progress.": "等待任务打印完成，并显示进度。",
        "Queue the job even if the printer is off, stopped, or not accepting jobs.":
            "即使打印机已关闭、已停止或不接受任务，也将任务加入队列。",
        "Hold the job until you release it.": "保留任务，直到您将其释放。",
        "Do not report queued jobs.": "不报告已加入队列的任务。",
        "Change a job in the queue, with -q, -H hold, -H resume, or -H restart.":
            "更改队列中的任务，配合 -q、-H hold、-H resume 或 -H restart。",
        "Copy the file first; printq always does.": "先复制文件；printq 总是这样做。",
        "Show the sheets of a file or a job before they are printed.": "在打印之前显示文件或任务的纸张。",
        "It shows the file that would be sent to the printer: in gray for a monochrome printer, with the margins that the printer cannot reach shaded. Sheets appear as they are fed, unless all of them are read the other way. A number is a job, unless a file has that name. Several images become sheets-1.png, sheets-2.png, and so on, one for each side. For the file itself, use a name that ends in .pdf, or - for standard output.":
            "显示的就是将发送给打印机的文件：单色打印机为灰度，打印机无法打印的边缘有阴影。纸张按进纸方向显示，除非所有纸张都是另一种方向阅读。数字表示任务，除非有同名文件。多张图像保存为 sheets-1.png、sheets-2.png 等，每面一张。要得到文件本身，请使用以 .pdf 结尾的名称，或用 - 表示标准输出。",
        "The file, or the number of a job; - is standard input. Several files are one job.":
            "文件，或任务编号；- 表示标准输入。多个文件为一个任务。",
        "Write PNG files, or the PDF that would be sent; - writes that to standard output.":
            "写入 PNG 文件，或将要发送的 PDF；- 将其写到标准输出。",
        "The longer edge of each PNG, in pixels.": "每个 PNG 长边的像素数。",
        "Show only this sheet.": "只显示这一张。",
        "Show all sheets (default: the first 3 in a terminal).": "显示所有纸张（默认：终端中显示前 3 张）。",
        "The name of the job, for {title} (default: the title of the document).":
            "任务的名称，用于 {title}（默认：文档的标题）。",
        "Check whether files can be printed, without printing them.": "检查文件能否打印，但不打印。",
        "It shows the plan, or the obstacles with their remedies. Exit codes: 0 all files can be printed, 3 one cannot.":
            "显示打印方案，或障碍及其解决办法。退出代码：0 所有文件都能打印，3 有文件不能打印。",
        "The files; - is standard input.": "文件；- 表示标准输入。",
        "List the options of a printer, for any document or for a file.": "列出打印机的选项，针对任意文档或某个文件。",
        "It lists only what the printer can do, with the defaults and the loaded paper.":
            "只列出打印机能做到的，以及默认值和已装入的纸张。",
        "The file to print.": "要打印的文件。",
        "Save options under a name, to print with --preset.": "以名称保存选项，打印时用 --preset 使用。",
        "A preset applies where a command has no option of its own, and before the options that 'lpoptions' has saved for a printer. It keeps no document, no printer, no time, and no PIN or password.":
            "预设用于命令没有给出的选项，并优先于“lpoptions”为打印机保存的选项。其中没有文档、打印机、时间、PIN 码或密码。",
        "List the presets and their options.": "列出预设及其选项。",
        "Save options under a name.": "以名称保存选项。",
        "A preset of the same name is replaced. A name has 1 to 64 characters of any script, without slashes; upper and lower case differ.":
            "同名的预设会被替换。名称为 1 到 64 个任意文字的字符，不含斜杠；区分大小写。",
        "The name.": "名称。",
        "Show the options of a preset.": "显示预设的选项。",
        "Remove a preset; jobs that were queued with it keep its options.": "删除预设；已用它加入队列的任务保留其选项。",
    ]
}
