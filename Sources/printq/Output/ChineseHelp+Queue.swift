/// The help of the commands for jobs, printers, and the service, by its lines in English.
extension ChineseHelp {
    static let queue: [String: String] = [
        "List the active jobs, including those of other programs.": "列出进行中的任务，包括其他程序的任务。",
        "TIME is today, yesterday, 2026-05-17, '2026-05-17 08:30', 08:30, or how long ago: 30m, 2h, 3d, 1w.":
            "TIME 可以是 today、yesterday、2026-05-17、'2026-05-17 08:30'、08:30，或多久以前：30m、2h、3d、1w。",
        "On a terminal, it shows up to 1,000 jobs, and says how many others there are; a pipe or a file gets all of them: printq jobs | less":
            "在终端上最多显示 1,000 个任务，并说明还有多少个任务；通过管道或输出到文件时会列出全部任务：printq jobs | less",
        "With --watch, the list is updated until Ctrl-C (exit code 130). With --json, it writes a line for each job, as added, then a line for each job that is added, changed, or removed.":
            "使用 --watch 时，列表会不断更新，直到按 Ctrl-C（退出代码 130）。使用 --json 时，先为每个任务输出一行 added，之后每当有任务添加、更改或移除时输出一行。",
        "List the jobs that have ended, too.": "同时列出已结束的任务。",
        "Keep the list up to date until Ctrl-C.": "持续更新列表，直到按 Ctrl-C。",
        "List the jobs of this user.": "列出此用户的任务。",
        "List the jobs submitted at this time or later.": "列出在此时间或之后提交的任务。",
        "List the jobs submitted before this time.": "列出在此时间之前提交的任务。",
        "Only the jobs on this printer (default: all printers).": "只限此打印机上的任务（默认：所有打印机）。",
        "Show all details of a job, with its history.": "显示任务的全部详情及其历史记录。",
        "Example:": "示例：",
        "The number of the job, or the scheduler's name for it.": "任务的编号，或调度程序给它的名称。",
        "Show the progress of jobs until they end.": "显示任务的进度，直到任务结束。",
        "Exit codes: 0 all jobs were printed, 1 a job failed, 5 a job was canceled.":
            "退出代码：0 所有任务都已打印，1 有任务失败，5 有任务被取消。",
        "The numbers of jobs, or the scheduler's names for them (default: all active jobs).":
            "任务的编号，或调度程序给它们的名称（默认：所有进行中的任务）。",
        "Cancel jobs, also those that are printing.": "取消任务，包括正在打印的任务。",
        "A job that its printer has ends when the printer says so. Where the printer does not come back, --force ends it; a job that its printer may print a part of fails then, with the reason. Removing the printer, and a day, do the same.":
            "已交给打印机的任务，在打印机确认后才结束。如果打印机不再响应，--force 会结束任务；其中可能已打印一部分的任务会变为失败，并注明原因。移除打印机，或过一天，结果相同。",
        "The numbers of jobs, or the scheduler's names for them.": "任务的编号，或调度程序给它们的名称。",
        "Cancel all of your active jobs; with -d, those on one printer.":
            "取消您的所有进行中的任务；使用 -d 时，只限一台打印机上的任务。",
        "Do not wait for a printer that does not come back.": "不等待不再响应的打印机。",
        "Hold jobs that have not been sent to the printer.": "保留尚未发送到打印机的任务。",
        "To release them, run: printq release": "要释放任务，请运行：printq release",
        "Numbers of jobs, or the scheduler's names for them.": "任务的编号，或调度程序给它们的名称。",
        "Release jobs that are on hold, and print them now.": "释放被保留的任务，立即打印。",
        "Move a job to another printer, if that can print it.": "如果另一台打印机能打印，将任务转移到该打印机。",
        "If the other printer cannot print the job, the job stays where it is (exit code 3).":
            "如果另一台打印机不能打印该任务，任务留在原处（退出代码 3）。",
        "The printer.": "打印机。",
        "Print the document of a job again, with the same or with other options.":
            "再次打印任务的文档，选项相同或不同。",
        "Options that you leave out are those of the job; a job with a PIN needs one again. The service keeps the document of a job for a day after the job has ended.":
            "未给出的选项与原任务相同；有 PIN 码的任务需要重新输入 PIN 码。任务结束后，服务会将其文档保留一天。",
        "Print from this page on, like --pages N-.": "从此页开始打印，等同于 --pages N-。",
        "Name the new job (default: the name of the job).": "新任务的名称（默认：原任务的名称）。",
        "Wait until it is printed, and show the progress.": "等待打印完成，并显示进度。",
        "Hold the new job until you release it.": "保留新任务，直到您将其释放。",
        "Change the priority of a job in its printer's queue.": "更改任务在其打印机队列中的优先级。",
        "The priority, from 1, the lowest, to 100 (jobs have 50 by default).":
            "优先级，从 1（最低）到 100（任务默认为 50）。",
        "Enter the PIN, or the user name and the password, that a job waits for.":
            "输入任务所等待的 PIN 码，或用户名和密码。",
        "It asks at the terminal, without echo. The service keeps the password of a printer in the desktop's secret store, if there is one, else in memory, and sends it over encrypted connections only.":
            "在终端询问，不回显。服务将打印机的密码保存在桌面的密码库中，没有密码库时保存在内存中，并且只通过加密连接发送。",
        "The number of the job.": "任务的编号。",
        "The user name (default: your login name).": "用户名（默认：您的登录名）。",
        "List, add, remove, and pause printers.": "列出、添加、移除和暂停打印机。",
        "With --watch, it writes a line for each printer, then a line for each printer that is added, changed, or removed, until Ctrl-C (exit code 130).":
            "使用 --watch 时，先为每台打印机输出一行，之后每当有打印机添加、更改或移除时输出一行，直到按 Ctrl-C（退出代码 130）。",
        "Report each change until Ctrl-C.": "报告每次变化，直到按 Ctrl-C。",
        "Show or set your default printer.": "显示或设置您的默认打印机。",
        "It takes precedence over PRINTER, LPDEST, lpoptions, and the scheduler's default.":
            "它优先于 PRINTER、LPDEST、lpoptions 和调度程序的默认打印机。",
        "The new default printer; leave it out to show the current one.": "新的默认打印机；不填则显示当前的默认打印机。",
        "Remove your default printer.": "取消您的默认打印机。",
        "Add a network printer by its address.": "按地址添加网络打印机。",
        "The printer must support IPP, as AirPrint and IPP Everywhere printers do. You need not add a printer that announces itself in the local network: 'printq printers' lists it.":
            "打印机必须支持 IPP，AirPrint 和 IPP Everywhere 打印机都支持。在本地网络中自行通告的打印机无需添加：“printq printers”会列出它。",
        "A printer may report nothing without a user name and a password. They are asked for at the terminal, and sent over encrypted connections only.":
            "有的打印机没有用户名和密码就什么也不报告。会在终端询问用户名和密码，并且只通过加密连接发送。",
        "The printer's host name, or its URI: ipp://… or ipps://…":
            "打印机的主机名，或其 URI：ipp://… 或 ipps://…",
        "The name of the printer (default: made from the address).": "打印机的名称（默认：由地址得出）。",
        "Remove a printer that was added, or a queue and its jobs.": "移除添加过的打印机，或移除队列及其任务。",
        "A printer that announces itself leaves the list when it is turned off.":
            "自行通告的打印机在关闭后会从列表中消失。",
        "A name that was added, and whose printer has a queue now, goes alone: its jobs move to the queue.":
            "添加过的名称，如果其打印机现在有队列，则只移除该名称：其任务会移到队列。",
        "Print on a printer directly, although it has a queue.": "直接在打印机上打印，即使它有队列。",
        "Jobs that are queued from now on go straight to the device, with options that the queue would drop, such as a PIN. The queue itself stays as it is.":
            "此后加入队列的任务直接发送到设备，并带有队列会丢弃的选项，例如 PIN 码。队列本身保持不变。",
        "on or off.": "on 或 off。",
        "Accept the key that a printer has now.": "接受打印机现在的密钥。",
        "The service remembers the key of a printer at first use, and sends nothing to one that has another key. Use this after the printer was reset or replaced.":
            "服务会在首次使用时记住打印机的密钥，不会向密钥不同的打印机发送任何内容。请在打印机重置或更换后使用此命令。",
        "Enter the user name and the password that a printer asks for.": "输入打印机要求的用户名和密码。",
        "It asks at the terminal. Jobs that go straight to the printer use them from then on, over encrypted connections only. A queue of the scheduler has its own.":
            "在终端询问。此后直接发送到打印机的任务会使用它们，并且只通过加密连接。调度程序的队列有自己的用户名和密码。",
        "Make a printer flash or beep, to see which one it is.": "让打印机闪烁或鸣响，以便辨认。",
        "Pause a printer; its jobs wait.": "暂停打印机；其任务等待。",
        "The reason, which all users of the printer see.": "原因，打印机的所有用户都能看到。",
        "Resume a paused printer.": "恢复已暂停的打印机。",
        "Show at once on which printers you can print now.": "立即显示现在可以在哪些打印机上打印。",
        "It asks no printer, so it answers in milliseconds; 'printq check' reads the whole file and checks every option. With --watch, it writes a line at each change until Ctrl-C (exit code 130). Exit codes: 0 printing is possible, 3 it is not.":
            "不询问打印机，因此在几毫秒内回答；“printq check”会读取整个文件并检查每个选项。使用 --watch 时，每次变化输出一行，直到按 Ctrl-C（退出代码 130）。退出代码：0 可以打印，3 不能打印。",
        "The files (default: any document).": "文件（默认：任意文档）。",
        "Open Print Center in the browser: the queue, the printers, or files to print.":
            "在浏览器中打开打印中心：队列、打印机或要打印的文件。",
        "With files, the page shows their sheets, and what the printer offers for them. The page is on this computer only, and closes some minutes after the last browser has left it. Its address opens it once, for you only. Where you are logged in over SSH, the address is printed, for the browser of your own computer.":
            "给出文件时，页面显示其纸张以及打印机为其提供的选项。页面仅在本机上，并在最后一个浏览器离开几分钟后关闭。其地址只能由您打开一次。通过 SSH 登录时，会输出地址，供您自己计算机上的浏览器使用。",
        "The files to print; none shows the queue.": "要打印的文件；没有文件时显示队列。",
        "Print the address, and open no browser.": "输出地址，不打开浏览器。",
        "Show or choose which notifications the desktop gets.": "显示或选择桌面收到哪些通知。",
        "By default, the desktop tells when a job has been printed, when it fails, and when the printer needs a person. There are none for jobs that you watch in a terminal or in the browser.":
            "默认情况下，任务打印完成、任务失败以及打印机需要人处理时，桌面会通知您。您在终端或浏览器中查看的任务不会有通知。",
        "all, failures (when a job fails or needs a person), or off.":
            "all、failures（任务失败或需要人处理时）或 off。",
        "Check the set-up, and say what to do.": "检查设置，并说明应做什么。",
        "It starts the service if needed, and looks at the queue's folder, the scheduler, the search for printers, the printers, the sandboxes of previews, the start at login, and packages that would help. It prints nothing and changes nothing. Exit codes: 0 printing works here, 1 something keeps it from working.":
            "需要时会启动服务，并检查队列的文件夹、调度程序、打印机搜索、打印机、预览的沙盒、登录时启动，以及有帮助的软件包。不打印，也不更改任何内容。退出代码：0 可以打印，1 有问题妨碍打印。",
        "List the hosts that share the queue, drain and return them.": "列出共享队列的主机，排空主机或让其恢复。",
        "Each printer's jobs are delivered by one host at a time. If that host dies, another one takes its printers over within half a minute; if it is drained, at once.":
            "每台打印机的任务同一时间由一台主机发送。如果该主机停止运行，另一台主机会在半分钟内接管其打印机；如果主机被排空，则立即接管。",
        "List the hosts and their printers.": "列出主机及其打印机。",
        "Have a host give its printers to the others, and take no new ones.":
            "让主机将其打印机交给其他主机，并不再接管新的打印机。",
        "It persists until 'printq hosts return'. Jobs that the host's scheduler has stay there until they end.":
            "在运行“printq hosts return”之前一直有效。该主机的调度程序已有的任务留在那里，直到结束。",
        "The name of the host.": "主机的名称。",
        "Have a drained host take printers again.": "让已排空的主机重新接管打印机。",
        "Remove a host that will not come back.": "移除不会再回来的主机。",
        "Jobs that its scheduler held print on other hosts. Of those that it was printing, the service asks the printer; if the printer does not know, they end as failed, because it cannot be determined whether they were printed.":
            "其打印调度程序中尚未开始的任务由其他主机打印。对于正在打印的任务，服务会询问打印机；如果打印机也不知道，则无法确定是否已打印，任务以失败结束。",
        "Show, start, and stop the background service.": "显示、启动和停止后台服务。",
        "printq starts the service when needed; it exits by itself when it has nothing to do.":
            "printq 会在需要时启动服务；没有工作时，服务会自行退出。",
        "Show whether the service is running, without starting it.": "显示服务是否正在运行，但不启动它。",
        "Start the service.": "启动服务。",
        "Stop the service; jobs continue when it starts again.": "停止服务；再次启动时任务继续。",
        "Start the service at login, so that jobs continue after a reboot.":
            "在登录时启动服务，以便重新启动后任务继续。",
        "Start it by systemd or by autostart (default: systemd where it is running).":
            "由 systemd 或自动启动来启动（默认：systemd 正在运行时用 systemd）。",
        "Stop starting the service at login.": "不再在登录时启动服务。",
        "Show subcommand help information.": "显示子命令的帮助信息。",
    ]
}
