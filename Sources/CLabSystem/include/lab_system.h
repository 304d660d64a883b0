#ifndef CACHELAB_SYSTEM_H
#define CACHELAB_SYSTEM_H

// All that the lab calls of the system, declared once, and the same on every system: what Swift compiles against on one,
// it compiles against on all. posix.c has what systems share, linux.c and darwin.c the rest, so that `make mac` compiles
// and links the side of macOS where there is no Mac.
//
// A call that fails gives an error number with its sign turned, or null with the number in lab_error(). Texts that
// are to be freed by lab_free() say so. Calls that open, read, write or poll go on after a signal's handler.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The error number of the last call that failed, and the system's words for one.
int32_t lab_error(void);
const char *lab_error_text(int32_t number);
// The error numbers that the lab tells apart. They differ between systems.
extern const int32_t lab_EPERM, lab_ENOENT, lab_EBADF, lab_EAGAIN, lab_EACCES, lab_EEXIST, lab_ENOTDIR, lab_EMFILE;
extern const int32_t lab_EPIPE, lab_ENOTEMPTY, lab_ELOOP;
void lab_free(void *memory);

// --- This process ---

int32_t lab_process(void);
int32_t lab_parent(void);
uint32_t lab_user(void);
// A variable of the environment; null where it is not set.
const char *_Nullable lab_variable(const char *name);
void lab_set_variable(const char *name, const char *value);
// The path of the running executable, to be freed.
char *_Nullable lab_executable(void);
// Starts a program in this process. Returns only where the system refuses.
void lab_become(const char *path, char *_Nullable const *_Nonnull words);
int32_t lab_limit_address_space(int64_t bytes);
// Has a function called at the end of the process.
void lab_at_end(void (*body)(void));
_Noreturn void lab_end(int32_t code);
// The same without anything that is to happen at its end.
_Noreturn void lab_end_at_once(int32_t code);

// --- The machine ---

// Processors that may be used now, and ticks a second of the system's accounts; -1 where it does not say.
int64_t lab_processors(void);
int64_t lab_ticks_per_second(void);
int64_t lab_page_size(void);
// What the processor calls itself, to be freed.
char *_Nullable lab_processor_name(void);
bool lab_has_avx2(void);
// The version of the kernel, and what the machine is called, to be freed.
char *_Nullable lab_kernel(void);
char *_Nullable lab_host(void);
// Whether programs may carry the Swift library, so that they run where there is no Swift.
bool lab_carries_swift(void);

// --- Time, in nanoseconds ---

int64_t lab_thread_cpu(void);
int64_t lab_process_cpu(void);
// Only goes forward, from an unspecified start.
int64_t lab_monotonic(void);
// Waits until lab_monotonic() has reached a time.
void lab_wait_until(int64_t time);
int64_t lab_seconds_since_1970(void);

// --- Threads ---

// Gives a handle to wait for the thread's end with, once.
int32_t lab_start_thread(void (*body)(void *), void *argument, uintptr_t *handle);
void lab_join_thread(uintptr_t handle);
// A mutex with a condition.
typedef struct lab_monitor lab_monitor;
lab_monitor *_Nullable lab_make_monitor(void);
void lab_free_monitor(lab_monitor *monitor);
void lab_lock(lab_monitor *monitor);
void lab_unlock(lab_monitor *monitor);
void lab_wake(lab_monitor *monitor);
void lab_wait(lab_monitor *monitor);

// --- Memory ---

// New pages of this process alone; resident at once where asked for.
void *_Nullable lab_map(size_t bytes, bool resident);
void lab_unmap(void *pages, size_t bytes);
// Closes pages to everybody.
int32_t lab_close_pages(void *pages, size_t bytes);
// Writes to each page.
void lab_touch(void *pages, size_t bytes);
// Without effect where the system has no such thing: pages stay small; go back until they are read again from their file.
void lab_refuse_huge(void *pages, size_t bytes);
void lab_give_back(void *pages, size_t bytes);

// What the system counts of this process's memory, in bytes: negative where it does not say. Linux counts what is resident,
// macOS the physical footprint, by which iOS and macOS judge an app. The two are no measure of each other.
typedef enum { lab_memory_resident, lab_memory_peak, lab_memory_own } lab_memory;
int64_t lab_memory_of(lab_memory kind);
// The same of what is resident, as fast as can be.
int64_t lab_memory_now(void);
// Has the peak of this process begin anew; false where the system does not allow it.
bool lab_reset_peak(void);
// `resident` or `physical-footprint`.
const char *lab_memory_accounting(void);
// Where a kind is read, for people: `VmRSS of /proc/PID/status`.
const char *lab_memory_source(lab_memory kind);

// --- Files and folders ---

// How a file is opened.
extern const int32_t lab_O_RDONLY, lab_O_WRONLY, lab_O_RDWR, lab_O_CREAT, lab_O_EXCL, lab_O_TRUNC, lab_O_APPEND;
extern const int32_t lab_O_NONBLOCK, lab_O_NOFOLLOW, lab_O_DIRECTORY;
// A new file can be read by all, and written to by its owner. Programs that are started inherit no such descriptor.
int32_t lab_open(const char *path, int32_t mode);
int32_t lab_duplicate(int32_t file);
void lab_close(int32_t file);
// Reopens standard streams that the parent closed, so that no other file gets their numbers and the results. Writing to
// them fails as if they were closed.
void lab_keep_streams(void);
// `modified` is in nanoseconds since 1970; a damaged file system may report any number.
typedef struct {
  bool is_regular;
  bool is_folder;
  uint32_t user;
  uint64_t device;
  uint64_t inode;
  uint64_t links;
  int64_t size;
  int64_t modified;
} lab_status;
int32_t lab_status_of(const char *path, bool follows_links, lab_status *status);
int32_t lab_status_of_open(int32_t file, lab_status *status);
int32_t lab_cut(int32_t file, int64_t size);
void *_Nullable lab_open_folder(const char *path);
// 1 with the next name, valid until the next call; 0 at the end; or an error.
int32_t lab_next_name(void *folder, const char *_Nullable *_Nonnull name);
void lab_close_folder(void *folder);
// The path without links and dots, to be freed.
char *_Nullable lab_absolute(const char *path);
bool lab_is_executable(const char *path);
int32_t lab_remove(const char *path);
int32_t lab_remove_folder(const char *path);
int32_t lab_make_folder(const char *path);
// Replaces the XXXXXX at the end of a path by what makes the folder new.
int32_t lab_make_new_folder(char *path);
int32_t lab_rename(const char *path, const char *name);
int32_t lab_link(const char *path, const char *name);
int32_t lab_synchronize(int32_t file);
// 1 taken, 0 others hold it, -1 there are no locks.
int32_t lab_try_lock(int32_t file);
// How many bytes, or an error. Handlers of signals may call them.
int64_t lab_read(int32_t file, void *bytes, size_t count);
int64_t lab_write(int32_t file, const void *bytes, size_t count);
int64_t lab_read_at(int32_t file, void *bytes, size_t count, int64_t offset);
// Reads from an offset into several places, one after the other; how many bytes that were.
typedef struct {
  void *_Nullable start;
  size_t count;
} lab_part;
int64_t lab_read_parts(int32_t file, const lab_part *parts, int32_t count, int64_t offset);
bool lab_is_terminal(int32_t file);
// Columns of a terminal; 0 where it does not know.
int32_t lab_columns(int32_t file);

// --- Waiting, signals, processes ---

// As poll(2) has it.
typedef struct {
  int32_t descriptor;
  int16_t wanted;
  int16_t found;
} lab_watch;
#define lab_can_read 1
// How many were found; -1 as milliseconds waits for ever. After a signal's handler the time begins anew.
int32_t lab_poll(lab_watch *watches, size_t count, int32_t milliseconds);

// The same numbers on every system.
#define lab_signal_hangup 1
#define lab_signal_interrupt 2
#define lab_signal_illegal 4
#define lab_signal_trap 5
#define lab_signal_abort 6
#define lab_signal_arithmetic 8
#define lab_signal_kill 9
#define lab_signal_memory 11
#define lab_signal_pipe 13
#define lab_signal_alarm 14
#define lab_signal_end 15
#define lab_signal_file_size 25
// Not the same: 7 or 10.
int32_t lab_signal_bus(void);
// Has a function called at a signal; calls that it comes into are made again. What it does to the error number is undone.
void lab_on_signal(int32_t number, void (*handler)(int32_t));
void lab_ignore_signal(int32_t number);
bool lab_ignores_signal(int32_t number);
// Lets every signal through to the calling thread.
void lab_unblock_signals(void);
int32_t lab_send_signal(int32_t process, int32_t number);
void lab_alarm(uint32_t seconds);

// Starts a program and gives its number, or an error. The name is a path, or is looked for in PATH. Words and changes stand
// one after the other, each ended by a zero byte. The first word is what the program is told that it is called.
// `NAME=value` sets a variable of its environment, which is otherwise ours, `NAME` alone removes it. It runs in the folder;
// null is here. The descriptors become its standard input, output and error; it inherits no other file that this process
// opened.
int32_t lab_spawn(
    const char *name, const char *words, size_t word_count, const char *changes, size_t change_count,
    const char *_Nullable folder, const int32_t *descriptors);
// Waits for a process's end: its exit code, or -signal.
int32_t lab_wait_for(int32_t process);
// Whether a process is a child that nobody has waited for; leaves it as it is.
bool lab_is_child(int32_t process);

// --- Pipes; programs that are started inherit none ---

int32_t lab_pipe(int32_t *ends);

// --- Instructions ---

// True in a process that valgrind executes.
bool lab_is_simulated(void);
// What callgrind is asked for; without effect outside of it.
void lab_callgrind_start(void);
void lab_callgrind_toggle(void);
void lab_callgrind_zero(void);
// Writes what was counted since the last time, with a word that says which it is.
void lab_callgrind_dump(const char *name);

// --- Bytes, numbers, names ---

// The first place of a byte; null where there is none.
const void *_Nullable lab_find(const void *bytes, uint8_t byte, size_t count);
double lab_log(double x);
double lab_exp(double x);
// The complementary error function.
double lab_erfc(double x);
// A Swift symbol as people read it, to be freed; null for what is none.
char *_Nullable lab_demangled(const char *name, size_t length);

#pragma clang assume_nonnull end

#endif
