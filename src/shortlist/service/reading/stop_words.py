"""Small words: what demands nothing of a record by itself."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, listed

OF_LANGUAGES: Final = {
    "de": listed(
        """
        bei oder und im am der die das den dem des ein eine einem einen einer eines mit von fur aus
        als zu zur zum auf wer aber nicht ohne kein keine seit nach haben sind
        """
    ),
    "fr": listed(
        """
        ou et dans le la les du de un une des au aux chez pour avec en sur sous que qui ont
        mais sans depuis sont
        """
    ),
    "es": listed(
        """
        en el los las la un una unos unas y o con por para del al de que quien su
        pero desde han
        """
    ),
    "pt": listed(
        """
        de do da dos das em no na nos nas ao aos com o os um uma e ou por para que quem sem desde
        nao
        """
    ),
    "it": listed(
        """
        di del della dell dei degli delle il lo gli la le un una con per da dal dalla alla alle nel
        nella nelle che ed e chi senza hanno
        """
    ),
    "nl": listed(
        """
        het een van de den op te aan bij met en voor die maar niet zonder sinds geen
        """
    ),
}
"""The small words of other languages, each with the words that it has for `of`, `at` and `who`."""
FOREIGN: Final = frozenset(word for said in OF_LANGUAGES.values() for word in said)
SMALL: Final = (
    STOPWORDS
    | FOREIGN
    | listed(
        """
    among amongst
    around near outside within across based located living lives live working works work job
    jobs currently now former formerly ex not except excluding without other than over under
    more less least most since before after until later earlier between or and the of for at
    in by also employer employers employ staff company companies firm firms organisation
    organisations organization organizations business businesses group groups trade sector
    industry industries house houses people person folks someone can my running run runs
    charge responsible look looks looking after makes make sure doing do does get getting go
    going things thing places place top senior experienced tiny small large big left used
    years year experience plus professional professionals expert experts specialist
    specialists talent leader leaders boss bosses promoted promotion hold holds held
    anywhere time region area areas regions headquartered headquarters maker makers producer
    producers chain chains vendor vendors provider providers operator operators times cannot over
    hr whole very many much some but both know knows knowing worked fewer specialised specialized
    specialising specializing specialises specializes employee employees new
    good great strong talented skilled use uses using junior journeyman journeymen
    moved switched transitioned transferred pivoted same first retired previous previously past
    licensed registered qualified accredited chartered background team teams
    certification certifications certificate certificates certified specialise specialize became
    turned holder holders joined
    whos whove theyre theyve ive im were weve youre youve
    """
    )
)
