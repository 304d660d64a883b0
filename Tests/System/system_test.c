// Calls what CLabSystem declares, and says what is not as it should be. `make mac` links it for macOS, where a runner runs
// it, and builds and runs it here with the C library of this system and with musl.
#include "allocation_count.h"
#include "lab_system.h"
#include "slot_memory.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The Swift runtime's, which this program does without.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags) {
  (void)name, (void)length, (void)buffer, (void)size, (void)flags;
  return NULL;
}

static int failures = 0;

#define EXPECT(condition)                                      \
  do {                                                         \
    if (!(condition)) {                                        \
      failures += 1;                                           \
      printf("system_test.c:%d: %s\n", __LINE__, #condition);  \
    }                                                          \
  } while (0)

static void tell_process_and_machine(void) {
  EXPECT(lab_process() > 1 && lab_parent() >= 0 && lab_user() + 1 != 0);
  lab_set_variable("CACHELAB_TEST", "");
  const char *set = lab_variable("CACHELAB_TEST");
  EXPECT(set != NULL && *set == 0 && lab_variable("CACHELAB_NOT_SET") == NULL);
  char *path = lab_executable();
  EXPECT(path != NULL && path[0] == '/' && lab_is_executable(path));
  char *whole = path == NULL ? NULL : lab_absolute(path);
  EXPECT(whole != NULL && strcmp(whole, path) == 0);
  lab_free(whole);
  lab_free(path);
  EXPECT(lab_processors() > 0 && lab_ticks_per_second() > 0 && lab_page_size() >= 4096);
  char *kernel = lab_kernel(), *host = lab_host(), *processor = lab_processor_name();
  EXPECT(kernel != NULL && host != NULL);
  printf("kernel %s, processor %s, %s, memory: %s\n", kernel, processor == NULL ? "unknown" : processor,
         lab_has_avx2() ? "AVX2" : "no AVX2", lab_memory_accounting());
  lab_free(kernel);
  lab_free(host);
  lab_free(processor);
  EXPECT(lab_find("abc", 'c', 3) != NULL && lab_find("abc", 'd', 3) == NULL);
  EXPECT(lab_log(lab_exp(2)) > 1.999 && lab_erfc(0) == 1);
  EXPECT(lab_demangled("main", 4) == NULL && lab_carries_swift() == (strcmp(lab_memory_accounting(), "resident") == 0));
}

static void tell_time(void) {
  int64_t begun = lab_monotonic();
  lab_wait_until(begun + 1000000);
  EXPECT(lab_monotonic() >= begun + 1000000);
  EXPECT(lab_thread_cpu() > 0 && lab_process_cpu() > 0);
  EXPECT(lab_seconds_since_1970() > 1700000000);
}

static lab_monitor *monitor;
static int stage = 0;

static void take_turn(void *argument) {
  lab_lock(monitor);
  stage += *(int *)argument;
  lab_wake(monitor);
  lab_unlock(monitor);
}

static void use_threads(void) {
  monitor = lab_make_monitor();
  int two = 2;
  uintptr_t handle = 0;
  EXPECT(lab_start_thread(take_turn, &two, &handle) == 0);
  lab_lock(monitor);
  while (stage == 0) lab_wait(monitor);
  lab_unlock(monitor);
  lab_join_thread(handle);
  EXPECT(stage == 2);
  lab_free_monitor(monitor);
}

static void use_memory(void) {
  enum { size = 64 << 20 };
  int64_t before = lab_memory_of(lab_memory_resident);
  EXPECT(before > 0 && lab_memory_now() > 0 && lab_memory_of(lab_memory_own) > 0);
  bool is_reset = lab_reset_peak();
  char *pages = lab_map(size, true);
  EXPECT(pages != NULL && pages[size - 1] == 0);
  EXPECT(lab_memory_of(lab_memory_resident) - before > size / 2);
  lab_unmap(pages, size);
  EXPECT(lab_memory_of(lab_memory_resident) - before < size / 2);
  int64_t peak = lab_memory_of(lab_memory_peak);
  EXPECT(peak - before > size / 2);
  printf("peak %lld bytes by %s, %s\n", (long long)peak, lab_memory_source(lab_memory_peak),
         is_reset ? "begun anew" : "of the whole process");
  pages = lab_map(size, false);
  lab_refuse_huge(pages, size);
  lab_touch(pages, size);
  lab_give_back(pages, size);
  EXPECT(lab_close_pages(pages, size) == 0);
  lab_unmap(pages, size);
}

static void fail_to_open(const char *file, const char *link) {
  EXPECT(lab_open(file, lab_O_RDONLY | lab_O_DIRECTORY) == -lab_ENOTDIR);
  EXPECT(lab_open(link, lab_O_RDONLY | lab_O_NOFOLLOW) == -lab_ELOOP);
  EXPECT(lab_open("/no/such/file", lab_O_RDONLY) == -lab_ENOENT);
  EXPECT(strcmp(lab_error_text(lab_ENOENT), "No such file or directory") == 0);
}

static void use_files(void) {
  char folder[] = "/tmp/cachelab-system-XXXXXX", path[64], name[64];
  EXPECT(lab_make_new_folder(folder) == 0);
  snprintf(path, sizeof path, "%s/a", folder);
  snprintf(name, sizeof name, "%s/b", folder);
  EXPECT(lab_make_folder(path) == 0 && lab_make_folder(path) < 0);
  EXPECT(lab_rename(path, name) == 0 && lab_remove_folder(name) == 0 && lab_remove(name) < 0 && lab_error() != 0);
  void *open_folder = lab_open_folder(folder);
  int count = 0;
  const char *entry = NULL;
  while (open_folder != NULL && lab_next_name(open_folder, &entry) == 1 && strlen(entry) <= 2) count += 1;
  EXPECT(count == 2 && lab_next_name(open_folder, &entry) == 0);
  lab_close_folder(open_folder);
  int32_t file = lab_open(path, lab_O_RDWR | lab_O_CREAT | lab_O_EXCL);
  EXPECT(file > 2 && lab_open(path, lab_O_RDWR | lab_O_CREAT | lab_O_EXCL) == -lab_EEXIST);
  EXPECT(lab_write(file, "0123456789", 10) == 10);
  char first[2], second[3];
  lab_part parts[] = {{first, sizeof first}, {second, sizeof second}};
  EXPECT(lab_read_parts(file, parts, 2, 4) == 5 && memcmp(first, "45", 2) == 0 && memcmp(second, "678", 3) == 0);
  EXPECT(lab_cut(file, 7) == 0 && lab_read_at(file, second, 3, 5) == 2 && memcmp(second, "56", 2) == 0);
  EXPECT(lab_synchronize(file) == 0 && lab_try_lock(file) == 1);
  EXPECT(!lab_is_terminal(file) && lab_columns(file) == 0);
  EXPECT(lab_link(path, name) == 0);
  lab_status status, named;
  EXPECT(lab_status_of_open(file, &status) == 0 && lab_status_of(name, true, &named) == 0);
  EXPECT(status.is_regular && !status.is_folder && status.size == 7 && status.links == 2 && status.user == lab_user());
  EXPECT(status.device == named.device && status.inode == named.inode && status.modified == named.modified);
  EXPECT(status.modified / 1000000000 > 1700000000 && status.modified / 1000000000 <= lab_seconds_since_1970());
  EXPECT(lab_status_of(folder, true, &named) == 0 && named.is_folder && !named.is_regular && named.inode != status.inode);
  EXPECT(lab_remove(name) == 0 && symlink(folder, name) == 0);
  EXPECT(lab_status_of(name, true, &named) == 0 && named.is_folder);
  EXPECT(lab_status_of(name, false, &named) == 0 && !named.is_folder && !named.is_regular);
  lab_close(file);
  EXPECT(lab_status_of_open(file, &status) == -lab_EBADF);
  fail_to_open(path, name);
  file = lab_open(path, lab_O_WRONLY | lab_O_APPEND | lab_O_NONBLOCK);
  EXPECT(lab_write(file, "7", 1) == 1 && lab_status_of_open(file, &status) == 0 && status.size == 8);
  lab_close(file);
  file = lab_open(path, lab_O_WRONLY | lab_O_TRUNC);
  EXPECT(lab_status_of_open(file, &status) == 0 && status.size == 0 && lab_read_at(file, first, 1, 0) == -lab_EBADF);
  lab_close(file);
  EXPECT(lab_remove(name) == 0 && lab_remove(path) == 0 && lab_remove_folder(folder) == 0);
}

static void keep_streams(void) {
  int32_t input = lab_duplicate(0), output = lab_duplicate(1);
  lab_close(0);
  lab_close(1);
  lab_keep_streams();
  char byte;
  EXPECT(input > 2 && output > 2 && lab_read(0, &byte, 1) == -lab_EBADF && lab_write(1, "", 1) == -lab_EBADF);
  dup2(input, 0);
  dup2(output, 1);
  lab_close(input);
  lab_close(output);
  EXPECT(lab_duplicate(output) == -lab_EBADF);
}

static volatile int heard = 0;
static void hear(int32_t number) { heard = number; }

static int32_t spawn(const char *name, const char *words, size_t count, const char *changes, size_t change_count) {
  return lab_spawn(name, words, count, changes, change_count, "/", (int32_t[]){0, 1, 2});
}

static void use_processes(void) {
  lab_on_signal(lab_signal_alarm, hear);
  EXPECT(lab_send_signal(lab_process(), lab_signal_alarm) == 0 && heard == lab_signal_alarm);
  lab_ignore_signal(lab_signal_pipe);
  EXPECT(lab_ignores_signal(lab_signal_pipe) && !lab_ignores_signal(lab_signal_alarm));
  lab_alarm(0);
  EXPECT(lab_signal_bus() == 7 || lab_signal_bus() == 10);
  int32_t ends[2];
  EXPECT(lab_pipe(ends) == 0);
  lab_ignore_signal(SIGCHLD);
  // It ends with 3, or by a signal.
  int32_t child = spawn("sh", "sh\0-c\0exit $A$B", 3, "A=3\0B", 2);
  EXPECT(child > 0 && lab_is_child(child));
  char said[8] = {0};
  lab_watch watch = {.descriptor = ends[0], .wanted = lab_can_read};
  EXPECT(lab_write(ends[1], "said\n", 5) == 5);
  EXPECT(lab_poll(&watch, 1, 60000) == 1 && (watch.found & lab_can_read) != 0);
  EXPECT(lab_read(ends[0], said, 5) == 5 && strcmp(said, "said\n") == 0);
  EXPECT(lab_wait_for(child) == 3 && !lab_is_child(child));
  child = spawn("/bin/sh", "sh\0-c\0kill -9 $$", 3, "", 0);
  EXPECT(lab_wait_for(child) == -lab_signal_kill);
  EXPECT(spawn("/no/such/program", "no", 1, "", 0) == -ENOENT);
  lab_close(ends[0]);
  lab_close(ends[1]);
}

// This program, told by a word to end in some way.
static int32_t ending(const char *words) {
  char *path = lab_executable();
  int32_t child = spawn(path, words, 2, "", 0);
  lab_free(path);
  return lab_wait_for(child);
}

static void see_ends(void) {
  EXPECT(ending("t\0at-once") == 7);
  EXPECT(ending("t\0at-end") == 8);
}

static void end_otherwise(void) { lab_end_at_once(8); }

static void count_instructions(void) {
  EXPECT(!lab_is_simulated());
  lab_callgrind_start();
  lab_callgrind_toggle();
  lab_callgrind_zero();
  lab_callgrind_dump("test");
}

int main(int count, char **words) {
  const char *word = count > 1 ? words[1] : "";
  lab_at_end(end_otherwise);
  if (strcmp(word, "at-once") == 0) lab_end_at_once(7);
  if (strcmp(word, "at-end") == 0) lab_end(0);
  tell_process_and_machine();
  tell_time();
  use_threads();
  use_memory();
  use_files();
  keep_streams();
  use_processes();
  see_ends();
  count_instructions();
  lab_unblock_signals();
  int32_t limited = lab_limit_address_space((int64_t)1 << 46);
  EXPECT(limited == 0 || lab_error() == -limited);
  puts(failures == 0 ? "as declared" : "not as declared");
  fflush(stdout);
  lab_end_at_once(failures == 0 ? 0 : 1);
}
