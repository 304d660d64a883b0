// Ends a process at a chosen call that changes files: cc -shared -fPIC -o kill_at.so kill_at.c, then
//
//   KILL_AT=7 LD_PRELOAD=./kill_at.so lab-run ...
//
// kills it as it makes its seventh such call: half of the bytes of a write are written, any other call is not made.
// KILL_CALL=link counts only calls of that name, KILL_OPEN=.pool only those that open such a file, for reading too;
// KILL_SIGNAL=2 sends another signal than SIGKILL and goes on, with KILL_STAYS=1 not beyond this call: the thread waits
// there for the end of the process. Programs that the process starts are left alone; with KILL_CHILD=1 they are meant,
// and the process is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long left = -1;
static int number = SIGKILL, stays = 0;
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
  stays = getenv("KILL_STAYS") != 0;
  if (at) atomic_store(&left, atol(at));
  unsetenv("LD_PRELOAD");
  unsetenv("KILL_AT");
}

// Whether this is the call.
static int is_now(const char *call) {
  if ((chosen[0] && strcmp(chosen, call) != 0) || ending[0]) return 0;
  return atomic_fetch_sub(&left, 1) == 1;
}

static void end(void) {
  kill(getpid(), number);
  while (stays) pause();
}

static void end_if_now(const char *call) {
  if (is_now(call)) end();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  size_t length = strlen(path), tail = strlen(ending);
  if (tail && length >= tail && strcmp(path + length - tail, ending) == 0) {
    if (atomic_fetch_sub(&left, 1) == 1) end();
  } else if (flags & O_CREAT) {
    end_if_now("open");
  }
  return REAL(open)(path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (file > 2 && is_now("write")) {
    REAL(write)(file, bytes, count / 2);
    end();
  }
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  end_if_now("fsync");
  return REAL(fsync)(file);
}

int ftruncate(int file, off_t count) {
  end_if_now("ftruncate");
  return REAL(ftruncate)(file, count);
}

int rename(const char *from, const char *to) {
  end_if_now("rename");
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  end_if_now("link");
  return REAL(link)(from, to);
}

char *mkdtemp(char *path) {
  end_if_now("mkdtemp");
  return REAL(mkdtemp)(path);
}

int rmdir(const char *path) {
  end_if_now("rmdir");
  return REAL(rmdir)(path);
}

int unlink(const char *path) {
  end_if_now("unlink");
  return REAL(unlink)(path);
}
