// What Linux and macOS have in common.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lab_system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

extern char **environ;

// 0, or the error with its sign turned.
static int32_t result(int code) { return code < 0 ? -errno : 0; }

// What a call gives, made again where a signal's handler ended it, or the error with its sign turned.
#define AGAIN(call)                             \
  ({                                            \
    __typeof__(call) given;                     \
    do given = (call);                          \
    while (given < 0 && errno == EINTR);        \
    given < 0 ? -errno : given;                 \
  })

int32_t lab_error(void) { return errno; }
const char *lab_error_text(int32_t number) { return strerror(number); }
const int32_t lab_EPERM = EPERM, lab_ENOENT = ENOENT, lab_EBADF = EBADF, lab_EAGAIN = EAGAIN, lab_EACCES = EACCES;
const int32_t lab_EEXIST = EEXIST, lab_ENOTDIR = ENOTDIR, lab_EMFILE = EMFILE, lab_EPIPE = EPIPE;
const int32_t lab_ENOTEMPTY = ENOTEMPTY, lab_ELOOP = ELOOP;
void lab_free(void *memory) { free(memory); }

// --- This process ---

int32_t lab_process(void) { return getpid(); }
int32_t lab_parent(void) { return getppid(); }
uint32_t lab_user(void) { return geteuid(); }
const char *lab_variable(const char *name) { return getenv(name); }
void lab_set_variable(const char *name, const char *value) { setenv(name, value, 1); }
void lab_become(const char *path, char *const *words) { execv(path, words); }

int32_t lab_limit_address_space(int64_t bytes) {
  struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
  return result(setrlimit(RLIMIT_AS, &limit));
}

void lab_at_end(void (*body)(void)) { atexit(body); }
void lab_end(int32_t code) { exit(code); }
void lab_end_at_once(int32_t code) { _exit(code); }

// --- The machine ---

int64_t lab_processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }
int64_t lab_ticks_per_second(void) { return sysconf(_SC_CLK_TCK); }
int64_t lab_page_size(void) { return sysconf(_SC_PAGESIZE); }

bool lab_has_avx2(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_OSXSAVE) == 0) return false;
  // The system keeps the wide registers.
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0;
#else
  return false;
#endif
}

char *lab_kernel(void) {
  struct utsname names;
  return uname(&names) < 0 ? NULL : strdup(names.release);
}

char *lab_host(void) {
  char name[256] = {0};
  return gethostname(name, sizeof name - 1) < 0 ? NULL : strdup(name);
}

// --- Time ---

static int64_t from_timespec(const struct timespec *time) {
  // A damaged file system may say anything.
  return (int64_t)((uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec);
}

static int64_t clock_now(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return from_timespec(&time);
}

int64_t lab_thread_cpu(void) { return clock_now(CLOCK_THREAD_CPUTIME_ID); }
int64_t lab_process_cpu(void) { return clock_now(CLOCK_PROCESS_CPUTIME_ID); }
int64_t lab_monotonic(void) { return clock_now(CLOCK_MONOTONIC); }
int64_t lab_seconds_since_1970(void) { return clock_now(CLOCK_REALTIME) / 1000000000; }

// --- Threads ---

typedef struct {
  void (*body)(void *);
  void *argument;
} task;

static void *run(void *argument) {
  task todo = *(task *)argument;
  free(argument);
  todo.body(todo.argument);
  return NULL;
}

int32_t lab_start_thread(void (*body)(void *), void *argument, uintptr_t *handle) {
  task *todo = malloc(sizeof *todo);
  if (todo == NULL) return -ENOMEM;
  *todo = (task){.body = body, .argument = argument};
  pthread_t thread;
  int code = pthread_create(&thread, NULL, run, todo);
  if (code != 0) {
    free(todo);
    return -code;
  }
  *handle = (uintptr_t)thread;
  return 0;
}

void lab_join_thread(uintptr_t handle) { pthread_join((pthread_t)handle, NULL); }

struct lab_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
};

lab_monitor *lab_make_monitor(void) {
  lab_monitor *monitor = malloc(sizeof *monitor);
  if (monitor == NULL) return NULL;
  pthread_mutex_init(&monitor->mutex, NULL);
  pthread_cond_init(&monitor->condition, NULL);
  return monitor;
}

void lab_free_monitor(lab_monitor *monitor) {
  pthread_cond_destroy(&monitor->condition);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void lab_lock(lab_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }
void lab_unlock(lab_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }
void lab_wake(lab_monitor *monitor) { pthread_cond_broadcast(&monitor->condition); }
void lab_wait(lab_monitor *monitor) { pthread_cond_wait(&monitor->condition, &monitor->mutex); }

// --- Memory ---

void lab_unmap(void *pages, size_t bytes) { munmap(pages, bytes); }
int32_t lab_close_pages(void *pages, size_t bytes) { return result(mprotect(pages, bytes, PROT_NONE)); }

void lab_touch(void *pages, size_t bytes) {
  size_t page = (size_t)lab_page_size();
  for (size_t offset = 0; offset < bytes; offset += page) ((volatile char *)pages)[offset] = 0;
}

// --- Files and folders ---

const int32_t lab_O_RDONLY = O_RDONLY, lab_O_WRONLY = O_WRONLY, lab_O_RDWR = O_RDWR, lab_O_CREAT = O_CREAT;
const int32_t lab_O_EXCL = O_EXCL, lab_O_TRUNC = O_TRUNC, lab_O_APPEND = O_APPEND, lab_O_NONBLOCK = O_NONBLOCK;
const int32_t lab_O_NOFOLLOW = O_NOFOLLOW, lab_O_DIRECTORY = O_DIRECTORY;

int32_t lab_open(const char *path, int32_t mode) { return AGAIN(open(path, mode | O_CLOEXEC, 0644)); }
int32_t lab_duplicate(int32_t file) { return AGAIN(fcntl(file, F_DUPFD_CLOEXEC, 0)); }
void lab_close(int32_t file) { close(file); }

void lab_keep_streams(void) {
  for (int file = 0; file < 3; file += 1) {
    // The system assigns the lowest free number.
    if (fcntl(file, F_GETFD) < 0 && errno == EBADF) open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
  }
}

#if defined(__APPLE__)
#define st_mtim st_mtimespec
#endif

static int32_t describe(int32_t code, const struct stat *found, lab_status *status) {
  if (code < 0) return code;
  *status = (lab_status){
      .is_regular = S_ISREG(found->st_mode),
      .is_folder = S_ISDIR(found->st_mode),
      .user = found->st_uid,
      .device = (uint64_t)found->st_dev,
      .inode = found->st_ino,
      .links = found->st_nlink,
      .size = found->st_size,
      .modified = from_timespec(&found->st_mtim),
  };
  return 0;
}

int32_t lab_status_of(const char *path, bool follows_links, lab_status *status) {
  struct stat found;
  return describe(AGAIN(follows_links ? stat(path, &found) : lstat(path, &found)), &found, status);
}

int32_t lab_status_of_open(int32_t file, lab_status *status) {
  struct stat found;
  return describe(AGAIN(fstat(file, &found)), &found, status);
}

int32_t lab_cut(int32_t file, int64_t size) { return AGAIN(ftruncate(file, size)); }

void *lab_open_folder(const char *path) { return opendir(path); }

int32_t lab_next_name(void *folder, const char **name) {
  // The end of a folder and an error look alike but for the number.
  errno = 0;
  struct dirent *entry = readdir(folder);
  if (entry == NULL) return -errno;
  *name = entry->d_name;
  return 1;
}

void lab_close_folder(void *folder) { closedir(folder); }
char *lab_absolute(const char *path) { return realpath(path, NULL); }
bool lab_is_executable(const char *path) { return access(path, X_OK) == 0; }
int32_t lab_remove(const char *path) { return result(unlink(path)); }
int32_t lab_remove_folder(const char *path) { return result(rmdir(path)); }
int32_t lab_make_folder(const char *path) { return result(mkdir(path, 0755)); }
int32_t lab_make_new_folder(char *path) { return mkdtemp(path) == NULL ? -errno : 0; }
int32_t lab_rename(const char *path, const char *name) { return result(rename(path, name)); }
int32_t lab_link(const char *path, const char *name) { return result(link(path, name)); }
int32_t lab_synchronize(int32_t file) { return result(fsync(file)); }

int32_t lab_try_lock(int32_t file) {
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return 1;
  return errno == EWOULDBLOCK ? 0 : -1;
}

int64_t lab_read(int32_t file, void *bytes, size_t count) { return AGAIN(read(file, bytes, count)); }
int64_t lab_write(int32_t file, const void *bytes, size_t count) { return AGAIN(write(file, bytes, count)); }

int64_t lab_read_at(int32_t file, void *bytes, size_t count, int64_t offset) {
  return AGAIN(pread(file, bytes, count, offset));
}

_Static_assert(
    sizeof(lab_part) == sizeof(struct iovec) && offsetof(lab_part, start) == offsetof(struct iovec, iov_base)
        && offsetof(lab_part, count) == offsetof(struct iovec, iov_len),
    "a part is what preadv(2) takes");

int64_t lab_read_parts(int32_t file, const lab_part *parts, int32_t count, int64_t offset) {
  return AGAIN(preadv(file, (const struct iovec *)parts, count, offset));
}

bool lab_is_terminal(int32_t file) { return isatty(file) == 1; }

int32_t lab_columns(int32_t file) {
  struct winsize size = {0};
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// --- Waiting, signals, processes ---

_Static_assert(
    sizeof(lab_watch) == sizeof(struct pollfd) && offsetof(lab_watch, wanted) == offsetof(struct pollfd, events)
        && offsetof(lab_watch, found) == offsetof(struct pollfd, revents) && lab_can_read == POLLIN,
    "a watch is what poll(2) takes");
_Static_assert(
    lab_signal_hangup == SIGHUP && lab_signal_interrupt == SIGINT && lab_signal_illegal == SIGILL
        && lab_signal_trap == SIGTRAP && lab_signal_abort == SIGABRT && lab_signal_arithmetic == SIGFPE
        && lab_signal_kill == SIGKILL && lab_signal_memory == SIGSEGV && lab_signal_pipe == SIGPIPE
        && lab_signal_alarm == SIGALRM && lab_signal_end == SIGTERM && lab_signal_file_size == SIGXFSZ,
    "the numbers of signals");

int32_t lab_poll(lab_watch *watches, size_t count, int32_t milliseconds) {
  return AGAIN(poll((struct pollfd *)watches, (nfds_t)count, milliseconds));
}

int32_t lab_signal_bus(void) { return SIGBUS; }

// One for each signal; a handler finds its function here.
static void (*handlers[64])(int32_t);

static void on_signal(int number) {
  int saved = errno;
  handlers[number](number);
  errno = saved;
}

void lab_on_signal(int32_t number, void (*handler)(int32_t)) {
  handlers[number] = handler;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(number, &action, NULL);
}

void lab_ignore_signal(int32_t number) { signal(number, SIG_IGN); }

bool lab_ignores_signal(int32_t number) {
  struct sigaction action = {0};
  sigaction(number, NULL, &action);
  return action.sa_handler == SIG_IGN;
}

void lab_unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

int32_t lab_send_signal(int32_t process, int32_t number) { return result(kill(process, number)); }
void lab_alarm(uint32_t seconds) { alarm(seconds); }

#ifndef POSIX_SPAWN_CLOEXEC_DEFAULT
// Where a program inherits what is not closed, lab_pipe makes what is.
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0
#endif

// Texts that stand one after the other, each ended by a zero byte, as a list that ends with null; to be freed.
static char **list(const char *texts, size_t count) {
  char **all = calloc(count + 1, sizeof *all);
  for (size_t i = 0; all != NULL && i < count; i += 1, texts += strlen(texts) + 1) all[i] = (char *)texts;
  return all;
}

static bool is_changed(const char *variable, char *const *changes) {
  size_t length = strcspn(variable, "=");
  for (; *changes != NULL; changes += 1) {
    if (strncmp(*changes, variable, length) == 0 && strchr("=", (*changes)[length]) != NULL) return true;
  }
  return false;
}

// Puts the environment with changes into a list that has room for both.
static void set_variables(char **all, char *const *changes) {
  for (char **variable = environ; *variable != NULL; variable += 1) {
    if (!is_changed(*variable, changes)) *all++ = *variable;
  }
  for (; *changes != NULL; changes += 1) {
    if (strchr(*changes, '=') != NULL) *all++ = *changes;
  }
  *all = NULL;
}

int32_t lab_spawn(
    const char *name, const char *word_list, size_t word_count, const char *change_list, size_t change_count,
    const char *folder, const int32_t *descriptors) {
  // Where our parent had it ignored, the system would not say how a process ended.
  signal(SIGCHLD, SIG_DFL);
  size_t inherited = 0;
  while (environ[inherited] != NULL) inherited += 1;
  char **words = list(word_list, word_count);
  char **changes = list(change_list, change_count);
  char **variables = calloc(inherited + change_count + 1, sizeof *variables);
  pid_t process = 0;
  int code = ENOMEM;
  if (words != NULL && changes != NULL && variables != NULL) {
    set_variables(variables, changes);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    // What lab_ignore_signal ignores here. What is ignored since before is none of our business: nohup means it.
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i += 1) posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
    code = folder == NULL ? 0 : posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (code == 0) code = posix_spawnp(&process, name, &actions, &attributes, words, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  free(words);
  free(changes);
  free(variables);
  return code == 0 ? process : -code;
}

int32_t lab_wait_for(int32_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

bool lab_is_child(int32_t process) {
  siginfo_t answer;
  while (waitid(P_PID, (id_t)process, &answer, WEXITED | WNOWAIT | WNOHANG) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

// --- Bytes, numbers, names ---

const void *lab_find(const void *bytes, uint8_t byte, size_t count) { return memchr(bytes, byte, count); }
double lab_log(double x) { return log(x); }
double lab_exp(double x) { return exp(x); }
double lab_erfc(double x) { return erfc(x); }

// The Swift runtime's own.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *buffer_size, uint32_t flags);

char *lab_demangled(const char *name, size_t length) { return swift_demangle(name, length, NULL, NULL, 0); }
