"""How fast regexhu judges hands, beside the libraries that a user would pick instead: `python -m benchmarks`.

hands       the hands and their expected answers, decided by a judge that knows nothing of regexhu
timing      interleaved rounds, medians, every answer checked
peers       the other libraries, each asked as its own manual says
library     regexhu itself, by every way and engine that it has
sections    single calls, rule sets, batches, growth
fresh       what a fresh process takes: the first verdict, compiling a rule set
report      tables as text and as GitHub markdown, the machine
charts      the two pictures
"""
