// Ends a process at a chosen call of the system: cc -shared -fPIC -o kill_at.so kill_at.c, then
//
//   KILL_AT=7 LD_PRELOAD=./kill_at.so lab-run ...
//
// kills it as it makes its seventh call that changes files: half of the bytes of a write are written, any other call is
// not made. KILL_CALL=link counts only calls of that name, KILL_OPEN=.pool only those that open such a file, for reading too;
// KILL_SIGNAL=2 sends another signal than SIGKILL and goes on, with KILL_STAYS=1 not beyond this call: the thread waits
// there for the end of the process. KILL_ERRNO=5 ends nothing: the call fails with that error, and with KILL_ONWARDS=1
// every later one too; readdir, pread, fstat, posix_spawnp and pthread_create can so fail, where KILL_CALL names them. Programs that the process starts are left alone; with KILL_CHILD=1 they are meant,
// and the process is left alone.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long left = -1;
static int number = SIGKILL, stays = 0, failure = 0, onwards = 0;
static char chosen[16] = "", ending[16] = "";

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("KILL_AT"), *call = getenv("KILL_CALL"), *with = getenv("KILL_SIGNAL");
  const char *opened = getenv("KILL_OPEN");
  if (getenv("KILL_CHILD")) {
    unsetenv("KILL_CHILD");
    return;
  }
  if (call) strncpy(chosen, call, sizeof chosen - 1);
  if (opened) strncpy(ending, opened, sizeof ending - 1);
  if (with) number = atoi(with);
  if (getenv("KILL_ERRNO")) failure = atoi(getenv("KILL_ERRNO"));
  stays = getenv("KILL_STAYS") != 0;
  onwards = at && getenv("KILL_ONWARDS") != 0;
  if (at) atomic_store(&left, atol(at));
  unsetenv("LD_PRELOAD");
  unsetenv("KILL_AT");
}

static int comes(void) {
  long rest = atomic_fetch_sub(&left, 1);
  return rest == 1 || (onwards && rest < 1);
}

// Whether this is the call.
static int is_now(const char *call) {
  if ((chosen[0] && strcmp(chosen, call) != 0) || ending[0]) return 0;
  return comes();
}

// Ends the process, or has the call fail.
static int end(void) {
  if (failure) {
    errno = failure;
    return 1;
  }
  kill(getpid(), number);
  while (stays) pause();
  return 0;
}

static int fails(const char *call) { return is_now(call) && end(); }
// Calls that change no file are counted only where they are named.
static int fails_if_named(const char *call) { return chosen[0] && fails(call); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  size_t length = strlen(path), tail = strlen(ending);
  if (tail && length >= tail && strcmp(path + length - tail, ending) == 0) {
    if (comes() && end()) return -1;
  } else if (flags & O_CREAT && fails("open")) {
    return -1;
  }
  return REAL(open)(path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (file > 2 && is_now("write")) {
    if (!failure) REAL(write)(file, bytes, count / 2);
    if (end()) return -1;
  }
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  if (fails("fsync")) return -1;
  return REAL(fsync)(file);
}

int ftruncate(int file, off_t count) {
  if (fails("ftruncate")) return -1;
  return REAL(ftruncate)(file, count);
}

int rename(const char *from, const char *to) {
  if (fails("rename")) return -1;
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  if (fails("link")) return -1;
  return REAL(link)(from, to);
}

char *mkdtemp(char *path) {
  if (fails("mkdtemp")) return NULL;
  return REAL(mkdtemp)(path);
}

int rmdir(const char *path) {
  if (fails("rmdir")) return -1;
  return REAL(rmdir)(path);
}

int unlink(const char *path) {
  if (fails("unlink")) return -1;
  return REAL(unlink)(path);
}

struct dirent *readdir(DIR *folder) {
  if (fails_if_named("readdir")) return NULL;
  return REAL(readdir)(folder);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  if (fails_if_named("pread")) return -1;
  return REAL(pread)(file, bytes, count, offset);
}

int fstat(int file, struct stat *status) {
  if (fails_if_named("fstat")) return -1;
  return REAL(fstat)(file, status);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (fails_if_named("pthread_create")) return failure;
  return REAL(pthread_create)(thread, attributes, body, argument);
}

int posix_spawnp(
    pid_t *process, const char *name, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const words[], char *const variables[]) {
  if (fails_if_named("posix_spawnp")) return failure;
  return REAL(posix_spawnp)(process, name, actions, attributes, words, variables);
}
