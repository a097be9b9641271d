#define _GNU_SOURCE
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Whether messages are in Simplified Chinese; as libqpreview decides it.
static bool is_chinese(void) {
    static int known = -1;
    if (known >= 0) return known;
    const char *names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *tag = NULL;
    for (size_t index = 0; !tag && index < G_N_ELEMENTS(names); index++) {
        const char *value = getenv(names[index]);
        if (value && *value) tag = value;
    }
    known = tag && strncasecmp(tag, "zh", 2) == 0 && strchr("-_.@", tag[2]) && !strcasestr(tag, "hant")
            && !strcasestr(tag, "tw") && !strcasestr(tag, "hk");
    return known;
}

const char *say(word word) {
    static const char *const words[WORD_COUNT][2] = {
        [WORD_PREVIOUS_PAGE] = {"Previous page", "上一页"},
        [WORD_NEXT_PAGE] = {"Next page", "下一页"},
        [WORD_ZOOM_IN] = {"Zoom in", "放大"},
        [WORD_ZOOM_OUT] = {"Zoom out", "缩小"},
        [WORD_PAGE_OF] = {"Page %d of %d", "第 %d 页，共 %d 页"},
        [WORD_PASSWORD] = {"Password", "密码"},
        [WORD_PASSWORD_OF] = {"Password of %s", "%s 的密码"},
        [WORD_UNLOCK] = {"Unlock", "解锁"},
        [WORD_WRONG_PASSWORD] = {"That password is wrong. Try again.", "密码错误，请重试。"},
        [WORD_NOT_LOCAL] = {"The file is not on this computer.", "该文件不在这台计算机上。"},
        [WORD_NO_ANSWER] = {"The file cannot be read: its file system does not answer. Check the network share or the device.",
                            "无法读取该文件：其所在的文件系统没有响应。请检查对应的网络共享或设备。"},
        [WORD_USAGE] = {"Usage: qpreview-window FILE...\n       qpreview-window --service [--idle SECONDS]\n",
                        "用法：qpreview-window 文件...\n      qpreview-window --service [--idle 秒数]\n"},
        [WORD_NO_SCREEN] = {"qpreview-window: There is no screen to show it on.\n",
                            "qpreview-window: 没有可用的屏幕。\n"},
    };
    return words[word][is_chinese()];
}
