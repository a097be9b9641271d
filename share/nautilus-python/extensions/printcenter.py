"""Print… in the menu of Nautilus (python3-nautilus): opens the files in Print Center."""
import locale
import subprocess

from gi.repository import GObject, Nautilus

CHINESE = {"Print…": "打印…", "Show the sheets and print": "查看纸张并打印"}


def words(text):
    language = (locale.getlocale(locale.LC_MESSAGES)[0] or "").lower()
    return CHINESE[text] if language in ("zh_cn", "zh_sg") else text


class PrintCenterMenu(GObject.GObject, Nautilus.MenuProvider):
    def get_file_items(self, *arguments):
        # Nautilus before 43 passes its window first.
        files = arguments[-1]
        if not files or any(file.is_directory() for file in files):
            return []
        item = Nautilus.MenuItem(
            name="PrintCenter::Print",
            label=words("Print…"),
            tip=words("Show the sheets and print"),
            icon="org.printcenter.PrintCenter-symbolic",
        )
        item.connect("activate", self.open, [file.get_uri() for file in files])
        return [item]

    def get_background_items(self, *arguments):
        return []

    def open(self, item, uris):
        subprocess.Popen(["printq", "open", "--", *uris], start_new_session=True)
