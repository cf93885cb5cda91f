"""What a right offset is, and what an interval holds: once for all of Coincide."""

# an offset is right when it is off by no more: what the probability of an estimate is of
RIGHT_WITHIN_S = 300.0
# the share of the probability that an estimate's interval holds
INTERVAL_SHARE = 0.9
# clocks that differ by less were set by the same time
AGREE_S = 120.0
