#define _GNU_SOURCE
#include "CTLSRelay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct relay {
    int listener;
    uint16_t port, own_port;
    /// Replaced as a whole: connections go on with those that they began with.
    _Atomic(gnutls_certificate_credentials_t) credentials;
    struct relay *next;
};

static _Atomic(struct relay *) relays;

struct connection {
    const struct relay *relay;
    int client;
};

static struct sockaddr_in loopback(uint16_t port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void close_with_reset(int descriptor) {
    struct linger now = {1, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(descriptor);
}

static bool send_all(int descriptor, const char *bytes, ssize_t size) {
    while (size > 0) {
        ssize_t count = send(descriptor, bytes, (size_t)size, MSG_NOSIGNAL);
        if (count <= 0) return false;
        bytes += count;
        size -= count;
    }
    return true;
}

/// Passes bytes on until one side ends; says who has reset the connection.
static void pass(gnutls_session_t session, int client, int printer, bool *client_reset, bool *printer_reset) {
    char bytes[16384];
    struct pollfd sides[] = {{client, POLLIN, 0}, {printer, POLLIN, 0}};
    while (true) {
        bool is_pending = gnutls_record_check_pending(session) > 0;
        if (!is_pending && poll(sides, 2, -1) < 0 && errno != EINTR) return;
        if (is_pending || sides[0].revents) {
            ssize_t count = gnutls_record_recv(session, bytes, sizeof bytes);
            if (count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED) continue;
            *client_reset = count == GNUTLS_E_PULL_ERROR;
            if (count <= 0 || !send_all(printer, bytes, count)) return;
        }
        if (sides[1].revents) {
            ssize_t count = recv(printer, bytes, sizeof bytes, 0);
            *printer_reset = count < 0 && errno == ECONNRESET;
            if (count <= 0) return;
            for (ssize_t sent = 0; sent < count;) {
                ssize_t part = gnutls_record_send(session, bytes + sent, (size_t)(count - sent));
                if (part == GNUTLS_E_AGAIN || part == GNUTLS_E_INTERRUPTED) continue;
                *client_reset = part == GNUTLS_E_PUSH_ERROR;
                if (part <= 0) return;
                sent += part;
            }
        }
    }
}

static void *serve(void *context) {
    struct connection connection = *(struct connection *)context;
    free(context);
    int client = connection.client, printer = -1, yes = 1;
    bool client_reset = false, printer_reset = false;
    gnutls_session_t session;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    gnutls_init(&session, GNUTLS_SERVER | GNUTLS_NO_SIGNAL);
    gnutls_set_default_priority(session);
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, connection.relay->credentials);
    gnutls_transport_set_int(session, client);
    int result;
    while ((result = gnutls_handshake(session)) < 0 && !gnutls_error_is_fatal(result)) {}
    if (result == 0) {
        printer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        struct sockaddr_in address = loopback(connection.relay->port);
        setsockopt(printer, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        if (connect(printer, (struct sockaddr *)&address, sizeof address) == 0) {
            pass(session, client, printer, &client_reset, &printer_reset);
        }
    }
    if (client_reset) {
        close_with_reset(printer);
    } else if (printer >= 0) {
        close(printer);
    }
    if (printer_reset) {
        close_with_reset(client);
    } else {
        if (result == 0 && !client_reset) gnutls_bye(session, GNUTLS_SHUT_WR);
        close(client);
    }
    gnutls_deinit(session);
    return NULL;
}

static void *accept_all(void *context) {
    struct relay *relay = context;
    while (true) {
        struct connection *connection = malloc(sizeof *connection);
        *connection = (struct connection){relay, accept4(relay->listener, NULL, NULL, SOCK_CLOEXEC)};
        pthread_t thread;
        if (connection->client < 0 || pthread_create(&thread, NULL, serve, connection) != 0) {
            if (connection->client >= 0) close(connection->client);
            free(connection);
            usleep(10000);  // without descriptors or threads, the next attempt may succeed
            continue;
        }
        pthread_detach(thread);
    }
    return NULL;
}

/// Makes a key on the curve P-256, and a certificate for it.
static int make_credentials(gnutls_certificate_credentials_t *credentials) {
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t certificate;
    unsigned char serial = 1;
    if (gnutls_x509_privkey_init(&key) || gnutls_x509_crt_init(&certificate)) return -1;
    if (gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0) ||
        gnutls_x509_crt_set_version(certificate, 3) || gnutls_x509_crt_set_key(certificate, key) ||
        gnutls_x509_crt_set_serial(certificate, &serial, 1) ||
        gnutls_x509_crt_set_dn(certificate, "CN=printer", NULL) ||
        gnutls_x509_crt_set_activation_time(certificate, time(NULL) - 3600) ||
        gnutls_x509_crt_set_expiration_time(certificate, time(NULL) + 86400) ||
        gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0) ||
        gnutls_certificate_allocate_credentials(credentials)) {
        return -1;
    }
    return gnutls_certificate_set_x509_key(*credentials, &certificate, 1, key);
}

int32_t ctls_relay(uint16_t port) {
    struct relay *relay = malloc(sizeof *relay);
    if (!relay) return -ENOMEM;
    relay->port = port;
    gnutls_certificate_credentials_t credentials;
    if (make_credentials(&credentials) != 0) return -EIO;
    relay->credentials = credentials;
    relay->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    pthread_t thread;
    if (relay->listener < 0 || bind(relay->listener, (struct sockaddr *)&address, size) != 0 ||
        listen(relay->listener, 64) != 0 || getsockname(relay->listener, (struct sockaddr *)&address, &size) != 0 ||
        pthread_create(&thread, NULL, accept_all, relay) != 0) {
        return -errno;
    }
    pthread_detach(thread);
    relay->own_port = ntohs(address.sin_port);
    relay->next = relays;
    while (!atomic_compare_exchange_weak(&relays, &relay->next, relay)) {}
    return relay->own_port;
}

int32_t ctls_relay_change_key(uint16_t own_port) {
    struct relay *relay = relays;
    while (relay && relay->own_port != own_port) relay = relay->next;
    gnutls_certificate_credentials_t credentials;
    if (!relay) return -ENOENT;
    if (make_credentials(&credentials) != 0) return -EIO;
    relay->credentials = credentials;
    return 0;
}
