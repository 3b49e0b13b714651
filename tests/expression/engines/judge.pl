# Reads lines: one that starts with / brings a regex; any other is a text, answered by 1 or 0.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my $expression;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ m{^/(.*)}s) {
        $expression = qr/$1/;
    } else {
        print $line =~ $expression ? '1' : '0';
    }
}
