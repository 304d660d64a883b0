#ifndef CACHELAB_SHIPPED_FILES_H
#define CACHELAB_SHIPPED_FILES_H

#include <stddef.h>

/* A file of the repository that is part of the program. */
struct cachelab_shipped_file {
  /* As it lies in the repository: traces/browse.scrolltrace */
  const char *path;
  const unsigned char *bytes;
  size_t size;
};

/* The file of a number from 0 on; NULL behind the last. The bytes are constant data: the system reads a page of them
   when somebody looks at it. */
const struct cachelab_shipped_file *cachelab_shipped_file(size_t number);

#endif
