"""What right, certain and likely mean, wherever a result is told: once for all of Coincide."""

# an offset is right when it is off by no more: what the probability of an estimate is of
RIGHT_WITHIN_S = 300.0
# from this probability on an offset is called certain, and written without being asked
CERTAIN = 0.99
# what rests on anything but what was seen in the event is called no surer than this
NOT_SEEN = 0.98
# from this probability on it is likelier right than wrong; below, it is no answer
LIKELY = 0.5
# the share of the probability that an estimate's interval holds
INTERVAL_SHARE = 0.9
