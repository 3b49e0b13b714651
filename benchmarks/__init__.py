"""How fast regexhu judges hands, beside the libraries that a user would pick instead: `python -m benchmarks`.

hands       the hands and their expected answers, decided by a judge that knows nothing of regexhu
timing      interleaved rounds, medians, every answer checked
workers     contestants in processes of their own: hands that none has seen, and no C extension
peers       the other libraries, each asked as its own manual says
library     regexhu itself, by every way and engine that it has
plan        how much is measured
verdicts    single calls on new hands and on hands that come again, with declared melds, from own input
told        calls with wild tiles, winning tile, facts
nearest     waits, distance, next tiles
batches     a million hands in one call
lookup      the C that regexhu exports beside a table look-up in C++: `lookup.cpp`, `exported.c`, `rows.h`
fresh       what a fresh process takes: the first verdict, compiling every rule set
regions     every rule set by each engine
sections    engines on hands with melds, growth
report      tables as text and as GitHub markdown, the machine
readme      the speed sections of both readmes: `speed.md`, `speed.zh-CN.md`
charts      the two pictures
"""
