"""Print… in the menu of Thunar (thunarx-python): opens the files in Print Center."""
import locale
import subprocess

from gi.repository import GObject, Thunarx

CHINESE = {"Print…": "打印…", "Show the sheets and print": "查看纸张并打印"}


def words(text):
    language = (locale.getlocale(locale.LC_MESSAGES)[0] or "").lower()
    return CHINESE[text] if language in ("zh_cn", "zh_sg") else text


class PrintCenterMenu(GObject.GObject, Thunarx.MenuProvider):
    def get_file_menu_items(self, window, files):
        if not files or any(file.is_directory() for file in files):
            return []
        item = Thunarx.MenuItem(
            name="PrintCenter::Print",
            label=words("Print…"),
            tooltip=words("Show the sheets and print"),
            icon="org.printcenter.PrintCenter-symbolic",
        )
        item.connect("activate", self.open, [file.get_uri() for file in files])
        return [item]

    def open(self, item, uris):
        subprocess.Popen(["printq", "open", "--", *uris], start_new_session=True)
