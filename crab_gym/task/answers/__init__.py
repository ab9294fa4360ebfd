"""Reading answers: whether a text states a value of a type, and nothing else.

* `readers` - `tells` for an answer that may be a sentence, `states` for a value alone; one reader for each type.
* `lists` - `names_all` for a list of items.
* `numbers`, `days`, `texts` - the ways in which people write values.
* `sentences` - the plain sentence that may stand around one; `questions` - the words of a question that it may have.
* `words` - the words that say nothing, and those that deny. `letters` - greetings, farewells and the like.
* `markup` - what models set an answer in. `sums` - how a sum or a product is worked out.
* `plain` - how texts are prepared.

An answer is read whole. It is the value, or one plain sentence that states it; a second candidate, a denial, a doubt or
a further number makes it wrong. All takes time in proportion to the length of the text, of which at most some thousand
characters are read.
"""

from crab_gym.task.answers.lists import names_all
from crab_gym.task.answers.readers import READERS, states, tells

__all__ = ["READERS", "names_all", "states", "tells"]
