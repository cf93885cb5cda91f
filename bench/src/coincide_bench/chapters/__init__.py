"""Chapters against truth, which was fixed before there was a method to find them.

*Truth.* A chapter is a stay: photos one after another at one place on one day (a day ends at four
in the morning). Of california_2016 places are told by the names of its files, with a few aliases;
of tasmania_2018 and yulefest_2022 by their GPS positions, which are hidden from every method; a
demo event's programme tells its own. Of studytrip_2018 only the day is known, by the names of its
files. Photos of which nothing is known are parted with the others, and are not judged; of copies
(one camera, one second) one is.

*Seeds and sets.* Developed and tuned on: california_2016 and demo events of DEV_SEEDS. Reported
and never tuned on: tasmania_2018, yulefest_2022, studytrip_2018, demo events of REPORT_SEEDS.

*Measures.* B-cubed F1: each photo counts once, while of pairs a stay of forty photos would count a
hundred times one of four. Normalised mutual information, by the mean of both entropies. A photo
that a method leaves out is a chapter of its own. 95 % intervals by drawing true chapters of a set,
or demo events, again; differences are paired. A border, half-way between the photos beside it, is
right when it lies within five minutes of the pause between two stays; each pause is found once.

*Baselines.* Gaps alone, and time + place: a chapter ends at a longer pause, or where GPS tells
that people went away. Each was given as many tries on the same sets as the method.

*Clocks.* As found by a sync with all defaults, of a copy with neutral names; and the true ones.
"""
