# lab-run plot compare results/report --dark
# data: compare-stress.tsv; to draw it again, here: gnuplot compare-stress-dark.gp
set terminal svg size 1000,310 dynamic font 'sans-serif,14' background '#0D1117'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ground = '#0D1117'
ink = '#E6EDF3'
muted = '#9BA5B0'
faint = '#2A313A'
pale = '#59626C'
blue = '#4BA6E4'
vermillion = '#F58545'
green = '#2FC39B'
purple = '#DE97BF'
orange = '#F0B53C'
grey = '#AAB3BD'
set output 'compare-stress-dark.svg'
set encoding utf8
set datafile separator "\t"
data = 'compare-stress.tsv'
set label 1 'Which strategy shows most and holds least over 20 traces of stress?' at screen 0.0140, screen 0.9226 left font bold textcolor rgb ink
set label 2 'least blank first; bars: means, ticks and brackets: the worst trace; bold: best in both; decode-12ms; without the first frame, never ready' at screen 0.0140, screen 0.8516 left noenhanced font small textcolor rgb muted
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
set xrange [0:142.4665]
set ytics ('budget-priority' 0, 'fixed-window' 1, 'windowed-lead' 2, 'preheat2x' 3, 'lru' 4, 'none' 5) noenhanced textcolor rgb ink
set label 3 "images ready, %\nmore is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '85.8 (16.8)' at 85.8232,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '81.2 (12.3)' at 81.1595,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '76.4 (7.8)' at 76.4471,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '71.9 (5.9)' at 71.9101,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '16.3 (0)' at 16.2658,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '0' at 0.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):4:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 4 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):3:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 4:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb ground
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.3132
set rmargin at screen 0.4684
set xrange [0:60.6518]
unset ytics
set label 3 "blank area, %\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '2.4 (15.8)' at 15.8057,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '4.3 (25.8)' at 25.8278,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '5.2 (29.4)' at 29.3987,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '5.8 (31.4)' at 31.4000,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '6.6 (36.5)' at 36.5372,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '7.3 (36.5)' at 36.5372,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):6:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 4 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):5:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 6:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.4824
set rmargin at screen 0.6376
set xrange [0:406.4578]
unset ytics
set label 3 "time to image, p95, ms\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '72.5 (199)' at 199.0758,0 left offset 0.5,0 font strong textcolor rgb ink front
set label 11 '92.7 (244)' at 244.1999,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '98.5 (245)' at 244.8541,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '105 (244)' at 243.9017,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '123 (244)' at 243.6917,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '125 (244)' at 243.6917,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):8:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 4 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):7:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 8:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.6516
set rmargin at screen 0.8068
set xrange [0:121.5020]
unset ytics
set label 3 "peak of bitmaps, MB\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '31.6 (41.1)' at 41.0638,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '55.9 (73.2)' at 73.1940,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '33.6 (43.4)' at 43.3982,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '37.0 (49.1)' at 49.1189,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '62.4 (68.8)' at 68.8250,4 left offset 0.5,0 font small textcolor rgb ink front
set label 15 '21.9 (27.9)' at 27.9285,5 left offset 0.5,0 font strong textcolor rgb ink front
plot data using (0):1:(0):10:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 4 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):9:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 10:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
set lmargin at screen 0.8208
set rmargin at screen 0.9760
set xrange [0:3.5420]
unset ytics
set label 3 "decodes a request\nless is better" at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
set label 10 '0.99 (1.3)' at 1.3170,0 left offset 0.5,0 font small textcolor rgb ink front
set label 11 '1.1 (2.1)' at 2.1338,1 left offset 0.5,0 font small textcolor rgb ink front
set label 12 '0.99 (1.6)' at 1.5732,2 left offset 0.5,0 font small textcolor rgb ink front
set label 13 '0.95 (1.5)' at 1.5223,3 left offset 0.5,0 font small textcolor rgb ink front
set label 14 '0.77 (1.0)' at 1.0000,4 left offset 0.5,0 font strong textcolor rgb ink front
set label 15 '0.92 (1.0)' at 1.0000,5 left offset 0.5,0 font small textcolor rgb ink front
plot data using (0):1:(0):12:($1-0.03):($1+0.03) with boxxyerror linecolor rgb muted, \
data using (0):($1 == 0 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb vermillion, \
data using (0):($1 == 1 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb green, \
data using (0):($1 == 2 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb orange, \
data using (0):($1 == 3 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb blue, \
data using (0):($1 == 4 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb purple, \
data using (0):($1 == 5 ? $1 : NaN):(0):11:($1-0.34):($1+0.34) with boxxyerror linecolor rgb grey, \
data using 12:($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb muted
unset label 1
unset label 2
unset label 31
unset label 32
unset label 33
unset label 34
unset label 35
unset label 36
unset multiplot
