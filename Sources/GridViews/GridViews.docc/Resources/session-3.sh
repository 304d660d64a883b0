lab-run trace info browse.scrolltrace
lab-run trace info hunt.scrolltrace
lab-run trace info fast.scrolltrace

lab-run recommend --budget 35MB --screen iphone-17 \
  -t browse.scrolltrace -t hunt.scrolltrace -t fast.scrolltrace
