// Announces services of the type _ipp._tcp, takes another name where one is taken on this host, and changes the TXT
// record of the first one in place; avahi-publish does neither. C, because it is nothing but calls of libavahi-client.
//
//   announce COUNT NAME PORT [STRING...]   announces NAME, "NAME 2", ... until standard input ends; with "9+", on the
//                                          ports 9, 10, ...
//
// It prints "established" once all are announced. Each line on standard input becomes the only string of the first
// TXT record.
#include <avahi-client/client.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/simple-watch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AvahiSimplePoll *loop;
static int awaited;
static AvahiEntryGroup *first;
static char *first_name;

static void check(int result) {
    if (result >= 0) return;
    fprintf(stderr, "announce: %s\n", avahi_strerror(result));
    exit(1);
}

static void changed(AvahiEntryGroup *group, AvahiEntryGroupState state, void *context) {
    (void)group, (void)context;
    if (state == AVAHI_ENTRY_GROUP_COLLISION) check(AVAHI_ERR_COLLISION);
    if (state == AVAHI_ENTRY_GROUP_ESTABLISHED && --awaited == 0) {
        puts("established");
        fflush(stdout);
    }
}

static void line_came(AvahiWatch *watch, int file, AvahiWatchEvent event, void *context) {
    (void)watch, (void)file, (void)event, (void)context;
    char line[300];
    if (!fgets(line, sizeof line, stdin)) {
        avahi_simple_poll_quit(loop);
        return;
    }
    line[strcspn(line, "\n")] = 0;
    AvahiStringList *strings = avahi_string_list_new(line, NULL);
    check(avahi_entry_group_update_service_txt_strlst(first, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, first_name,
                                                      "_ipp._tcp", NULL, strings));
    avahi_string_list_free(strings);
}

int main(int count, char *arguments[]) {
    if (count < 4) return 64;
    loop = avahi_simple_poll_new();
    if (!loop) return 1;
    int error = 0;
    AvahiClient *client = avahi_client_new(avahi_simple_poll_get(loop), 0, NULL, NULL, &error);
    if (!client) check(error);
    AvahiStringList *strings = NULL;
    for (int index = 4; index < count; index++) strings = avahi_string_list_add(strings, arguments[index]);
    int services = atoi(arguments[1]);
    int has_ports = strchr(arguments[3], '+') != NULL;
    awaited = services;
    for (int number = 1; number <= services; number++) {
        AvahiEntryGroup *group = avahi_entry_group_new(client, changed, NULL);
        if (!group) check(avahi_client_errno(client));
        if (number == 1) first = group;
        char *name = avahi_strdup_printf(number == 1 ? "%s" : "%s %d", arguments[2], number);
        int result;
        while ((result = avahi_entry_group_add_service_strlst(
                    group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, name, "_ipp._tcp", NULL, NULL,
                    (uint16_t)(atoi(arguments[3]) + (has_ports ? number - 1 : 0)), strings)) == AVAHI_ERR_COLLISION) {
            char *other = avahi_alternative_service_name(name);
            avahi_free(name);
            name = other;
        }
        check(result);
        check(avahi_entry_group_commit(group));
        if (number == 1) {
            first_name = name;
        } else {
            avahi_free(name);
        }
    }
    setvbuf(stdin, NULL, _IONBF, 0);
    avahi_simple_poll_get(loop)->watch_new(avahi_simple_poll_get(loop), 0, AVAHI_WATCH_IN, line_came, NULL);
    return avahi_simple_poll_loop(loop) == 1 ? 0 : 1;
}
