"""Small words: what demands nothing of a record by itself."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, listed

FOREIGN: Final = listed(
    """
    bei oder und im der die das den dem des ein eine mit von fur aus als ou et dans le la les
    du de un une au aux chez pour avec en el los las un una y o con por para del che di della
    dei degli il lo gli e ed a alla nel nella da do da dos das em no na nos nas com het een
    van op te aan bij met dans sur ui qui quien que zu zur zum
    """
)
"""The small words of other languages."""
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
    good great strong talented skilled use uses using
    moved switched transitioned transferred pivoted same first retired previous previously past
    licensed registered qualified accredited chartered background team teams
    certification certifications certificate certificates certified specialise specialize became
    turned holder holders joined
    whos whove theyre theyve ive im were weve youre youve
    """
    )
)
