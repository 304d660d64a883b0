# lab-run plot compare --strategy none --strategy fixed-window --strategy preheat2x --strategy lru --strategy windowed-lead --strategy budget-priority --trace all --delivery opportunistic
# data: compare-people.tsv; to draw it again, here: gnuplot compare-people.gp
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
set output 'compare-people.svg'
set encoding utf8
set datafile separator "\t"
set datafile commentschars ''
data = 'compare-people.tsv'
set label 1 'Which strategy keeps people waiting least over 8 traces of people?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
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
set xrange [0:58.8926]
set ytics ('fixed-window' 0, 'preheat2x' 1, 'lru' 2, 'windowed-lead' 3, 'budget-priority' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "waits noticed, of 1,000\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0' at 0.0000,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '0' at 0.0000,1 left offset 0.5,0 font strong textcolor rgb ink front
set label 12 '0' at 0.0000,2 left offset 0.5,0 font strong textcolor rgb ink front
set label 13 '0' at 0.0000,3 left offset 0.5,0 font strong textcolor rgb ink front
set label 14 '0.84 (6.7)' at 6.7114,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '4.1 (32.7)' at 32.7181,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 4 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 5 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 4:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.3555
set rmargin at screen 0.5530
set xrange [0:472.7484]
unset ytics
set label 3 "first screen sharp, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '263 (263)' at 262.6380,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '263 (263)' at 262.6380,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '263 (263)' at 262.6380,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '263 (263)' at 262.6380,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '261' at 261.3885,4 left offset 0.5,0 font strong textcolor rgb ink front
set label 15 '263 (263)' at 262.6380,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 4 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 5 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 6:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.5670
set rmargin at screen 0.7645
set xrange [0:111.1814]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '53.7' at 53.6556,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '35.2 (35.9)' at 35.8572,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '61.1 (61.8)' at 61.7674,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '32.7 (32.8)' at 32.7744,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '34.7 (34.7)' at 34.7397,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '21.0 (21.0)' at 21.0004,5 left offset 0.5,0 font strong textcolor rgb ink front
plot data using (0):1:(0):8:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 1 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 2 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 3 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 4 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 5 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 8:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
set lmargin at screen 0.7785
set rmargin at screen 0.9760
set xrange [0:2.2500]
unset ytics
set label 3 "decodes a request\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '1.1 (1.3)' at 1.2500,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '0.89 (1.0)' at 1.0244,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.63 (0.98)' at 0.9756,2 left offset 0.5,0 font strong textcolor rgb ink front
set label 13 '0.88 (1.0)' at 1.0275,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.77 (1.0)' at 1.0000,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '1.0' at 1.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):10:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb sky, \
data using (0):($1 == 1 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb indigo, \
data using (0):($1 == 2 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb wine, \
data using (0):($1 == 3 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 4 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 5 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 10:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset multiplot
