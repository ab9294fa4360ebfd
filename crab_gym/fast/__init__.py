"""The few tricks that buy speed, each with its saving and how that was measured.

* `crab_gym.fast.frames` - images drawn again on memory that nobody holds any more.
* `crab_gym.fast.collector` - the garbage collector run less often.
* `crab_gym.fast.tuples` - named tuples made in less time.

Elsewhere, code is plain: before a trick spreads, it moves here.
"""
