#define _GNU_SOURCE
#include "CHostNetwork.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

_Static_assert(sizeof(struct virtio_net_hdr) == CHOSTNETWORK_HEADER, "the header of a frame");

int chost_enter_network(void) { return unshare(CLONE_NEWNET) == 0 ? 0 : -errno; }

int chost_thread(void) { return gettid(); }

// A request that makes an interface, with room for what it consists of.
struct request {
    struct nlmsghdr head;
    struct ifinfomsg link;
    char attributes[512];
};

// Adds an attribute, or begins one that holds others, which `end_attribute` ends.
static struct rtattr *add_attribute(struct request *request, unsigned short type, const void *value, size_t length) {
    struct rtattr *attribute = (struct rtattr *)((char *)request + NLMSG_ALIGN(request->head.nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = (unsigned short)RTA_LENGTH(length);
    if (length > 0) memcpy(RTA_DATA(attribute), value, length);
    request->head.nlmsg_len = NLMSG_ALIGN(request->head.nlmsg_len) + RTA_ALIGN(attribute->rta_len);
    return attribute;
}

static void end_attribute(struct request *request, struct rtattr *attribute) {
    attribute->rta_len = (unsigned short)((char *)request + request->head.nlmsg_len - (char *)attribute);
}

// Sends a request, and reads the kernel's answer.
static int carry_out(struct request *request) {
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (netlink < 0) return -errno;
    struct {
        struct nlmsghdr head;
        struct nlmsgerr error;
        char rest[1024];
    } answer;
    int result = -EIO;
    if (send(netlink, request, request->head.nlmsg_len, 0) < 0 || recv(netlink, &answer, sizeof answer, 0) < 0)
        result = -errno;
    else if (answer.head.nlmsg_type == NLMSG_ERROR)
        result = answer.error.error;
    close(netlink);
    return result;
}

int chost_make_cable(const char *name, int thread) {
    struct request request = {
        .head = {
            .nlmsg_len = NLMSG_LENGTH(sizeof(struct ifinfomsg)),
            .nlmsg_type = RTM_NEWLINK,
            .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK,
        },
    };
    add_attribute(&request, IFLA_IFNAME, name, strlen(name) + 1);
    struct rtattr *info = add_attribute(&request, IFLA_LINKINFO, NULL, 0);
    add_attribute(&request, IFLA_INFO_KIND, "veth", 4);
    struct rtattr *data = add_attribute(&request, IFLA_INFO_DATA, NULL, 0);
    struct ifinfomsg other = {.ifi_family = AF_UNSPEC};
    struct rtattr *peer = add_attribute(&request, VETH_INFO_PEER, &other, sizeof other);
    add_attribute(&request, IFLA_IFNAME, "eth0", sizeof "eth0");
    add_attribute(&request, IFLA_NET_NS_PID, &thread, sizeof thread);
    end_attribute(&request, peer);
    end_attribute(&request, data);
    end_attribute(&request, info);
    return carry_out(&request);
}

// Carries out requests of the kind of `ioctl` for an interface.
static int change(const char *interface, unsigned long operation, struct ifreq *request) {
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (any < 0) return -errno;
    snprintf(request->ifr_name, sizeof request->ifr_name, "%s", interface);
    int result = ioctl(any, operation, request) == 0 ? 0 : -errno;
    close(any);
    return result;
}

static int change_address(const char *interface, unsigned long operation, const char *address) {
    struct ifreq request = {0};
    struct sockaddr_in internet = {.sin_family = AF_INET};
    if (inet_pton(AF_INET, address, &internet.sin_addr) != 1) return -EINVAL;
    memcpy(&request.ifr_addr, &internet, sizeof internet);
    return change(interface, operation, &request);
}

int chost_set_address(const char *interface, const char *address) {
    int result = change_address(interface, SIOCSIFADDR, address);
    return result == 0 ? change_address(interface, SIOCSIFNETMASK, "255.255.255.0") : result;
}

int chost_set_interface(const char *interface, int up) {
    struct ifreq request = {0};
    int result = change(interface, SIOCGIFFLAGS, &request);
    if (result != 0) return result;
    if (up)
        request.ifr_flags |= IFF_UP;
    else
        request.ifr_flags &= (short)~IFF_UP;
    return change(interface, SIOCSIFFLAGS, &request);
}

int chost_open_port(const char *interface) {
    int port = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (port < 0) return -errno;
    int on = 1;
    struct sockaddr_ll address = {
        .sll_family = AF_PACKET,
        .sll_protocol = htons(ETH_P_ALL),
        .sll_ifindex = (int)if_nametoindex(interface),
    };
    // Checksums that the kernel has not computed yet stay so; what is sent here is not received again.
    if (setsockopt(port, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) != 0 ||
        setsockopt(port, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) != 0 || address.sll_ifindex == 0 ||
        bind(port, (struct sockaddr *)&address, sizeof address) != 0) {
        int failure = errno ? -errno : -ENODEV;
        close(port);
        return failure;
    }
    return port;
}
