# lab-run plot compare --strategy none --strategy fixed-window --strategy preheat2x --strategy lru --strategy windowed-lead --strategy budget-priority --trace all --delivery opportunistic
# data: compare-stress.tsv; to draw it again, here: gnuplot compare-stress.gp
set terminal svg size 1000,310 dynamic font 'sans-serif,14' background '#FFFFFF'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ground = '#FFFFFF'
ink = '#1F2328'
muted = '#636C76'
faint = '#DEE2E6'
pale = '#B4BBC2'
vermillion = '#D55E00'
orange = '#DB9200'
sky = '#4AA8E0'
grey = '#5E6670'
indigo = '#5B4BB3'
wine = '#8C2F4F'
set output 'compare-stress.svg'
set encoding utf8
set datafile separator "\t"
set datafile commentschars ''
data = 'compare-stress.tsv'
set label 1 'Which strategy shows most and holds least over 20 traces of stress?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
set label 2 'thumbnails first, shown pale; decode-12ms; bars: means, ticks and brackets: the worst trace; bold: best in both' at screen 0.0140, screen 0.8516 left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
set multiplot
set key off
unset grid
set style fill solid 1 noborder
set yrange [5.6:-0.6]
set border 0
set tics scale 0
unset xtics
set tmargin at screen 0.6387
set bmargin at screen 0.0452
set lmargin at screen 0.1440
set rmargin at screen 0.2992
set xrange [0:205.0000]
set ytics ('budget-priority' 0, 'fixed-window' 1, 'windowed-lead' 2, 'preheat2x' 3, 'lru' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "area sharp, %\nmore is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '97.4 (82.6)' at 100.0000,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '95.4 (73.1)' at 100.0000,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '94.3 (68.9)' at 100.0000,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '93.6 (65.9)' at 100.0000,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '92.5 (59.7)' at 100.0000,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '91.7 (59.7)' at 100.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):1:(0):(100):($1-0.34):($1+0.34) with boxxyerror linecolor rgb pale, \
data using (0):($1 == 0 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb vermillion, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb sky, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb orange, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb indigo, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb wine, \
data using (0):($1 == 4 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):(column(3) + column(13)):($1-0.34):($1+0.34) with boxxyerror fillstyle transparent solid 0.45 noborder linecolor rgb grey, \
data using (0):($1 == 5 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 4:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb ground
unset label 1
unset label 2
set lmargin at screen 0.3132
set rmargin at screen 0.4684
set xrange [0:153.5394]
unset ytics
set label 3 "images ready, %\nmore is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '85.3 (12.4)' at 85.2997,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '81.1 (12.2)' at 81.0885,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '75.9 (7.6)' at 75.9475,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '71.2 (5.7)' at 71.2078,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '16.2 (0)' at 16.2108,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '0' at 0.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 6:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb ground
unset label 1
unset label 2
set lmargin at screen 0.4824
set rmargin at screen 0.6376
set xrange [0:815.7834]
unset ytics
set label 3 "first screen sharp, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '275 (453)' at 453.2130,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '276 (448)' at 448.0631,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '276 (448)' at 448.0631,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '276 (448)' at 448.0631,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '276 (448)' at 448.0631,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '276 (448)' at 448.0631,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):8:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 8:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.6516
set rmargin at screen 0.8068
set xrange [0:131.7491]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '31.6 (41.1)' at 41.0638,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '55.9 (73.2)' at 73.1940,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '33.6 (43.4)' at 43.3982,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '37.0 (49.1)' at 49.1189,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '62.4 (68.9)' at 68.9233,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '22.0 (28.0)' at 28.0352,5 left offset 0.5,0 font strong textcolor rgb ink front
plot data using (0):1:(0):10:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 10:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.8208
set rmargin at screen 0.9760
set xrange [0:3.8408]
unset ytics
set label 3 "decodes a request\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0.98 (1.3)' at 1.3170,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '1.1 (2.1)' at 2.1338,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.98 (1.6)' at 1.5711,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0.94 (1.5)' at 1.5223,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.76 (1.0)' at 1.0000,4 left offset 0.5,0 font strong textcolor rgb ink front
set label 15 '0.91 (1.0)' at 1.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):12:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 12:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset multiplot
