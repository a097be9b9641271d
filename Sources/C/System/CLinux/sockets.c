#define _GNU_SOURCE
#include "sockets.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void clinux_reset_on_close(int socket, bool resets)
{
    struct linger linger = {.l_onoff = resets, .l_linger = 0};
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

int clinux_disconnect(int socket)
{
    struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    return connect(socket, &nowhere, sizeof nowhere);
}

/// Reads the owner out of the kernel's answer to a question.
static int owner_in(const void *answer, size_t length, const struct inet_diag_sockid *asked, uint32_t *user)
{
    const struct nlmsghdr *head = answer;
    if (!NLMSG_OK(head, length)) return -EPROTO;
    if (head->nlmsg_type == NLMSG_ERROR) {
        if (head->nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -EPROTO;
        const int error = ((const struct nlmsgerr *)NLMSG_DATA(head))->error;
        return error < 0 ? error : -EPROTO;
    }
    if (head->nlmsg_type != SOCK_DIAG_BY_FAMILY || head->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
        return -EPROTO;
    }
    const struct inet_diag_msg *found = NLMSG_DATA(head);
    // Where no socket has both ends, the kernel answers with one that listens at the port. One that its process has
    // closed has no inode any more, and no owner: its user reads 0.
    if (found->idiag_family != AF_INET || found->idiag_state != TCP_ESTABLISHED || found->idiag_inode == 0
        || found->id.idiag_src[0] != asked->idiag_src[0] || found->id.idiag_sport != asked->idiag_sport
        || found->id.idiag_dst[0] != asked->idiag_dst[0] || found->id.idiag_dport != asked->idiag_dport) {
        return -ENOENT;
    }
    *user = found->idiag_uid;
    return 0;
}

int clinux_connection_owner(uint32_t address, uint16_t port, uint32_t peer_address, uint16_t peer_port, uint32_t *user)
{
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request = {
        .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U},
    };
    struct inet_diag_sockid *id = &request.body.id;
    id->idiag_src[0] = address;
    id->idiag_sport = port;
    id->idiag_dst[0] = peer_address;
    id->idiag_dport = peer_port;
    id->idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;

    const int kernel = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (kernel < 0) return -errno;
    int result = -EPROTO;
    if (send(kernel, &request, sizeof request, MSG_NOSIGNAL) < 0) {
        result = -errno;
    } else {
        // The answer is there when the request is sent.
        _Alignas(struct nlmsghdr) char answer[1024];
        const ssize_t length = recv(kernel, answer, sizeof answer, MSG_DONTWAIT);
        result = length < 0 ? -errno : owner_in(answer, (size_t)length, id, user);
    }
    close(kernel);
    return result;
}
