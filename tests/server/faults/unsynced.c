/* Preloaded into a database: notes what a file held before it was written to, until it is synced.

   Of each regular file under UNSYNCED_ROOT that has unsynced writes there is a file UNSYNCED_NOTES/<inode>: first the
   size that the file had, then for each write its offset, length and the bytes that were there. fsync removes it. When
   the machine "dies", tests/server/faults/unsynced.py puts the noted bytes back. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lock_file = -1;
static pid_t lock_owner;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static void *known(void **kept, const char *name) {
    if (!*kept) *kept = real(name);
    return *kept;
}

static void note_path(char *path, ino_t inode) {
    snprintf(path, PATH_MAX, "%s/%lu", getenv("UNSYNCED_NOTES"), (unsigned long)inode);
}

/* True if the file is one whose writes are noted; then it is locked against other threads and processes. */
static int begin(int fd, struct stat *about) {
    char link[64], path[PATH_MAX];
    const char *root = getenv("UNSYNCED_ROOT"), *notes = getenv("UNSYNCED_NOTES");
    if (!root || !notes || fstat(fd, about) || !S_ISREG(about->st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, root, strlen(root))) return 0;
    pthread_mutex_lock(&mutex);
    if (lock_owner != getpid()) { /* after a fork */
        snprintf(path, sizeof path, "%s/lock", notes);
        lock_file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        lock_owner = getpid();
    }
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)about->st_ino, .l_len = 1};
    while (fcntl(lock_file, F_SETLKW, &whole) && errno == EINTR) {}
    fstat(fd, about);
    return 1;
}

static void end(const struct stat *about) {
    int kept = errno;
    struct flock whole = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = (off_t)about->st_ino, .l_len = 1};
    fcntl(lock_file, F_SETLK, &whole);
    pthread_mutex_unlock(&mutex);
    errno = kept;
}

static void put(int out, const void *data, size_t size) {
    static void *kept;
    ssize_t (*plain)(int, const void *, size_t) = known(&kept, "write");
    if (plain(out, data, size) != (ssize_t)size) abort();
}

/* Notes what the file holds at this place before it is changed. */
static void note(int fd, const struct stat *about, off_t offset, size_t size) {
    char path[PATH_MAX], own[64];
    note_path(path, about->st_ino);
    int fresh = access(path, F_OK) != 0, out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (out < 0) abort();
    int64_t length = about->st_size;
    if (fresh) put(out, &length, sizeof length);
    if (offset < about->st_size) {
        if ((off_t)size > about->st_size - offset) size = (size_t)(about->st_size - offset);
        snprintf(own, sizeof own, "/proc/self/fd/%d", fd); /* the file may be open for writing only */
        int in = open(own, O_RDONLY | O_CLOEXEC);
        char *bytes = malloc(16 + size);
        int64_t place = offset, count = (int64_t)size;
        memcpy(bytes, &place, 8);
        memcpy(bytes + 8, &count, 8);
        if (in < 0 || pread(in, bytes + 16, size, offset) != (ssize_t)size) abort();
        close(in);
        put(out, bytes, 16 + size); /* in one piece: a kill leaves all of it or nothing */
        free(bytes);
    }
    close(out);
}

static void forget(ino_t inode) {
    static void *kept;
    int (*plain)(const char *) = known(&kept, "unlink");
    char path[PATH_MAX];
    int before = errno;
    if (getenv("UNSYNCED_NOTES")) {
        note_path(path, inode);
        plain(path);
    }
    errno = before;
}

static size_t total(const struct iovec *parts, int count) {
    size_t size = 0;
    for (int i = 0; i < count; i++) size += parts[i].iov_len;
    return size;
}

#define NOTED(offset, size, call)                                       \
    struct stat about;                                                  \
    int noted = begin(fd, &about);                                      \
    if (noted) note(fd, &about, (offset), (size));                      \
    __typeof__(call) result = (call);                                   \
    if (noted) end(&about);                                             \
    return result;

static off_t here(int fd, const struct stat *about) {
    return (fcntl(fd, F_GETFL) & O_APPEND) ? about->st_size : lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t size) {
    static void *kept;
    ssize_t (*plain)(int, const void *, size_t) = known(&kept, "write");
    NOTED(here(fd, &about), size, plain(fd, data, size))
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    static void *kept;
    ssize_t (*plain)(int, const struct iovec *, int) = known(&kept, "writev");
    NOTED(here(fd, &about), total(parts, count), plain(fd, parts, count))
}

#define PWRITE(name)                                                                  \
    ssize_t name(int fd, const void *data, size_t size, off_t offset) {               \
        static void *kept;                                                            \
        ssize_t (*plain)(int, const void *, size_t, off_t) = known(&kept, #name);     \
        NOTED(offset, size, plain(fd, data, size, offset))                            \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name)                                                                 \
    ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) {        \
        static void *kept;                                                            \
        ssize_t (*plain)(int, const struct iovec *, int, off_t) = known(&kept, #name); \
        NOTED(offset, total(parts, count), plain(fd, parts, count, offset))           \
    }
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define FTRUNCATE(name)                                                               \
    int name(int fd, off_t length) {                                                  \
        static void *kept;                                                            \
        int (*plain)(int, off_t) = known(&kept, #name);                               \
        NOTED(length, length < about.st_size ? (size_t)(about.st_size - length) : 0, plain(fd, length)) \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

#define FALLOCATE(name)                                                               \
    int name(int fd, off_t offset, off_t length) {                                    \
        static void *kept;                                                            \
        int (*plain)(int, off_t, off_t) = known(&kept, #name);                        \
        NOTED(LONG_MAX, 0, plain(fd, offset, length))                                 \
    }
FALLOCATE(posix_fallocate)
FALLOCATE(posix_fallocate64)

#define SYNC(name)                                                                    \
    int name(int fd) {                                                                \
        static void *kept;                                                            \
        int (*plain)(int) = known(&kept, #name);                                      \
        struct stat about;                                                            \
        int noted = begin(fd, &about);                                                \
        int result = plain(fd);                                                       \
        if (noted) {                                                                  \
            if (!result) forget(about.st_ino);                                        \
            end(&about);                                                              \
        }                                                                             \
        return result;                                                                \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
    static void *kept;
    int (*plain)(const char *) = known(&kept, "unlink");
    struct stat about;
    int last = !lstat(path, &about) && S_ISREG(about.st_mode) && about.st_nlink == 1;
    int result = plain(path);
    if (!result && last) forget(about.st_ino); /* the number may belong to another file next */
    return result;
}

int rename(const char *from, const char *to) {
    static void *kept;
    int (*plain)(const char *, const char *) = known(&kept, "rename");
    struct stat about;
    int replaced = !lstat(to, &about) && S_ISREG(about.st_mode) && about.st_nlink == 1;
    int result = plain(from, to);
    if (!result && replaced) forget(about.st_ino);
    return result;
}
