# lab-run plot compare --strategy none --strategy fixed-window --strategy preheat2x --strategy lru --strategy windowed-lead --strategy budget-priority --trace all --delivery opportunistic
# data: compare-stress.tsv; to draw it again, here: gnuplot compare-stress.gp
set terminal svg size 1000,310 dynamic font 'sans-serif,14' background '#FFFFFF'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
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
set label 1 'Which strategy keeps people waiting least over 20 traces of stress?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
set label 2 'thumbnails first; decode-12ms; bars: means, ticks and brackets: the worst trace; bold: best in both' at screen 0.0140, screen 0.8516 left noenhanced font small textcolor rgb muted
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
set rmargin at screen 0.3415
set xrange [0:1109.3340]
set ytics ('budget-priority' 0, 'fixed-window' 1, 'windowed-lead' 2, 'preheat2x' 3, 'lru' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "waits noticed, of 1,000\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '49.5 (159)' at 158.9862,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '78.5 (395)' at 394.8032,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '97.7 (449)' at 448.7891,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '118 (487)' at 486.8819,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '146 (616)' at 616.2967,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '156 (616)' at 616.2967,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 4:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.3555
set rmargin at screen 0.5530
set xrange [0:815.7834]
unset ytics
set label 3 "first screen sharp, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '275 (453)' at 453.2130,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '276 (448)' at 448.0631,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '276 (448)' at 448.0631,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '276 (448)' at 448.0631,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '276 (448)' at 448.0631,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '276 (448)' at 448.0631,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 4 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 5 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 6:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.5670
set rmargin at screen 0.7645
set xrange [0:131.7491]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '35.6 (45.9)' at 45.9019,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '55.9 (73.2)' at 73.1940,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '33.6 (43.4)' at 43.3982,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '37.1 (49.1)' at 49.1189,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '62.4 (68.9)' at 68.9233,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '22.0 (28.0)' at 28.0352,5 left offset 0.5,0 font strong textcolor rgb ink front
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
set lmargin at screen 0.7785
set rmargin at screen 0.9760
set xrange [0:3.8408]
unset ytics
set label 3 "decodes a request\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0.95 (1.3)' at 1.2755,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '1.1 (2.1)' at 2.1338,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.99 (1.6)' at 1.5711,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0.95 (1.5)' at 1.5223,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.76 (1.0)' at 1.0000,4 left offset 0.5,0 font strong textcolor rgb ink front
set label 15 '0.91 (1.0)' at 1.0000,5 left offset 0.5,0 font small textcolor rgb ink front
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
unset multiplot
