#!/usr/bin/env perl
# A bot in Perl, with nothing but what comes with it: plays the legal action that gives away the fewest points.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # an answer goes out at once

my %points = (5 => 5, T => 10, K => 10);

# The points of a card such as CARD_H5; jokers have none.
sub points { $_[0] =~ /^CARD_[CDHS](.)$/ ? $points{$1} // 0 : 0 }

# Give back the action to take. The view is everything this seat may know.
sub act {
    my ($view, $decision) = @_;
    my ($best, $least);
    for my $action (@{ $decision->{legal} }) {
        my $cost = 0;
        $cost += points($_) for @{ $action->{cards} // [] };
        ($best, $least) = ($action, $cost) if !defined $least || $cost < $least;
    }
    return $best;
}

while (my $line = <STDIN>) {
    my $item = decode_json($line);
    if (my $decision = $item->{decision}) {
        my %answer = (table => $decision->{table}, decisionId => $decision->{decisionId});
        print encode_json({ %answer, action => act($decision->{view}, $decision) }), "\n";
    }
    elsif ($item->{error} || ($item->{verdict} && $item->{verdict}{refused})) {
        print STDERR $line;
    }
}
