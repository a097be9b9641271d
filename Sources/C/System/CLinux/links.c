#define _GNU_SOURCE
#include "links.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

/// Copies an address; returns its size, or 0 for one of another family.
static int bytes_of(const struct sockaddr *address, unsigned char bytes[16]) {
    if (!address) return 0;
    if (address->sa_family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
        return 4;
    }
    if (address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

int clinux_links(struct clinux_link *links, int capacity) {
    struct ifaddrs *first = NULL;
    if (getifaddrs(&first) != 0) return -errno;
    int count = 0;
    for (struct ifaddrs *each = first; each && count < capacity; each = each->ifa_next) {
        struct clinux_link link = {.prefix = 0};
        unsigned char mask[16];
        link.size = bytes_of(each->ifa_addr, link.address);
        if (!(each->ifa_flags & IFF_UP) || link.size == 0 || bytes_of(each->ifa_netmask, mask) != link.size) continue;
        while (link.prefix < link.size * 8 && (mask[link.prefix / 8] & (0x80 >> link.prefix % 8))) link.prefix++;
        links[count++] = link;
    }
    freeifaddrs(first);
    return count;
}
