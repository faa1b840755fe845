"""Pairs of spellings: those of one mailbox or page, and those that look alike and are of two.

Whatever compares people is tried with both: the forms themselves, the service's list and look-up,
and this machine's list through the commands.
"""

from __future__ import annotations

Pair = tuple[str, str]

GITHUB, LINKEDIN = "https://github.com/gitahub", "https://www.linkedin.com/in/gita-hub"
X, FACEBOOK = "https://x.com/gitahub", "https://www.facebook.com/gitahub"

ONE_PAGE: tuple[Pair, ...] = (
    *(
        (GITHUB, other)
        for other in (
            "https://github.com/GitaHub",
            "github.com/gitahub",
            "http://github.com/gitahub/",
            "https://www.github.com/gitahub",
            "HTTPS://GITHUB.COM/GITAHUB",
            "https://github.com/gitahub?tab=repositories",
            "https://github.com/gitahub#readme",
            "https://github.com/%67itahub",
            "https://github.com//gitahub",
            "https://github.com:443/gitahub",
            "//github.com/gitahub",
            " https://github.com/gitahub ",
            "<https://github.com/gitahub>",
            "https://github.com./gitahub",
            "https://github.com/gitahub?utm_source=x&utm_medium=mail",
            "https://github.com/gita\u200bhub",
            "https://github.com/./gitahub",
        )
    ),
    *(
        (LINKEDIN, other)
        for other in (
            "https://linkedin.com/in/gita-hub",
            "linkedin.com/in/gita-hub/",
            "https://de.linkedin.com/in/gita-hub",
            "https://uk.linkedin.com/in/gita-hub?trk=public_profile",
            "https://m.linkedin.com/in/gita-hub",
            "https://touch.linkedin.com/in/gita-hub",
            "https://www.linkedin.com/in/gita-hub/de",
            "https://www.linkedin.com/in/gita-hub/de/",
            "https://www.linkedin.com/in/gita-hub/zh-cn",
            "https://www.linkedin.com/in/Gita-Hub",
            "https://www.linkedin.com/IN/gita-hub",
            "https://www.linkedin.com/in/gita-hub?originalSubdomain=de",
            "https://www.linkedin.com/in/gita-hub/?locale=de_DE",
            "https://www.linkedin.com/in/gita-hub/overlay/contact-info/",
            "https://www.linkedin.com/in/gita-hub/details/experience/",
            "https://www.linkedin.com/mwlite/in/gita-hub",
            "https://www.linkedin.com/in/gita%2Dhub",
            "https://www.linkedin.com/in/gita-hub?miniProfileUrn=urn%3Ali%3Afs",
            "https://www.linkedin.com/in/gita-hub;",
        )
    ),
    ("https://linkedin.com/in/zo\u00eb-hub", "https://linkedin.com/in/zoe\u0308-hub"),
    ("https://linkedin.com/in/zo\u00eb-hub", "https://linkedin.com/in/zo%C3%AB-hub"),
    ("https://linkedin.com/in/zo\u00eb-hub", "https://linkedin.com/in/ZO%C3%8B-HUB"),
    (
        "https://linkedin.com/pub/gita-hub/1a/2b3/c45",
        "https://de.linkedin.com/pub/gita-hub/1a/2b3/c45/de",
    ),
    ("https://linkedin.com/profile/view?id=7&trk=x", "https://www.linkedin.com/profile/view?id=7"),
    *(
        (X, other)
        for other in (
            "https://twitter.com/gitahub",
            "https://www.twitter.com/GitaHub",
            "https://mobile.twitter.com/gitahub",
            "https://m.twitter.com/gitahub",
            "https://twitter.com/@gitahub",
            "https://twitter.com/#!/gitahub",
            "https://twitter.com/gitahub?lang=de",
            "https://x.com/GITAHUB/",
            "https://www.x.com/gitahub?s=20",
            "https://twitter.com/intent/user?screen_name=GitaHub",
            "https://twitter.com/gitahub/with_replies",
            "x.com/gitahub",
            "https://twitter.com/gitahub?ref_src=twsrc%5Etfw",
        )
    ),
    *(
        (FACEBOOK, other)
        for other in (
            "https://facebook.com/GitaHub",
            "https://m.facebook.com/gitahub",
            "https://de-de.facebook.com/gitahub",
            "https://mbasic.facebook.com/gitahub?fref=nf",
            "https://fb.com/gitahub",
            "https://facebook.com/gita.hub",
            "https://facebook.com/gitahub?__tn__=x",
        )
    ),
    (
        "https://facebook.com/profile.php?id=10017",
        "https://m.facebook.com/profile.php?id=10017&sk=about",
    ),
    (
        "https://facebook.com/profile.php?id=10017",
        "https://www.facebook.com/people/Gita-Hub/10017/",
    ),
    ("https://instagram.com/gitahub", "https://www.instagram.com/GitaHub/?igsh=abc"),
    ("https://www.threads.net/@gitahub", "https://threads.com/@GitaHub"),
    ("https://www.xing.com/profile/Gita_Hub", "https://xing.com/profile/gita_hub/cv"),
    ("https://www.xing.com/profile/Gita_Hub", "https://de.xing.com/profile/Gita_Hub?sc_o=x"),
    ("https://bsky.app/profile/gita.hub", "https://bsky.app/profile/Gita.Hub"),
    ("https://www.crunchbase.com/person/gita-hub", "crunchbase.com/person/Gita-Hub"),
    ("https://orcid.org/0000-0002-1694-233X", "http://www.orcid.org/0000-0002-1694-233x"),
    ("https://www.wikidata.org/wiki/Q42", "http://www.wikidata.org/entity/Q42"),
    ("https://www.wikidata.org/wiki/Q42", "https://m.wikidata.org/wiki/Q42"),
    (
        "https://scholar.google.com/citations?user=aBcD",
        "https://scholar.google.de/citations?hl=de&user=aBcD",
    ),
    ("https://gitlab.com/gitahub", "https://gitlab.com/GitaHub"),
    ("https://example.org/~gita", "http://www.example.org/%7Egita/"),
    ("https://example.org/zgita", "https://example.org/%7Agita"),
    ("https://example.org/gita", "https://EXAMPLE.org/gita"),
    ("https://example.org/gita", "https://example.org/gita?utm_campaign=x"),
    ("https://example.org/gita", "https://example.org/gita?fbclid=x#about"),
    ("https://example.org/gita?id=7&a=1", "https://example.org/gita?a=1&id=7"),
    ("https://b\u00fccher.example/gita", "https://xn--bcher-kva.example/gita"),
    ("https://b\u00fccher.example/gita", "https://bu\u0308cher.example/gita"),
    ("https://b\u00fccher.example/gita", "https://B\u00dcCHER.example/gita"),
    ("https://example.org/a/../gita", "https://example.org/gita"),
)

ONE_MAILBOX: tuple[Pair, ...] = (
    *(
        ("gita@hub.example", other)
        for other in (
            "Gita@Hub.Example",
            "mailto:gita@hub.example",
            "MAILTO:gita@hub.example?subject=hello",
            "mailto:gita%40hub.example",
            "<gita@hub.example>",
            "Gita Hub <gita@hub.example>",
            '"Hub, Gita" <gita@hub.example>',
            " gita@hub.example ",
            "gita@hub.example.",
            "gita@hub.example;",
            "'gita@hub.example'",
            "(gita@hub.example)",
        )
    ),
    ("gita@b\u00fccher.example", "gita@xn--bcher-kva.example"),
    ("gita@b\u00fccher.example", "gita@bu\u0308cher.example"),
    ("gita@b\u00fccher.example", "gita@B\u00dcCHER.example"),
    ("zo\u00eb@hub.example", "zoe\u0308@hub.example"),
    ("gitahub@gmail.com", "gita.hub@gmail.com"),
    ("gitahub@gmail.com", "g.i.t.a.h.u.b@gmail.com"),
    ("gitahub@gmail.com", "GitaHub+news@gmail.com"),
    ("gitahub@gmail.com", "gita.hub+a+b@googlemail.com"),
    ("gitahub@gmail.com", "mailto:gita.hub%2Bnews@gmail.com"),
    ("gitahub@gmail.com", "gitahub@GoogleMail.com"),
    ("gita@outlook.com", "gita+x@outlook.com"),
    ("gita@hotmail.com", "gita+x@hotmail.com"),
    ("gita@icloud.com", "gita+x@icloud.com"),
    ("gita@fastmail.com", "gita+x@fastmail.com"),
    ("gitahub@proton.me", "gita.hub@proton.me"),
    ("gitahub@proton.me", "gita_hub+x@proton.me"),
    ("gita@yandex.ru", "gita@ya.ru"),
    ("gita@yandex.ru", "gita+x@yandex.com"),
)

TWO_PAGES: tuple[Pair, ...] = (
    *(
        (GITHUB, other)
        for other in (
            "https://github.com/gita-hub",
            "https://github.com/gitahub1",
            "https://github.com/gitahu",
            "https://gitlab.com/gitahub",
            "https://gitahub.github.io",
            "https://github.com/gitahub/dotfiles",
            "https://github.com.example/gitahub",
            "https://xgithub.com/gitahub",
            "https://github.com",
            "https://github.com/gita%2Fhub",
            "https://github.com/gita_hub",
            "https://gist.github.com/gitahub",
            "https://github.com/orgs/gitahub",
            "https://github.community/gitahub",
            "https://api.github.com/gitahub",
            "https://github.com/g%C3%ADtahub",
        )
    ),
    *(
        (LINKEDIN, other)
        for other in (
            "https://www.linkedin.com/in/gita-hub-1",
            "https://www.linkedin.com/in/gitahub",
            "https://www.linkedin.com/in/gita_hub",
            "https://www.linkedin.com/company/gita-hub",
            "https://www.linkedin.com/school/gita-hub",
            "https://www.linkedin.com/pub/gita-hub",
            "https://www.linkedin.com/in/de",
            "https://www.linkedin.com/in/gita-hub-de",
            "https://www.linkedin.com",
            "https://linkedin.example/in/gita-hub",
            "https://notlinkedin.com/in/gita-hub",
            "https://www.linkedin.com/in/g%C3%ADta-hub",
            "https://www.linkedin.com/posts/gita-hub",
            "https://www.linkedin.com/learning/gita-hub",
            "https://network.example/in/gita-hub",
            "https://www.linkedin.com/in",
        )
    ),
    (
        "https://linkedin.com/pub/gita-hub/1a/2b3/c45",
        "https://linkedin.com/pub/gita-hub/1a/2b3/c46",
    ),
    ("https://linkedin.com/profile/view?id=7", "https://linkedin.com/profile/view?id=8"),
    ("https://linkedin.com/in/zo\u00eb-hub", "https://linkedin.com/in/zoe-hub"),
    *(
        (X, other)
        for other in (
            "https://x.com/gita_hub",
            "https://x.com/gitahub2",
            "https://x.com/i/user/17",
            "https://x.com/search?q=gitahub",
            "https://x.com/hashtag/gitahub",
            "https://x.com/intent/user?screen_name=other",
            "https://xx.com/gitahub",
            "https://x.company/gitahub",
            "https://netflix.com/gitahub",
            "https://instagram.com/gitahub",
            "https://x.com",
            "https://help.x.com/gitahub",
        )
    ),
    *(
        (FACEBOOK, other)
        for other in (
            "https://facebook.com/gita-hub",
            "https://facebook.com/gitahub.2",
            "https://facebook.com/groups/gitahub",
            "https://facebook.com/pages/gitahub",
            "https://facebook.com/profile.php?id=17",
            "https://developers.facebook.com/gitahub",
        )
    ),
    ("https://facebook.com/profile.php?id=10017", "https://facebook.com/profile.php?id=10018"),
    ("https://facebook.com/profile.php?id=10017", "https://facebook.com/10018"),
    ("https://facebook.com/people/Gita-Hub/10017", "https://facebook.com/people/Gita-Hub/10018"),
    ("https://instagram.com/gitahub", "https://instagram.com/gita.hub"),
    ("https://instagram.com/p/Abc", "https://instagram.com/p/abc"),
    ("https://threads.net/@gitahub", "https://threads.net/@gita.hub"),
    ("https://xing.com/profile/Gita_Hub", "https://xing.com/profile/Gita_Hub2"),
    ("https://xing.com/profile/Gita_Hub", "https://xing.com/companies/Gita_Hub"),
    ("https://bsky.app/profile/gita.hub", "https://bsky.app/profile/gitahub"),
    ("https://crunchbase.com/person/gita", "https://crunchbase.com/organization/gita"),
    ("https://orcid.org/0000-0002-1694-233X", "https://orcid.org/0000-0002-1694-2331"),
    ("https://www.wikidata.org/wiki/Q42", "https://www.wikidata.org/wiki/Q43"),
    ("https://www.wikidata.org/wiki/Q42", "https://www.wikidata.org/wiki/P42"),
    (
        "https://scholar.google.com/citations?user=aBcD",
        "https://scholar.google.com/citations?user=abcd",
    ),
    ("https://en.wikipedia.org/wiki/Gita", "https://de.wikipedia.org/wiki/Gita"),
    ("https://example.org/Gita", "https://example.org/gita"),
    ("https://example.org/~Gita", "https://example.org/~gita"),
    ("https://example.org/gita", "https://example.org/gita/de"),
    ("https://example.org/gita", "https://m.example.org/gita"),
    ("https://example.org/gita", "https://de.example.org/gita"),
    ("https://example.org/gita", "https://example.com/gita"),
    ("https://example.org/gita", "https://example.org.uk/gita"),
    ("https://example.org/gita?id=7", "https://example.org/gita?id=8"),
    ("https://example.org/gita?id=7", "https://example.org/gita"),
    ("https://example.org/?p=1&p=2", "https://example.org/?p=2"),
    ("https://example.org/a%2Fb", "https://example.org/a/b"),
    ("https://example.org/gita.hub", "https://example.org/gitahub"),
    ("https://example.org/gita%20hub", "https://example.org/gitahub"),
    ("https://example.org/g\u00edta", "https://example.org/gita"),
    ("https://b\u00fccher.example/gita", "https://bucher.example/gita"),
    ("https://b\u00fccher.example/gita", "https://buecher.example/gita"),
    ("https://people.example/1", "https://people.example/11"),
    ("https://www2.example/gita", "https://www3.example/gita"),
    ("https://gitahub.example", "https://gitahub.example/gita"),
)

TWO_MAILBOXES: tuple[Pair, ...] = (
    *(
        ("gita@hub.example", other)
        for other in (
            "gita+news@hub.example",
            "gi.ta@hub.example",
            "gita@hub.example.org",
            "gita@mail.hub.example",
            "gita1@hub.example",
            "git@hub.example",
            "hub@gita.example",
            "g\u00edta@hub.example",
            "gita@www.hub.example",
            "gita-hub@hub.example",
            "igita@hub.example",
            "gita@hubs.example",
        )
    ),
    ("gita@b\u00fccher.example", "gita@bucher.example"),
    ("gita@b\u00fccher.example", "gita@buecher.example"),
    ("gitahub@gmail.com", "gitahubs@gmail.com"),
    ("gitahub@gmail.com", "gitahub@mail.com"),
    ("gitahub@gmail.com", "gita-hub@gmail.com"),
    ("gitahub@gmail.com", "gita_hub@gmail.com"),
    ("gitahub@gmail.com", "news+gitahub@gmail.com"),
    ("gitahub@outlook.com", "gita.hub@outlook.com"),
    ("gitahub@hotmail.com", "gitahub@outlook.com"),
    ("gitahub@icloud.com", "gita.hub@icloud.com"),
    ("gitahub@yahoo.com", "gita.hub@yahoo.com"),
    ("gitahub@yahoo.com", "gitahub+x@yahoo.com"),
    ("gitahub@aol.com", "gitahub+x@aol.com"),
    ("gitahub@gmx.de", "gita.hub@gmx.de"),
    ("gitahub@web.de", "gitahub@gmx.de"),
    ("gitahub@fastmail.com", "gita.hub@fastmail.com"),
    ("gitahub@yandex.ru", "gita.hub@yandex.ru"),
    ("gitahub@mail.ru", "gitahub@yandex.ru"),
)
