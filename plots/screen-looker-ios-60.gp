# lab-run plot screen --strategy none --strategy preheat2x --strategy windowed-lead --strategy budget-priority --trace looker-ios-60 --delivery opportunistic
# data: screen-looker-ios-60.tsv; to draw it again, here: gnuplot screen-looker-ios-60.gp
set terminal svg size 1000,560 dynamic font 'sans-serif,14' background '#FFFFFF'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ink = '#1F2328'
muted = '#636C76'
faint = '#DEE2E6'
pale = '#B4BBC2'
vermillion = '#D55E00'
orange = '#DB9200'
grey = '#5E6670'
indigo = '#5B4BB3'
set output 'screen-looker-ios-60.svg'
set encoding utf8
set datafile separator "\t"
set datafile commentschars ''
data = 'screen-looker-ios-60.tsv'
set label 1 'When is the first screen sharp on looker-ios-60?' at screen 0.0140, screen 0.9571 left font bold textcolor rgb ink
set label 2 '390x844 pt @3x, decode-12ms; each with +opportunistic' at screen 0.0140, screen 0.9179 left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
set key off
set lmargin at screen 0.0950
set rmargin at screen 0.64
set tmargin at screen 0.8607
set bmargin at screen 0.1321
set label 'p50' at screen 0.880, screen 0.8357 right noenhanced font small textcolor rgb muted
set label 'p95' at screen 0.930, screen 0.8357 right noenhanced font small textcolor rgb muted
set label 'p99' at screen 0.980, screen 0.8357 right noenhanced font small textcolor rgb muted
set label 'ms, dots on the curves' at screen 0.665, screen 0.8357 left noenhanced font small textcolor rgb muted
set arrow from screen 0.665, screen 0.8000 to screen 0.69, screen 0.8000 nohead linewidth 3.01 dashtype (2,2) linecolor rgb grey
set label 'none' at screen 0.697, screen 0.8000 left noenhanced font small textcolor rgb ink
set label '145' at screen 0.880, screen 0.8000 right noenhanced font small textcolor rgb ink
set label '253' at screen 0.930, screen 0.8000 right noenhanced font small textcolor rgb ink
set label '263' at screen 0.980, screen 0.8000 right noenhanced font small textcolor rgb ink
set arrow from screen 0.665, screen 0.7643 to screen 0.69, screen 0.7643 nohead linewidth 3 dashtype (6,3) linecolor rgb indigo
set label 'preheat2x' at screen 0.697, screen 0.7643 left noenhanced font small textcolor rgb ink
set label '145' at screen 0.880, screen 0.7643 right noenhanced font small textcolor rgb ink
set label '253' at screen 0.930, screen 0.7643 right noenhanced font small textcolor rgb ink
set label '263' at screen 0.980, screen 0.7643 right noenhanced font small textcolor rgb ink
set arrow from screen 0.665, screen 0.7286 to screen 0.69, screen 0.7286 nohead linewidth 3.01 dashtype (2,2) linecolor rgb orange
set label 'windowed-lead' at screen 0.697, screen 0.7286 left noenhanced font small textcolor rgb ink
set label '145' at screen 0.880, screen 0.7286 right noenhanced font small textcolor rgb ink
set label '253' at screen 0.930, screen 0.7286 right noenhanced font small textcolor rgb ink
set label '263' at screen 0.980, screen 0.7286 right noenhanced font small textcolor rgb ink
set arrow from screen 0.665, screen 0.6929 to screen 0.69, screen 0.6929 nohead linewidth 3 dashtype (8,3,2,3) linecolor rgb vermillion
set label 'budget-priority' at screen 0.697, screen 0.6929 left noenhanced font small textcolor rgb ink
set label '132' at screen 0.880, screen 0.6929 right noenhanced font small textcolor rgb ink
set label '255' at screen 0.930, screen 0.6929 right noenhanced font small textcolor rgb ink
set label '261' at screen 0.980, screen 0.6929 right noenhanced font small textcolor rgb ink
set xlabel 'time since the first frame, ms'
set ylabel 'cells that show their image by then, %'
set yrange [0:101]
set xrange [0:*]

plot data index 3 using 2:3 with lines linewidth 2 dashtype (8,3,2,3) linecolor rgb vermillion, \
data index 7 using 3:2 with points pointtype 13 pointsize 0.6 linecolor rgb vermillion, \
data index 2 using 2:3 with lines linewidth 2 dashtype (2,2) linecolor rgb orange, \
data index 6 using 3:2 with points pointtype 9 pointsize 0.6 linecolor rgb orange, \
data index 1 using 2:3 with lines linewidth 2 dashtype (6,3) linecolor rgb indigo, \
data index 5 using 3:2 with points pointtype 5 pointsize 0.6 linecolor rgb indigo, \
data index 0 using 2:3 with lines linewidth 2 dashtype (2,2) linecolor rgb grey, \
data index 4 using 3:2 with points pointtype 9 pointsize 0.6 linecolor rgb grey
