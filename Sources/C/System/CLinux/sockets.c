#include "sockets.h"

#include <sys/socket.h>

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
