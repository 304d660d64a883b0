#ifndef CACHELAB_CTURBOJPEG_SHIM_H
#define CACHELAB_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
