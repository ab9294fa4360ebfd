"""The few tricks that buy speed, each with its saving and how that was measured.

* `crab_sim.fast.frames` - images drawn again on memory that nobody holds any more.
* `crab_sim.fast.collector` - the garbage collector run less often.
* `crab_sim.fast.tuples` - named tuples made in less time.

Elsewhere, code is plain: before a trick spreads, it moves here.
"""
