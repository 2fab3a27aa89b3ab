"""Ways of writing that were added to see what generators lose that no rule was made for: pandoc's HTML, changed as they have it.

Made after what these programs and sites serve, frames included. `ARTICLES` are ways of one text, `THREADS` of a forum's posts, which a
rule between them tells apart in the source. `render.py` runs them.
"""
import html
import re
import urllib.parse

E = html.escape
FORMULA = re.compile(r'<span class="math (inline|display)">(.*?)</span>', re.S)
CODE = re.compile(r"<pre(?: class=\"([\w+-]*)\")?><code>(.*?)</code></pre>", re.S)
HEADING = re.compile(r'<h([1-6]) id="([^"]*)">(.*?)</h\1>', re.S)
# A paragraph in italics below a picture is its caption.
PICTURE = re.compile(r"<p><img([^>]*?) ?/?></p>(?:\n<p><em>([^<]*)</em></p>)?")
TABLE = re.compile(r"<table>.*?</table>", re.S)
QUOTE = re.compile(r"<blockquote>(.*?)</blockquote>", re.S)
EMOJI = re.compile("[\U0001F300-\U0001FAFF\u2600-\u27BF]\uFE0F?")
LINKS = [("/", "Home"), ("/shop", "Shop"), ("/news", "News"), ("/about", "About us"), ("/contact", "Contact")]


def value(tag, name):
    found = re.search(rf'{name}="([^"]*)"', tag)
    return found[1] if found else ""


def menu(tag="li", kind="menu-item"):
    return "".join(f'<{tag} class="{kind}"><a href="{href}">{text}</a></{tag}>' for href, text in LINKS)


def page(doc, body, classes="", head=""):
    direction = ' dir="rtl"' if doc["lang"] == "ar" else ""
    return f'<!DOCTYPE html>\n<html lang="{doc["lang"]}"{direction}><head><meta charset="utf-8"><title>{doc["title"]}</title>{head}</head><body class="{classes}">{body}</body></html>'


def tex(text, display):
    return f"\\[{E(text)}\\]" if display else f"\\({E(text)}\\)"


def katex(text, display):
    inner = f'<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(text)}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord">x</span></span></span></span>'
    return f'<span class="katex-display">{inner}</span>' if display else inner


def tokens(code):
    return re.sub(r"\b([A-Za-z_]\w*)\b(?![^&<]*;)", r'<span style="--0:#82AAFF;--1:#3B61B0">\1</span>', code)


def lines(code, line, joint=""):
    return joint.join(line(text) for text in code.rstrip("\n").split("\n"))


def emoji_of(form):
    return lambda text: EMOJI.sub(lambda m: form(m[0], f"{ord(m[0][0]):x}"), text)


def dialect(math=tex, code=None, heading=None, picture=None, table=None, quote=None, emoji=None):
    def change(text):
        text = FORMULA.sub(lambda m: math(html.unescape(m[2])[2:-2].strip(), m[1] == "display"), text)
        text = CODE.sub(lambda m: code(m[2], m[1] or "text"), text) if code else text
        text = HEADING.sub(lambda m: heading(m[1], m[2], m[3]), text) if heading else text
        text = PICTURE.sub(lambda m: picture(m[1].strip(), m[2] or ""), text) if picture else text
        text = QUOTE.sub(lambda m: quote(m[1].strip()), text) if quote else text
        text = TABLE.sub(lambda m: table(m[0]), text) if table else text
        return emoji(text) if emoji else text

    return change


def caption(form):
    return lambda text: form.replace("TEXT", text) if text else ""


def split_title(text):
    """The title, and the rest."""
    title = re.search(r"<h1[^>]*>(.*?)</h1>", text, re.S)
    return title[1], text.replace(title[0], "", 1)


# ------------------------------------------------------------------ wikis


def mw_math(text, display):
    shown = "{\\displaystyle " + text + "}"
    return f'<span class="mwe-math-element mwe-math-element-{"block" if display else "inline"}"><span class="mwe-math-mathml-{"display" if display else "inline"} mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{E(shown)}"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(shown)}</annotation></semantics></math></span><img src="https://wikimedia.example.org/api/rest_v1/media/math/render/svg/1" class="mwe-math-fallback-image-inline mw-invert skin-invert" aria-hidden="true" alt="{E(shown)}"></span>'


def mw_code(code, lang):
    return f'<div class="mw-highlight mw-highlight-lang-{lang} mw-content-ltr" dir="ltr"><pre><span></span>{code}</pre></div>'


VECTOR = dialect(
    mw_math,
    mw_code,
    lambda l, i, t: t if l == "1" else f'<div class="mw-heading mw-heading{l}"><h{l} id="{i}">{t}</h{l}><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?action=edit" title="Edit section: {t}"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>',
    lambda a, c: f'<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="/wiki/File:X.jpg" class="mw-file-description"><img {a} decoding="async" width="250" height="167" class="mw-file-element" srcset="//upload.example.org/500px-x.jpg 2x" data-file-width="2000"></a><figcaption>{c}</figcaption></figure>',
    lambda t: t.replace("<table>", '<table class="wikitable sortable">'),
)


def vector(text, doc):
    title, rest = split_title(text)
    toc = "".join(f'<li id="toc-{n}" class="vector-toc-list-item vector-toc-level-1"><a class="vector-toc-link" href="#{n}"><div class="vector-toc-text"><span class="vector-toc-numb">{n}</span><span>{t}</span></div></a></li>' for n, t in enumerate(doc["headings"], 1))
    return page(doc, f'<a class="mw-jump-link" href="#bodyContent">Jump to content</a><div class="vector-header-container"><header class="vector-header mw-header"><nav class="vector-main-menu-landmark"><div class="vector-menu-heading">Navigation</div><ul class="vector-menu-content-list">{menu(kind="mw-list-item")}</ul></nav></header></div><div class="mw-page-container"><div class="mw-page-container-inner"><div class="vector-column-start"><nav id="mw-panel-toc"><div id="vector-toc" class="vector-toc"><h2 class="vector-pinnable-header-label">Contents</h2><ul class="vector-toc-contents">{toc}</ul></div></nav></div><div class="mw-content-container"><main id="content" class="mw-body"><header class="mw-body-header vector-page-titlebar"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">{title}</span></h1></header><div class="vector-page-toolbar"><ul><li class="mw-list-item"><a href="/a">Article</a></li><li class="mw-list-item"><a href="/t">Talk</a></li><li><a href="/e">Edit</a></li><li><a href="/h">View history</a></li></ul></div><div id="bodyContent" class="vector-body"><div id="siteSub" class="noprint">From the Free Encyclopedia</div><div id="contentSub"></div><div id="mw-content-text" class="mw-body-content"><div class="mw-content-ltr mw-parser-output" lang="{doc["lang"]}" dir="{"rtl" if doc["lang"] == "ar" else "ltr"}">{VECTOR(rest)}</div><div class="printfooter" data-nosnippet="">Retrieved from "<a dir="ltr" href="/x">https://en.example.org/w/index.php?oldid=1</a>"</div></div><div id="catlinks" class="catlinks"><div class="mw-normal-catlinks"><a href="/c">Categories</a>: <ul><li><a href="/c1">Instruments</a></li></ul></div></div></div></main></div><footer id="footer" class="mw-footer"><ul id="footer-info"><li id="footer-info-lastmod"> This page was last edited on 4 May 2031, at 10:21<span class="anonymous-show">&#160;(UTC)</span>.</li></ul></footer></div></div>', "skin--responsive skin-vector")


FANDOM = dialect(
    mw_math,
    mw_code,
    lambda l, i, t: "" if l == "1" else f'<h{l}><span class="mw-headline" id="{i}">{t}</span><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/wiki/X?veaction=edit" class="mw-editsection-visualeditor" title="Edit section: {t}"><svg class="wds-icon wds-icon-tiny section-edit-pencil-icon"><use xlink:href="#wds-icons-pencil-tiny"></use></svg></a><span class="mw-editsection-bracket">]</span></span></h{l}>',
    lambda a, c: f'<figure class="thumb tright show-info-icon" style="width: 180px"> <a href="{value(a, "src")}" class="image"><img alt="{value(a, "alt")}" src="data:image/gif;base64,R0lGODlhAQABAIABAAAAAP///yH5BAEAAAEALAAAAAABAAEAQAICTAEAOw%3D%3D" decoding="async" loading="lazy" width="180" height="240" class="thumbimage lazyload" data-image-name="X.jpg" data-src="{value(a, "src")}"></a><noscript><a href="{value(a, "src")}" class="image"><img {a} decoding="async" width="180" class="thumbimage"></a></noscript> <figcaption class="thumbcaption"> <a href="/wiki/File:X.jpg" class="info-icon"><svg><use xlink:href="#wds-icons-info-small"></use></svg></a>{caption(chr(60) + "p class=" + chr(34) + "caption" + chr(34) + ">TEXT</p>")(c)}</figcaption></figure>',
    lambda t: t.replace("<table>", '<table class="article-table">'),
)


def fandom(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div class="global-navigation"><a class="global-navigation__logo" href="/">Fandom</a><nav><ul>{menu(kind="global-navigation__link")}</ul></nav></div><div class="main-container"><div class="resizable-container"><div class="page has-right-rail"><main class="page__main" lang="{doc["lang"]}"><div id="" class="page-header"><div class="page-header__top"><div class="page-header__meta"><div class="page-header__categories"><span class="page-header__categories-in">in: </span><a href="/c">Tools</a></div></div></div><div class="page-header__bottom"><div class="page-header__title-wrapper"><h1 class="page-header__title" id="firstHeading"><span class="mw-page-title-main">{title}</span></h1></div><div class="page-header__actions"><a class="wds-button" href="/e"><span>Edit</span></a><a class="wds-button page-header__action-button has-label" href="/h"><span>Comments (3)</span></a></div></div></div><div id="content" class="page-content"><div id="mw-content-text" class="mw-body-content mw-content-ltr"><div class="mw-parser-output">{FANDOM(text)}</div></div></div><div class="page-footer"><div class="page-footer__categories"><a href="/c">Categories</a></div><div class="license-description">Community content is available under <a href="/l">CC-BY-SA</a> unless otherwise noted.</div></div></main><div class="page__right-rail"><section class="rail-module"><h2>Popular Pages</h2><ul>{menu()}</ul></section></div></div></div></div>', "mediawiki ns-0 fandomdesktop")


# ------------------------------------------------------------------ content management

DRUPAL = dialect(
    tex,
    lambda c, l: f'<pre><code class="language-{l} hljs">{c}</code></pre>',
    lambda l, i, t: "" if l == "1" else f"<h{l}>{t}</h{l}>",
    lambda a, c: f'<figure role="group" class="caption caption-img align-center"><img {a} data-entity-uuid="a" data-entity-type="file" width="800" height="533" loading="lazy"><figcaption>{c}</figcaption></figure>' if c else f'<p><img {a} data-entity-uuid="a" class="align-center" loading="lazy"></p>',
)


def drupal(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a><div class="dialog-off-canvas-main-canvas"><div class="layout-container"><header role="banner"><div class="region region-primary-menu"><nav role="navigation" class="block block-menu navigation menu--main"><h2 class="visually-hidden">Main navigation</h2><ul class="menu">{menu()}</ul></nav></div></header><div class="region region-breadcrumb"><nav class="breadcrumb" role="navigation"><h2 id="system-breadcrumb" class="visually-hidden">Breadcrumb</h2><ol><li><a href="/">Home</a></li></ol></nav></div><main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div id="block-title" class="block block-core block-page-title-block"><h1 class="page-title"><span class="field field--name-title field--type-string field--label-hidden">{title}</span></h1></div><div id="block-content" class="block block-system"><article data-history-node-id="12" role="article" class="node node--type-article node--promoted node--view-mode-full"><footer class="node__meta"><div class="node__submitted">Submitted by <span class="field field--name-uid"><span>editor</span></span> on <span class="field field--name-created"><time datetime="2031-05-04">Sun, 05/04/2031 - 10:21</time></span></div></footer><div class="node__content"><div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item">{DRUPAL(text)}</div><div class="field field--name-field-tags field--label-above"><div class="field__label">Tags</div><div class="field__items"><div class="field__item"><a href="/t">tools</a></div></div></div><div class="node__links"><ul class="links inline"><li class="comment-forbidden"><a href="/user/login">Log in</a> or <a href="/user/register">register</a> to post comments</li></ul></div></div></article></div></div></div></main><footer role="contentinfo"><div class="region region-footer"><span>Powered by <a href="https://www.drupal.example.org">Drupal</a></span></div></footer></div></div>', "path-node")


JOOMLA = dialect(
    tex,
    lambda c, l: f"<pre>{c}</pre>",
    lambda l, i, t: "" if l == "1" else f"<h{l}>{t}</h{l}>",
    lambda a, c: f'<figure class="image"><img {a} loading="lazy" data-path="local-images:/x.jpg">{caption("<figcaption>TEXT</figcaption>")(c)}</figure>',
    lambda t: t.replace("<table>", '<table style="border-collapse: collapse; width: 100%;" border="1">').replace("<th", "<td").replace("</th>", "</td>").replace("<thead>", "").replace("</thead>", "").replace("<tbody>", "<tbody>"),
)


def joomla(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<header class="header container-header full-width"><div class="grid-child"><div class="navbar-brand"><a class="brand-logo" href="/">Site</a></div></div><div class="grid-child container-nav"><ul class="mod-menu mod-list nav">{menu(kind="nav-item item-101")}</ul></div></header><div class="site-grid"><nav class="mod-breadcrumbs__wrapper"><ol class="mod-breadcrumbs breadcrumb px-3 py-2"><li class="mod-breadcrumbs__here float-start">You are here: &#160;</li><li class="mod-breadcrumbs__item breadcrumb-item"><a href="/" class="pathway"><span>Home</span></a></li></ol></nav><div class="grid-child container-component"><main><div class="com-content-article item-page" itemscope itemtype="https://schema.org/Article"><meta itemprop="inLanguage" content="en-GB"><div class="page-header"><h1 itemprop="headline">{title}</h1></div><dl class="article-info text-muted"><dt class="article-info-term">Details</dt><dd class="createdby" itemprop="author" itemscope><span class="icon-user icon-fw" aria-hidden="true"></span>Written by: <span itemprop="name">Editor</span></dd><dd class="hits"><span class="icon-eye icon-fw" aria-hidden="true"></span>Hits: 1234</dd></dl><div itemprop="articleBody" class="com-content-article__body">{JOOMLA(text)}</div><nav class="pagenavigation" aria-label="Page Navigation"><span class="pagination ms-0"><a class="btn btn-sm btn-secondary previous" href="/p" rel="prev"><span class="visually-hidden">Previous article: Other</span><span class="icon-chevron-left" aria-hidden="true"></span> <span aria-hidden="true">Prev</span></a></span></nav></div></main></div><div class="grid-child container-sidebar-right"><div class="sidebar-right card"><h3 class="card-header">Latest</h3><ul class="mod-articleslatest latestnews mod-list">{menu()}</ul></div></div></div>', "site com_content view-article")


TYPO3 = dialect(
    tex,
    lambda c, l: f'<pre class="language-{l}"><code>{c}</code></pre>',
    None,
    lambda a, c: f'<div class="ce-textpic ce-center ce-above"><div class="ce-gallery" data-ce-columns="1" data-ce-images="1"><div class="ce-outer"><div class="ce-inner"><div class="ce-row"><div class="ce-column"><figure class="image"><a class="lightbox" href="{value(a, "src")}" rel="group"><img class="image-embed-item" {a} width="600" height="400" loading="lazy"></a>{caption("<figcaption class=image-caption>TEXT</figcaption>")(c)}</figure></div></div></div></div></div></div>',
    lambda t: f'<div class="table-fluid">{t.replace("<table>", chr(60) + "table class=" + chr(34) + "contenttable" + chr(34) + ">")}</div>',
)


def typo3(text, doc):
    title, rest = split_title(text)
    pieces = re.split(r"(?=<h[23] )", TYPO3(rest))
    frame = lambda n, piece: f'<div id="c{n}" class="frame frame-default frame-type-textmedia frame-layout-0"><div class="frame-container"><div class="frame-inner">' + (HEADING.sub(lambda m: f'<header class="frame-header"><h{m[1]} class="element-header"><span>{m[3]}</span></h{m[1]}></header><div class="ce-bodytext">', piece, count=1) if piece.startswith("<h") else f'<div class="ce-bodytext">{piece}') + "</div></div></div></div>"
    return page(doc, f'<div id="top"></div><div class="body-bg"><a class="visually-hidden-focusable bp-page-content-skip" href="#page-content"><span>Skip to main content</span></a><header id="page-header" class="bp-page-header navbar"><nav aria-label="Main navigation" id="mainnavigation"><ul class="navbar-nav">{menu(kind="nav-item")}</ul></nav></header><nav class="breadcrumb-section" aria-label="Breadcrumb"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/">Home</a></li></ol></nav><main id="page-content" class="bp-page-content main-section"><!--TYPO3SEARCH_begin--><div class="section section-default"><div class="frame frame-default frame-type-header"><header class="frame-header"><h1 class="element-header"><span>{title}</span></h1></header></div>{"".join(frame(n, piece) for n, piece in enumerate(pieces, 10))}</div><!--TYPO3SEARCH_end--></main><footer id="page-footer" class="bp-page-footer"><section class="section footer-section-meta"><ul>{menu()}</ul><div class="frame frame-type-text"><p>© 2031</p></div></section></footer></div>', "p-12 page-12")


WP_EMOJI = emoji_of(lambda s, code: f'<img src="https://s.w.example.org/images/core/emoji/15.0.3/72x72/{code}.png" alt="{s}" class="wp-smiley" style="height: 1em; max-height: 1em;" />')
GUTENBERG = dialect(
    tex,
    lambda c, l: f'<pre class="wp-block-code"><code>{c}</code></pre>',
    lambda l, i, t: "" if l == "1" else f'<h{l} class="wp-block-heading" id="h-{i}">{t}</h{l}>',
    lambda a, c: f'<figure class="wp-block-image aligncenter size-large"><a href="/x"><img fetchpriority="high" decoding="async" width="1024" height="683" {a} class="wp-image-77"></a>{caption("<figcaption class=wp-element-caption>TEXT</figcaption>")(c)}</figure>',
    lambda t: f'<figure class="wp-block-table is-style-stripes">{t.replace("<table>", chr(60) + "table class=has-fixed-layout>")}</figure>',
    lambda q: f'<blockquote class="wp-block-quote is-layout-flow">{q}</blockquote>',
    WP_EMOJI,
)


def gutenberg(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group"><p class="wp-block-site-title"><a href="/">A blog</a></p><nav class="wp-block-navigation"><ul class="wp-block-navigation__container">{menu(kind="wp-block-navigation-item")}</ul></nav></div></header><main class="wp-block-group"><div class="wp-block-group"><h1 class="wp-block-post-title">{title}</h1><div class="wp-block-template-part"><div class="wp-block-group"><div class="wp-block-post-date"><time datetime="2031-05-04">May 4, 2031</time></div><p>—</p><p>by</p><div class="wp-block-post-author"><p class="wp-block-post-author__name">Editor</p></div><div class="taxonomy-category wp-block-post-terms"><span class="wp-block-post-terms__prefix">in </span><a href="/c">Notes</a></div></div></div></div><div class="entry-content wp-block-post-content is-layout-constrained">{GUTENBERG(text)}</div><nav class="wp-block-group"><div class="post-navigation-link-previous wp-block-post-navigation-link"><span class="post-navigation-link__label">Previous: </span><a href="/p">The other one</a></div></nav><section class="wp-block-group"><h2 class="wp-block-heading">More posts</h2><ul class="wp-block-post-template">{"".join(f"<li class=wp-block-post><h3 class=wp-block-post-title><a href=/x>{t}</a></h3></li>" for t in doc["others"])}</ul></section></main><footer class="wp-block-template-part"><p>Designed with <a href="https://wordpress.example.org">WordPress</a></p></footer></div>', "single single-post")


GHOST = dialect(
    tex,
    lambda c, l: f'<pre><code class="language-{l}">{c}</code></pre>',
    lambda l, i, t: "" if l == "1" else f'<h{l} id="{i}">{t}</h{l}>',
    lambda a, c: f'<figure class="kg-card kg-image-card kg-width-wide{" kg-card-hascaption" if c else ""}"><img {a} class="kg-image" loading="lazy" width="2000" height="1333" srcset="/content/images/size/w600/x.jpg 600w, /content/images/size/w1000/x.jpg 1000w" sizes="(min-width: 1200px) 1200px">{caption("<figcaption><span style=" + chr(34) + "white-space: pre-wrap;" + chr(34) + ">TEXT</span></figcaption>")(c)}</figure>',
    None,
    lambda q: f'<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">{re.sub("</?p>", " ", q)}</div></div>' if "<p" in q and q.count("<p>") == 1 else f'<blockquote class="kg-blockquote-alt">{q}</blockquote>',
)


def ghost(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div class="gh-viewport"><header id="gh-navigation" class="gh-navigation gh-outer"><div class="gh-navigation-inner"><a class="gh-navigation-logo" href="/">Site</a><nav class="gh-navigation-menu"><ul class="nav">{menu(kind="nav-home")}</ul></nav><div class="gh-navigation-actions"><a href="#/portal/signin">Sign in</a><a class="gh-button" href="#/portal/signup">Subscribe</a></div></div></header><main class="gh-main"><article class="gh-article post tag-notes"><header class="gh-article-header gh-canvas"><a class="gh-article-tag" href="/tag">Notes</a><h1 class="gh-article-title is-title">{title}</h1><div class="gh-article-meta"><div class="gh-article-author-image instapaper_ignore"><a href="/author"><img class="author-profile-image" src="/a.png" alt="Editor"></a></div><div class="gh-article-meta-wrapper"><h4 class="gh-article-author-name"><a href="/author">Editor</a></h4><div class="gh-article-meta-content"><time class="gh-article-meta-date" datetime="2031-05-04">04 May 2031</time><span class="gh-article-meta-length"><span class="bull">—</span> 5 min read</span></div></div></div></header><section class="gh-content gh-canvas is-body drop-cap">{GHOST(text)}</section></article><section class="gh-container is-grid gh-outer"><h2 class="gh-container-title">Read more</h2><div class="gh-feed">{"".join(f"<article class=gh-card><a class=gh-card-link href=/x><h3 class=gh-card-title>{t}</h3><p class=gh-card-excerpt>What we found out about it in one summer.</p></a></article>" for t in doc["others"])}</div></section></main><footer class="gh-footer"><p>Powered by Ghost</p></footer></div>', "post-template")


SQUARE = dialect(
    tex,
    lambda c, l: f'</div></div></div><div class="sqs-block code-block sqs-block-code" data-block-type="23"><div class="sqs-block-content"><pre class="source-code"><code>{c}</code></pre></div></div><div class="sqs-block html-block sqs-block-html" data-block-type="2"><div class="sqs-block-content"><div class="sqs-html-content">',
    lambda l, i, t: "" if l == "1" else f'<h{l} style="white-space:pre-wrap;">{t}</h{l}>',
    lambda a, c: f'</div></div></div><div class="sqs-block image-block sqs-block-image sqs-text-ready" data-block-type="5"><div class="sqs-block-content"><div class="image-block-outer-wrapper layout-caption-below design-layout-inline"><figure class="sqs-block-image-figure intrinsic" style="max-width:2500px;"><button class="sqs-block-image-button lightbox" data-description=""><span class="v6-visually-hidden">View fullsize</span><div class="image-block-wrapper" data-animation-role="image"><div class="sqs-image-shape-container-element has-aspect-ratio"><img data-stretch="false" data-src="{value(a, "src")}" data-image="{value(a, "src")}" data-image-dimensions="2500x1667" alt="{value(a, "alt")}" data-load="false" class="thumb-image"></div></div></button>{caption("<figcaption class=image-caption-wrapper><div class=image-caption><p class style=white-space:pre-wrap;>TEXT</p></div></figcaption>")(c)}</figure></div></div></div><div class="sqs-block html-block sqs-block-html" data-block-type="2"><div class="sqs-block-content"><div class="sqs-html-content">',
    None,
    lambda q: f'</div></div></div><div class="sqs-block quote-block sqs-block-quote" data-block-type="31"><div class="sqs-block-content"><figure class="block-animation-none"><blockquote data-animation-role="quote"><span>“</span>{re.sub("</?p>", " ", q)}<span>”</span></blockquote></figure></div></div><div class="sqs-block html-block sqs-block-html" data-block-type="2"><div class="sqs-block-content"><div class="sqs-html-content">',
)


def squarespace(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div id="siteWrapper" class="clearfix site-wrapper"><header data-test="header" id="header" class="header theme-col--primary"><div class="header-inner"><nav class="header-nav-list">{menu("div", "header-nav-item header-nav-item--collection")}</nav></div></header><main id="page" class="container" role="main"><article class="sections" id="sections"><section data-test="page-section" class="page-section full-bleed-section"><div class="content-wrapper"><div class="content"><div class="blog-item-wrapper"><article id="article-" class="h-entry entry hentry author-editor post-type-text"><div class="blog-item-top-wrapper"><div class="blog-item-title"><h1 class="entry-title entry-title--large p-name preSlide slideIn" itemprop="headline">{title}</h1></div><div class="blog-item-meta-wrapper"><time class="dt-published blog-meta-item blog-meta-item--date" datetime="2031-05-04"><span>May 4</span></time><div class="blog-meta-item blog-meta-item--author p-author author">Written By <span class="blog-author-name">Editor</span></div></div></div><div class="blog-item-content-wrapper"><div class="blog-item-content e-content"><div class="sqs-layout sqs-grid-12 columns-12" data-layout-label="Post Body"><div class="row sqs-row"><div class="col sqs-col-12 span-12"><div class="sqs-block html-block sqs-block-html" data-block-type="2"><div class="sqs-block-content"><div class="sqs-html-content">{SQUARE(text)}</div></div></div></div></div></div></div></div></article></div><section class="item-pagination item-pagination--prev-next"><a href="/n" class="item-pagination-link item-pagination-link--next"><div class="pagination-title-wrapper"><div class="visually-hidden">Next</div><div class="item-pagination-prev-next">Next</div><h2 class="item-pagination-title">{doc["others"][0]}</h2></div></a></section></div></div></section></article></main><footer class="sections" id="footer-sections"><p>© 2031</p></footer></div>')


RICOS = dialect(
    tex,
    lambda c, l: f'<div data-breakout="normal"><pre id="viewer-c" class="tH8Xz"><span class="k0">{c}</span></pre></div>',
    lambda l, i, t: "" if l == "1" else f'<div data-breakout="normal"><h{l} dir="auto" id="viewer-{i}" class="QmPLT fSJdA"><span class="M7H"><strong>{t}</strong></span></h{l}></div>',
    lambda a, c: f'<div data-breakout="normal"><div id="viewer-i" class="MnKt5"><div class="Jw9mE" data-hook="figure-IMAGE"><div role="button" tabindex="0" class="CRiDH" data-hook="imageViewer"><div class="gxqGt"><wow-image id="i1" class="jhxvbR oCnRg"><img {a} class="tWNk3" data-pin-media="{value(a, "src")}" fetchpriority="high"></wow-image></div><button aria-label="Expand image" class="uXp"><svg></svg></button></div>{caption("<div data-breakout=normal class=XkB><span dir=auto class=fDP>TEXT</span></div>")(c)}</div></div></div>',
    None,
    lambda q: f'<div data-breakout="normal"><blockquote dir="auto" class="JvXQO">{re.sub("</?p>", " ", q)}</blockquote></div>',
)


def wix(text, doc):
    title, _ = split_title(text)
    body = RICOS(text).replace("<p>", '<div data-breakout="normal"><p dir="auto" class="sfd4C ttMgJ"><span class="o7cJ">').replace("</p>", "</span></p></div>")
    return page(doc, f'<div id="SITE_CONTAINER"><div id="site-root"><header id="SITE_HEADER"><nav aria-label="Site"><ul>{menu(kind="itemDepth02233374943__root")}</ul></nav></header><main id="PAGES_CONTAINER"><div id="content-wrapper"><div data-hook="post-page"><div data-hook="post-page__top"><ul data-hook="category-menu">{menu()}</ul></div><article class="blog-post-page-font" data-hook="post"><div><div data-hook="post-header"><ul><li><span title="Editor" data-hook="user-name">Editor</span></li><li><span title="May 4" data-hook="time-ago">May 4</span></li><li><span data-hook="time-to-read">3 min read</span></li></ul></div><h1 data-hook="post-title" dir="auto" class="blog-post-title-font"><span class="post-title__text">{title}</span></h1><section data-hook="post-description"><div class="post-content__body"><div class="fTEXDR" data-rce-version="10"><div class="RYKle"><div dir="ltr">{body}</div></div></div></div></section><footer data-hook="post-footer"><ul aria-label="Share Post">{menu()}</ul></footer></div></article><section data-hook="recent-posts"><h2>Recent Posts</h2><a href="/all">See All</a>{"".join(f"<article data-hook=recent-post><a href=/x><h2>{t}</h2></a></article>" for t in doc["others"])}</section></div></div></main></div></div>')


# ------------------------------------------------------------------ documentation


def doxygen_code(code, lang):
    return f'<div class="fragment">{lines(code, lambda t: f"<div class={chr(34)}line{chr(34)}>{t or chr(32)}</div>", chr(10))}\n</div><!-- fragment -->'


def doxygen_math(text, display):
    return f'<p class="formulaDsp">\n<img class="formulaDsp" alt="\\[ {E(text)} \\]" src="form_1.png"/>\n</p>' if display else f'<img class="formulaInl" alt="$ {E(text)} $" src="form_0.png"/>'


def doxygen_table(table):
    cell = lambda m: f'<t{m[1]} class="markdownTable{"Head" if m[1] == "h" else "Body"}Left">{m[2]}</t{m[1]}>'
    return re.sub(r"</?(?:thead|tbody)>", "", re.sub(r"<t([hd])\b[^>]*>(.*?)</t\1>", cell, table, flags=re.S)).replace("<table>", '<table class="markdownTable">').replace("<tr>", '<tr class="markdownTableRowOdd">')


DOXYGEN = dialect(
    doxygen_math,
    doxygen_code,
    lambda l, i, t: "" if l == "1" else f'<h{l} class="doxsection"><a class="anchor" id="{i}"></a>\n{t}</h{l}>',
    lambda a, c: f'<div class="image">\n<img {a}/>\n<div class="caption">\n{c}</div></div>' if c else f'<p><img {a} class="inline"/></p>',
    doxygen_table,
    lambda q: f'<blockquote class="doxtable">\n{q.replace("<p>", "<p>&zwj;", 1)}\n</blockquote>',
)


def doxygen(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div id="top"><div id="titlearea"><table cellspacing="0" cellpadding="0"><tbody><tr id="projectrow"><td id="projectalign"><div id="projectname">Gauge<span id="projectnumber">&#160;2.1</span></div></td></tr></tbody></table></div><div id="main-nav"></div></div><div id="doc-content"><div><div class="header"><div class="headertitle"><div class="title">{title}</div></div></div><!--header--><div class="contents"><div class="textblock">{DOXYGEN(text)}</div></div><!-- contents --></div><!-- PageDoc --></div><hr class="footer"/><address class="footer"><small>Generated by&#160;<a href="https://www.doxygen.example.org/"><img class="footer" src="doxygen.svg" width="104" height="31" alt="doxygen"/></a> 1.12.0</small></address>')


def expressive(code, lang):
    inner = lines(tokens(code), lambda t: f'<div class="ec-line"><div class="code">{t or chr(10)}</div></div>')
    return f'<div class="expressive-code"><figure class="frame not-content"><figcaption class="header"></figcaption><pre data-language="{lang}"><code>{inner}</code></pre><div class="copy"><div aria-live="polite"></div><button title="Copy to clipboard" data-copied="Copied!" data-code="x"><div></div></button></div></figure></div>'


STARLIGHT = dialect(
    katex,
    expressive,
    lambda l, i, t: "" if l == "1" else f'<div class="sl-heading-wrapper level-h{l}"><h{l} id="{i}">{t}</h{l}><a class="sl-anchor-link" href="#{i}"><span aria-hidden="true" class="sl-anchor-icon"><svg width="16" height="16"><path fill="currentcolor" d="m12"></path></svg></span><span class="sr-only" data-pagefind-ignore>Section titled “{t}”</span></a></div>',
    lambda a, c: f'<p><img {a} loading="lazy" decoding="async" width="1200" height="800"></p>' + (f"<p><em>{c}</em></p>" if c else ""),
    None,
    lambda q: f'<aside aria-label="Note" class="starlight-aside starlight-aside--note"><p class="starlight-aside__title" aria-hidden="true"><svg viewBox="0 0 24 24" width="16" height="16" class="starlight-aside__icon"><path d="M12"></path></svg>Note</p><div class="starlight-aside__content">{q}</div></aside>',
)


def starlight(text, doc):
    title, _ = split_title(text)
    toc = "".join(f'<li><a href="#{n}"><span>{t}</span></a></li>' for n, t in enumerate(doc["headings"]))
    return page(doc, f'<a href="#_top">Skip to content</a><div class="page sl-flex"><header class="header"><div class="header sl-flex"><div class="title-wrapper sl-flex"><a href="/" class="site-title sl-flex"><span translate="no">My Docs</span></a></div></div></header><nav class="sidebar print:hidden" aria-label="Main"><div class="sidebar-pane"><div class="sidebar-content sl-flex"><ul class="top-level"><li><details open><summary><div class="group-label"><span class="large">Guides</span></div></summary><ul>{menu()}</ul></details></li></ul></div></div></nav><div class="main-frame"><div><div class="right-sidebar-container print:hidden"><div class="right-sidebar"><starlight-toc><nav aria-labelledby="starlight__on-this-page"><h2 id="starlight__on-this-page">On this page</h2><ul>{toc}</ul></nav></starlight-toc></div></div><div class="main-pane"><main data-pagefind-body lang="{doc["lang"]}"><div class="content-panel"><div class="sl-container"><h1 id="_top">{title}</h1></div></div><div class="content-panel"><div class="sl-container"><div class="sl-markdown-content">{STARLIGHT(text)}</div><footer class="sl-flex"><div class="meta sl-flex"><a href="/edit" class="sl-flex print:hidden"><svg></svg>Edit page</a><p>Last updated: <time datetime="2031-05-04">May 4, 2031</time></p></div><div class="pagination-links print:hidden"><a href="/n" rel="next"><span>Next<br><span class="link-title">{doc["others"][0]}</span></span></a></div></footer></div></div></main></div></div></div></div>')


NEXTRA = dialect(
    katex,
    lambda c, l: f'<div class="nextra-code x:relative x:not-first:mt-6"><pre class="x:group x:focus-visible:nextra-focus x:overflow-x-auto" tabindex="0"><code class="nextra-code" dir="ltr" data-language="{l}" data-theme="github-light">{lines(tokens(c), lambda t: f"<span>{t or chr(32)}</span>", chr(10))}</code></pre><div class="x:group-hover:opacity-100 x:opacity-0 x:flex x:gap-1 x:absolute x:right-4 x:top-2"><button class="x:transition x:cursor-pointer x:rounded-md" title="Copy code" type="button"><svg></svg></button></div></div>',
    lambda l, i, t: f'<h{l} class="x:tracking-tight x:text-slate-900 x:font-semibold x:target:animate-[fade-in_1.5s] x:mt-10 x:text-3xl">{t}<a href="#{i}" id="{i}" class="x:focus-visible:nextra-focus subheading-anchor" aria-label="Permalink for this section"></a></h{l}>' if l != "1" else f'<h1 class="x:tracking-tight x:text-slate-900 x:font-bold x:mt-2 x:text-4xl">{t}</h1>',
    lambda a, c: f'<p class="x:not-first:mt-[1.25em] x:leading-7"><img {a} loading="lazy" decoding="async" data-nimg="1" style="color:transparent"></p>' + (f'<p class="x:leading-7"><em>{c}</em></p>' if c else ""),
    lambda t: t.replace("<table>", '<table class="x:block x:overflow-x-auto nextra-scrollbar x:not-first:mt-[1.25em] x:p-0">').replace("<tr>", '<tr class="x:m-0 x:border-t x:border-gray-300 x:p-0">'),
    lambda q: f'<div class="nextra-callout x:overflow-x-auto x:not-first:mt-[1.25em] x:flex x:rounded-lg x:border x:py-[.5em]" data-type="info"><div class="x:select-none x:text-[1.25em]" data-pagefind-ignore="all"><svg viewBox="0 0 20 20"></svg></div><div class="x:w-full x:min-w-0 x:leading-7">{q}</div></div>',
)


def nextra(text, doc):
    toc = "".join(f'<li class="x:my-2"><a href="#{n}">{t}</a></li>' for n, t in enumerate(doc["headings"]))
    return page(doc, f'<div class="nextra-skip-nav"><a href="#nextra-skip-nav">Skip to Content</a></div><header class="nextra-navbar x:sticky"><nav class="x:mx-auto x:flex"><a class="x:flex nextra-focus" href="/"><b>Docs</b></a>{menu("div", "x:flex")}</nav></header><div class="x:mx-auto x:flex"><aside class="nextra-sidebar x:print:hidden"><ul>{menu()}</ul></aside><nav class="nextra-toc x:order-last" aria-label="table of contents"><p>On This Page</p><ul>{toc}</ul><div><a href="/feedback">Question? Give us feedback</a><a href="/edit">Edit this page</a></div></nav><article class="x:w-full x:min-w-0 x:break-words x:px-4"><div class="nextra-breadcrumb x:mt-1.5"><span title="Guide">Guide</span><svg></svg><span title="{doc["title"]}">{doc["title"]}</span></div><main data-pagefind-body="true">{NEXTRA(text)}</main><div class="x:mt-12 x:mb-8 x:block x:text-xs x:text-gray-600">Last updated on<!-- --> <time datetime="2031-05-04">May 4, 2031</time></div><div class="x:mb-8 x:flex x:items-center x:border-t x:pt-8"><a title="Next" class="x:flex" href="/n">{doc["others"][0]}<svg></svg></a></div></article></div><footer class="x:bg-gray-100"><p>MIT © Docs</p></footer>')


MYST = dialect(
    lambda t, d: f'<div id="A1" class="flex my-5 group"><div class="flex-grow overflow-x-auto overflow-y-hidden">{katex(t, d)}</div><a class="no-underline text-inherit select-none" href="#A1" title="Link to this Equation" aria-label="Link to this Equation">(1)</a></div>' if d else f'<span class="math-inline">{katex(t, d)}</span>',
    lambda c, l: f'<div class="relative group not-prose overflow-auto shadow hover:shadow-md dark:shadow-2xl my-5 text-sm border border-l-4"><pre class="block p-3 hljs" style="background-color:unset"><code class="language-{l}" style="white-space:pre">{tokens(c)}</code></pre><button title="Copy to Clipboard" class="inline-flex items-center opacity-60 absolute right-1" aria-pressed="false" aria-label="Copy code to clipboard"><svg></svg></button></div>',
    lambda l, i, t: "" if l == "1" else f'<h{l} id="{i}" class="relative group"><span class="heading-text">{t}</span><a class="no-underline text-inherit hover:text-inherit inline-block w-0 px-0 translate-x-[10px] font-normal select-none transition-opacity opacity-0 focus:opacity-100 group-hover:opacity-70" href="#{i}" title="Link to this Section" aria-label="Link to this Section">#</a></h{l}>',
    lambda a, c: f'<figure id="fig" class="fig-figure"><img style="margin:0 auto" {a} data-canonical-url="x.jpg"><figcaption class="group"><p><a class="no-underline text-inherit hover:text-inherit mr-1 font-semibold select-none hover:underline" href="#fig" title="Link to this Figure" aria-label="Link to this Figure"></a>{c}</p></figcaption></figure>' if c else f'<img {a}>',
    lambda t: f'<figure id="tbl" class="fig-table"><div class="overflow-x-auto">{t}</div></figure>',
    lambda q: f'<aside class="admonition rounded-md my-5 border-l-4 shadow-[0_2px_6px_0] dark:bg-stone-800 overflow-hidden border-blue-500"><div class="admonition-header m-0 font-medium py-2 flex min-w-0 text-md border-y bg-blue-50/80"><svg></svg><div class="text-neutral-900 grow self-center overflow-hidden break-words ml-4 group">Note</div></div><div class="px-4">{q}</div></aside>',
)


def myst(text, doc):
    title, _ = split_title(text)
    return page(doc, f'<div class="fixed top-0 left-0 skip-to"><a href="#skip-to-frontmatter">Skip to article frontmatter</a><a href="#skip-to-article">Skip to article content</a></div><div class="myst-top-nav bg-white/80"><nav class="flex items-center"><a class="myst-home-link" href="/"><span class="text-md">Book</span></a></nav></div><div class="myst-primary-sidebar"><nav aria-label="Table of Contents"><div class="w-full">{menu("div", "myst-toc-item p-2")}</div></nav></div><main class="article-grid subgrid-gap col-screen"><div class="hidden"></div><article class="article-grid subgrid-gap col-screen content"><div id="skip-to-frontmatter" class="mb-8 pt-9"><div class="flex items-center mb-5 h-6 text-sm font-light"><div class="flex-grow"></div><a href="https://github.example.com/x" title="GitHub Repository: x" class="text-inherit"><svg></svg></a></div><h1 class="mb-0">{title}</h1></div><div class="block my-10 lg:sticky lg:z-10"><nav class="myst-outline not-prose"><div>Contents</div><ul>{"".join(f"<li><a href=#x>{t}</a></li>" for t in doc["headings"])}</ul></nav></div><div id="skip-to-article"></div>{MYST(text)}<div class="flex pt-10 mb-10 space-x-4"><a class="flex-1 p-4 block font-normal text-left" href="/n"><div class="flex h-full align-middle"><div class="flex-grow"><div class="text-xs text-gray-500">Book</div>{doc["others"][0]}</div></div></a></div></article></main>')


# ------------------------------------------------------------------ office programs


def g_spans(text):
    """Words in spans, as all of them are there."""
    text = re.sub(r"<strong>(.*?)</strong>", r'<span class="c5">\1</span>', text)
    return re.sub(r"<(p|li|h\d)([^>]*)>(.*?)</\1>", r'<\1\2><span class="c1">\3</span></\1>', text, flags=re.S)


GDOCS = dialect(
    lambda t, d: f'<img src="https://www.google.com/chart?cht=tx&amp;chf=bg,s,FFFFFF00&amp;chco=000000&amp;chl={urllib.parse.quote(t)}" style="width: 60px">',
    lambda c, l: lines(c, lambda t: f'<p class="c4"><span class="c9">{re.sub("^ +", lambda m: "&nbsp;" * len(m[0]), t)}</span></p>'),
    lambda l, i, t: f'<h{l} class="c3" id="h.{i}">{t}</h{l}>',
    lambda a, c: f'<p class="c0"><span style="overflow: hidden; display: inline-block; margin: 0.00px 0.00px; border: 0.00px solid #000000; width: 624.00px; height: 416.00px;"><img {a} style="width: 624.00px; height: 416.00px; margin-left: 0.00px;" title=""></span></p>' + (f'<p class="c0">{c}</p>' if c else ""),
    lambda t: re.sub(r"</?(?:thead|tbody)>", "", re.sub(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", r'<td class="c7" colspan="1" rowspan="1"><p class="c8">\1</p></td>', t, flags=re.S)).replace("<table>", '<table class="c12">').replace("<tr>", '<tr class="c6">'),
    lambda q: q.replace("<p>", '<p class="c10">'),
)


def google_docs(text, doc):
    body = GDOCS(text)
    body = re.sub(r"<li>\s*<p>(.*?)</p>", r"<li>\1", body, flags=re.S)
    # Lists in lists stand beside.
    body = re.sub(r"(<li>[^<]*)\s*<ul>(.*?)</ul></li>", r'\1</li></ul><ul class="c11 lst-kix_a-1 start">\2</ul><ul class="c11 lst-kix_a-0">', body, flags=re.S)
    body = body.replace("<li>", '<li class="c0 c2 li-bullet-0">').replace("<ul>", '<ul class="c11 lst-kix_a-0 start">').replace("<ol type=\"1\">", '<ol class="c11 lst-kix_b-0 start" start="1">')
    body = re.sub(r'<a\s+href="(http[^"]*)">', r'<a class="c13" href="https://www.google.example.com/url?q=\1&amp;sa=D&amp;source=editors&amp;ust=17&amp;usg=AO">', body)
    return page(doc, f'<div id="banners"><div id="header"><span id="title">{doc["title"]}</span><a href="#" id="abuse">Report abuse</a><a href="/l">Learn more</a></div></div><div id="contents"><style type="text/css">.c1{{color:#000}}</style><div class="c14 doc-content">{g_spans(body)}</div></div><div id="footer"><span>Published using Google Docs</span><a href="/l">Learn more</a><span>Updated automatically every 5 minutes</span></div>', "c14 doc-content")


OFFICE_TABLE = lambda t: re.sub(r"</?thead>|</?tbody>", "", re.sub(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", r'<td width="50%" style="border: 1px solid #000000; padding: 0.1cm"><p>\1</p></td>', t, flags=re.S))
LIBRE = dialect(
    tex,
    lambda c, l: f'<pre class="western">{c}</pre>',
    lambda l, i, t: f'<h{l} class="western">{t}</h{l}>',
    lambda a, c: f'<p style="line-height: 100%; margin-bottom: 0cm"><img {a} name="Image1" align="bottom" width="643" height="428" border="0"/></p>' + (f'<p style="line-height: 100%"><i>{c}</i></p>' if c else ""),
    lambda t: OFFICE_TABLE(t).replace("<table>", '<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/>').replace("<tr>", '<tr valign="top">'),
)


def libreoffice(text, doc):
    body = LIBRE(text).replace("<p>", '<p style="line-height: 100%; margin-bottom: 0cm; orphans: 2">').replace("<strong>", "<b>").replace("</strong>", "</b>").replace("<em>", "<i>").replace("</em>", "</i>")
    body = re.sub(r"<li>(?!<p)(.*?)(?=</li>|<ul>)", r'<li><p style="margin-bottom: 0cm">\1</p>', body)
    return page(doc, f'{body}<div title="footer"><p align="right" style="margin-bottom: 0cm"><sdfield type="PAGE">1</sdfield></p></div>', head='<meta name="generator" content="LibreOffice 7.3.7.2 (Linux)"/>')


WORD = dialect(
    tex,
    lambda c, l: f"<pre>{c}</pre>",
    lambda l, i, t: f'<h{l}><a name="_Toc1"></a><span lang=EN-US>{t}</span></h{l}>',
    lambda a, c: f"<p class=MsoNormal><img border=0 width=624 height=416 id=\"Picture 1\" {a}></p>" + (f"<p class=MsoCaption>{c}</p>" if c else ""),
    lambda t: OFFICE_TABLE(t).replace("<table>", "<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>").replace("<p>", "<p class=MsoNormal style='margin-bottom:0cm'>"),
    lambda q: q.replace("<p>", "<p class=MsoQuote>"),
)


def word_items(text):
    """Items are paragraphs, their markers are text."""

    def items(kind, inner, level):
        number, out = 0, []
        for item in re.split(r"<li>", inner)[1:]:
            number += 1
            mark = f"{number}.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span>" if kind == "ol" else f"<span style='font-family:{'Symbol' if level == 1 else chr(34) + 'Courier New' + chr(34)}'>{'·' if level == 1 else 'o'}<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span>"
            item = re.sub(r"</li>|</?p>", "", item).strip()
            words, *rest = re.split(r"(?=<pre)", item, maxsplit=1)
            out.append(f"<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;margin-left:{36 * level}.0pt;mso-list:l{0 if kind == 'ul' else 1} level{level} lfo1'><![if !supportLists]>{mark}<![endif]>{words.strip()}</p>{''.join(rest)}")
        return "".join(out)

    text = re.sub(r"\s*<ul>((?:(?!<[uo]l).)*?)</ul></li>", lambda m: "</li>" + items("ul", m[1], 2), text, flags=re.S)
    return re.sub(r"<(ul|ol)\b[^>]*>(.*?)</\1>", lambda m: items(m[1], m[2], 1), text, flags=re.S)


def word(text, doc):
    body = word_items(WORD(text)).replace("<p>", "<p class=MsoNormal>").replace("<strong>", "<b>").replace("</strong>", "</b>").replace("<em>", "<i>").replace("</em>", "</i>")
    body = re.sub(r"<code>(.*?)</code>", r"<span style='font-family:Consolas'>\1</span>", body)
    return page(doc, f"<div class=WordSection1>{body}</div>", head='<meta name=Generator content="Microsoft Word 15 (filtered)">')


# ------------------------------------------------------------------ a shop

SHOP = dialect(
    tex,
    lambda c, l: f"<pre>{c}</pre>",
    lambda l, i, t: "" if l == "1" else f"<h{l}>{t}</h{l}>",
    lambda a, c: f'<figure class="wp-caption aligncenter" style="width: 810px"><img {a} decoding="async" class="size-full">{caption("<figcaption class=wp-caption-text>TEXT</figcaption>")(c)}</figure>',
    lambda t: re.sub(r"<thead>.*?</thead>", "", re.sub(r"<tr[^>]*>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>\s*</tr>", r'<tr class="woocommerce-product-attributes-item"><th class="woocommerce-product-attributes-item__label" scope="row">\1</th><td class="woocommerce-product-attributes-item__value"><p>\2</p></td></tr>', t, flags=re.S), flags=re.S).replace("<table>", '<table class="woocommerce-product-attributes shop_attributes" aria-label="Product Details">') if t.count("<th") == 2 else t,
    None,
    WP_EMOJI,
)


def woocommerce(text, doc):
    title, _ = split_title(text)
    others = "".join(f'<li class="product type-product"><a href="/p" class="woocommerce-LoopProduct-link"><img src="/t.jpg" alt="{t}"><h2 class="woocommerce-loop-product__title">{t}</h2><span class="price"><span class="woocommerce-Price-amount amount"><bdi>12.00</bdi></span></span></a><a href="?add-to-cart=1" class="button">Add to cart</a></li>' for t in doc["others"])
    return page(doc, f'<div id="page" class="hfeed site"><header id="masthead" class="site-header"><nav id="site-navigation"><ul class="menu">{menu()}</ul></nav></header><div class="storefront-breadcrumb"><nav class="woocommerce-breadcrumb"><a href="/">Home</a> / <a href="/c">Outdoor</a> / {title}</nav></div><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><div id="product-1" class="product type-product instock"><div class="summary entry-summary"><h1 class="product_title entry-title">{title}</h1><p class="price"><span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">$</span>49.00</bdi></span></p><form class="cart"><input type="number" value="1"><button type="submit" class="single_add_to_cart_button button">Add to cart</button></form><div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">ST-5</span></span><span class="posted_in">Category: <a href="/c">Outdoor</a></span></div></div><div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs"><li class="description_tab"><a href="#tab-description">Description</a></li><li class="reviews_tab"><a href="#tab-reviews">Reviews (0)</a></li></ul><div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--description panel entry-content wc-tab" id="tab-description" role="tabpanel"><h2>Description</h2>{SHOP(text)}</div><div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--reviews panel" id="tab-reviews"><p class="woocommerce-noreviews">There are no reviews yet.</p></div></div><section class="related products"><h2>Related products</h2><ul class="products columns-3">{others}</ul></section></div></main></div></div><footer id="colophon" class="site-footer">© Shop 2031</footer></div>', "product-template-default single single-product woocommerce")


README = dialect(
    lambda t, d: f'<math-renderer class="js-{"display" if d else "inline"}-math" style="display: inline-block" data-run-id="1">{"$$" if d else "$"}{E(t)}{"$$" if d else "$"}</math-renderer>',
    lambda c, l: f'<div class="highlight highlight-source-{l} notranslate position-relative overflow-auto" dir="auto"><pre>{c}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible js-clipboard-copy m-2 p-0 d-flex flex-justify-center" value="x" tabindex="0" role="button"><svg aria-hidden="true"></svg></clipboard-copy></div></div>',
    lambda l, i, t: f'<div class="markdown-heading" dir="auto"><h{l} tabindex="-1" class="heading-element" dir="auto">{t}</h{l}><a id="user-content-{i}" class="anchor" aria-label="Permalink: {t}" href="#{i}"><svg class="octicon octicon-link"></svg></a></div>',
    lambda a, c: f'<p dir="auto"><a target="_blank" rel="noopener noreferrer" href="{value(a, "src")}"><img {a} style="max-width: 100%;"></a></p>' + (f'<p dir="auto"><em>{c}</em></p>' if c else ""),
    lambda t: f"<markdown-accessiblity-table>{t.replace('<table>', chr(60) + 'table tabindex=0>')}</markdown-accessiblity-table>",
    lambda q: f'<div class="markdown-alert markdown-alert-tip" dir="auto"><p class="markdown-alert-title" dir="auto"><svg class="octicon octicon-light-bulb mr-2"></svg>Tip</p>{q}</div>',
    emoji_of(lambda s, code: f'<g-emoji class="g-emoji" alias="sign">{s}</g-emoji>'),
)


def readme(text, doc):
    return page(doc, f'<div class="logged-out env-production page-responsive"><header class="HeaderMktg header-logged-out" role="banner"><nav aria-label="Global"><ul>{menu()}</ul></nav></header><div class="application-main"><main id="js-repo-pjax-container"><div id="repository-container-header"><div class="d-flex"><span class="author flex-self-stretch"><a class="url fn" rel="author" href="/a">harbour</a></span><span class="mx-1">/</span><strong class="mr-2"><a href="/a/b">stove</a></strong><span class="Label Label--secondary">Public</span></div></div><div class="Layout"><div class="Layout-main"><table aria-labelledby="folders-and-files"><thead><tr><th>Name</th><th>Last commit message</th><th>Last commit date</th></tr></thead><tbody><tr><td><a href="/f">drawings</a></td><td><a href="/c">Round the hooks</a></td><td>May 4, 2031</td></tr></tbody></table><div class="Box-sc"><nav class="UnderlineNav"><ul role="list"><li><a href="#readme"><span>README</span></a></li></ul></nav><div class="Box-sc js-snippet-clipboard-copy-unpositioned"><article class="markdown-body entry-content container-lg" itemprop="text">{README(text)}</article></div></div></div><div class="Layout-sidebar"><h2 class="mb-3 h4">About</h2><p class="f4 my-3">A stove of five plates</p><div class="mt-2"><a href="/s">12 stars</a></div></div></div></main></div><footer class="footer"><p>© 2031</p></footer></div>')


ARTICLES = {
    "github-readme": readme,
    "vector-2022": vector,
    "fandom": fandom,
    "drupal": drupal,
    "joomla": joomla,
    "typo3": typo3,
    "gutenberg": gutenberg,
    "ghost-cards": ghost,
    "squarespace": squarespace,
    "wix": wix,
    "doxygen": doxygen,
    "starlight": starlight,
    "nextra": nextra,
    "myst": myst,
    "google-docs": google_docs,
    "libreoffice": libreoffice,
    "word": word,
    "woocommerce": woocommerce,
}

# ------------------------------------------------------------------ forums

PEOPLE = ["marlow", "Inge K.", "skipper_bo", "Nadia", "marlow", "old_hand", "tess"]


def thread(frame, post, quote, emoji=None, code=None):
    """A dialect of threads: functions of a post, and of a quotation and who said it."""

    def render(text, doc):
        title, rest = split_title(text)
        posts = []
        for n, body in enumerate(re.split(r"<hr ?/?>", rest)):
            body = QUOTE.sub(lambda m: quote(m[1].strip(), PEOPLE[max(n - 1, 0)]), body.strip())
            posts.append(post(emoji(body) if emoji else body, PEOPLE[n], n))
        return page(doc, frame(title, "".join(posts), doc))

    return render


def breaks(body):
    """Paragraphs as lines with empty ones between."""
    return re.sub(r"</p>\s*<p>", "<br>\n<br>\n", body).replace("<p>", "").replace("</p>", "<br>\n")


def date(n):
    return f"Mon May {4 + n}, 2031 {8 + n}:21 pm"


def phpbb(title, posts, doc):
    return f'<div id="wrap" class="wrap"><a id="top" class="top-anchor" accesskey="t"></a><div id="page-header"><div class="headerbar" role="banner"><div class="inner"><h1>Tandem board</h1><p>For two</p></div></div><div class="navbar" role="navigation"><ul id="nav-main" class="nav-main linklist" role="menubar">{menu()}</ul></div></div><div id="page-body" class="page-body" role="main"><h2 class="topic-title"><a href="./viewtopic.php?t=7">{title}</a></h2><div class="action-bar bar-top"><a href="./posting.php" class="button" title="Post a reply"><span>Post Reply</span></a><div class="pagination">5 posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div>{posts}<div class="action-bar actions-jump"><p class="jumpbox-return"><a href="./viewforum.php" class="left-box arrow-left"><span>Return to “Travel”</span></a></p></div><div class="stat-block online-list"><h3>Who is online</h3><p>Users browsing this forum: No registered users and 3 guests</p></div></div><div id="page-footer" class="page-footer"><p class="footer-row"><span class="footer-copyright">Powered by <a href="https://www.phpbb.example.com/">phpBB</a>&reg; Forum Software</span></p></div></div>'


def phpbb_post(body, who, n):
    return f'<div id="p{n}" class="post has-profile bg{1 + n % 2}"><div class="inner"><dl class="postprofile" id="profile{n}"><dt class="no-profile-rank no-avatar"><div class="avatar-container"></div><a href="./memberlist.php?u={n}" class="username">{who}</a></dt><dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php">{31 * n + 5}</a></dd><dd class="profile-joined"><strong>Joined:</strong> Sat Mar 02, 2024 7:18 am</dd></dl><div class="postbody"><div id="post_content{n}"><h3 class="{"first" if n == 0 else ""}"><a href="./viewtopic.php?p={n}#p{n}">{"" if n == 0 else "Re: "}Taking a tandem on the night ferry</a></h3><ul class="post-buttons"><li><a href="./posting.php?mode=quote&amp;p={n}" title="Reply with quote" class="button button-icon-only"><i class="icon fa-quote-left fa-fw" aria-hidden="true"></i><span class="sr-only">Quote</span></a></li></ul><p class="author"><a class="unread" href="./viewtopic.php?p={n}#p{n}" title="Post"><i class="icon fa-file fa-fw" aria-hidden="true"></i><span class="sr-only">Post</span></a><span class="responsive-hide">by <strong><a href="./memberlist.php?u={n}" class="username">{who}</a></strong> &raquo; </span><time datetime="2031-05-0{4 + n}T20:21:00+00:00">{date(n)}</time></p><div class="content">{breaks(body)}</div><div id="sig{n}" class="signature">Two wheels are company.</div></div></div><div class="back2top"><a href="#top" class="top" title="Top"><i class="icon fa-chevron-circle-up"></i><span class="sr-only">Top</span></a></div></div></div><hr class="divider">'


SMILE = emoji_of(lambda s, code: f'<img class="smilies" src="./images/smilies/icon_e_smile.gif" width="15" height="17" alt="{s}" title="Smile">')
PHPBB = thread(phpbb, phpbb_post, lambda q, who: f'<blockquote cite="./viewtopic.php?p=1#p1"><div><cite><a href="./memberlist.php?u=1">{who}</a> wrote: <a href="./viewtopic.php?p=1#p1" data-post-id="1" onclick="">↑</a><span class="responsive-hide">Mon May 04, 2031 8:21 pm</span></cite>{re.sub("</?p>", "", q)}</div></blockquote>', SMILE)


def xenforo(title, posts, doc):
    return f'<div class="p-pageWrapper" id="top"><header class="p-header" id="header"><div class="p-nav"><ul class="p-nav-list js-offCanvasNavSource">{menu(kind="navEl")}</ul></div></header><div class="p-body"><div class="p-body-inner"><ul class="p-breadcrumbs"><li><a href="/"><span>Forums</span></a></li></ul><div class="p-body-header"><div class="p-title"><h1 class="p-title-value">{title}</h1></div><div class="p-description"><ul class="listInline listInline--bullet"><li>Thread starter <a href="/members/1" class="username u-concealed">marlow</a></li><li>Start date <a href="/threads/1" class="u-concealed"><time class="u-dt">May 4, 2031</time></a></li></ul></div></div><div class="p-body-main"><div class="p-body-content"><div class="p-body-pageContent"><div class="block block--messages"><div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">{posts}</div></div></div><div class="block"><h3 class="block-minorHeader">Similar threads</h3><div class="structItemContainer">{"".join(f"<div class=structItem><div class=structItem-title><a href=/t>{t}</a></div></div>" for t in doc["others"])}</div></div><div class="shareButtons"><span class="shareButtons-label">Share:</span><div class="shareButtons-buttons"><a class="shareButtons-button" href="#"><span>Facebook</span></a></div></div></div></div></div></div></div><footer class="p-footer" id="footer"><div class="p-footer-copyright"><a href="https://xenforo.example.com">Community platform by XenForo</a></div></footer></div>'


def xenforo_post(body, who, n):
    return f'<article class="message message--post js-post js-inlineModContainer" data-author="{who}" id="js-post-{n}"><span class="u-anchorTarget" id="post-{n}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar"><a class="avatar avatar--m avatar--default" href="/members/{n}"><span class="avatar-u1-m">{who[0]}</span></a></div><div class="message-userDetails"><h4 class="message-name"><a href="/members/{n}" class="username">{who}</a></h4><h5 class="userTitle message-userTitle" dir="auto">Well-known member</h5></div><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>Messages</dt><dd>{31 * n + 5}</dd></dl></div></section></div><div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="/threads/1/post-{n}" rel="nofollow"><time class="u-dt" datetime="2031-05-0{4 + n}T20:21:00+0000">May {4 + n}, 2031</time></a></li></ul><ul class="message-attribution-opposite"><li><a href="/p" rel="nofollow">#{n + 1}</a></li></ul></header><div class="message-content js-messageContent"><div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div><div class="bbWrapper">{breaks(body)}</div></div><div class="js-selectToQuoteEnd">&nbsp;</div></article></div></div><footer class="message-footer"><div class="message-actionBar actionBar"><div class="actionBar-set"><a href="#" class="actionBar-action">Reply</a></div></div><div class="reactionsBar js-reactionsList is-active"><ul class="reactionSummary"><li><span class="reaction"><img src="data:x" class="reaction-sprite" alt="Like" title="Like"></span></li></ul><a class="reactionsBar-link" href="/r"><bdi>tess</bdi></a></div></footer></div></div></div></article>'


XENFORO = thread(xenforo, xenforo_post, lambda q, who: f'<blockquote data-attributes="member: 1" data-quote="{who}" data-source="post: 1" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch"><div class="bbCodeBlock-title"><a href="/goto/post?id=1" class="bbCodeBlock-sourceJump" rel="nofollow" data-xf-click="attribution">{who} said:</a></div><div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent">{re.sub("</?p>", "", q)}</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div></blockquote>', emoji_of(lambda s, code: f'<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" class="smilie smilie--emoji" loading="lazy" width="64" height="64" alt="{s}" title="Smile" data-smilie="1" data-shortname=":smile:">'))


def vbulletin(title, posts, doc):
    return f'<div class="above_body"><div id="header" class="floatcontainer doc_header"><ul id="navtabs" class="navtabs">{menu()}</ul></div></div><div class="body_wrapper"><div id="breadcrumb" class="breadcrumb"><ul class="floatcontainer"><li class="navbithome"><a href="index.php">Home</a></li><li class="navbit lastnavbit"><span>{title}</span></li></ul></div><div id="pagetitle" class="pagetitle"><h1>Thread: <span class="threadtitle"><a href="showthread.php?1" title="Reload this Page">{title}</a></span></h1></div><div id="thread_controls" class="thread_controls toolsmenu"><ul><li><h6><a href="#">Thread Tools</a></h6></li></ul></div><div id="postlist" class="postlist restrain"><ol id="posts" class="posts" start="1">{posts}</ol></div><div id="thread_info" class="thread_info block"><h4 class="threadinfohead blockhead">Thread Information</h4><p>There are currently 1 users browsing this thread. (0 members and 1 guests)</p></div></div><div class="footer_copyright"><p>Powered by vBulletin</p></div>'


def vbulletin_post(body, who, n):
    return f'<li class="postbitlegacy postbitim postcontainer old" id="post_{n}"><div class="posthead"><span class="postdate old"><span class="date">05-0{4 + n}-2031,&nbsp;<span class="time">08:21 PM</span></span></span><span class="nodecontrols"><a name="post{n}" href="showthread.php?1#post{n}" class="postcounter">#{n + 1}</a></span></div><div class="postdetails"><div class="userinfo"><div class="username_container"><a class="username offline popupctrl" href="member.php?{n}" title="{who} is offline"><strong>{who}</strong></a></div><span class="usertitle">Member</span><dl class="userinfo_extra"><dt>Join Date</dt><dd>Mar 2024</dd><dt>Posts</dt><dd>{31 * n + 5}</dd></dl></div><div class="postbody"><div class="postrow"><div class="content"><div id="post_message_{n}"><blockquote class="postcontent restore">{breaks(body)}</blockquote></div></div></div></div></div><div class="postfoot"><div class="textcontrols floatcontainer"><span class="postcontrols"><a class="newreply" href="newreply.php">Reply With Quote</a></span></div></div></li>'


VBULLETIN = thread(vbulletin, vbulletin_post, lambda q, who: f'<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container"></div><div class="bbcode_postedby"><img src="images/misc/quote_icon.png" alt="Quote"> Originally Posted by <strong>{who}</strong> <a href="showthread.php?p=1#post1" rel="nofollow"><img class="inlineimg" src="images/buttons/viewpost-right.png" alt="View Post"></a></div><div class="message">{re.sub("</?p>", "", q)}</div></div></div></div>', emoji_of(lambda s, code: f'<img src="images/smilies/smile.png" border="0" alt="{s}" title="Smile" class="inlineimg">'))


def smf(title, posts, doc):
    return f'<div id="top_section"><ul class="menu_nav">{menu()}</ul></div><div id="wrapper"><div id="content_section"><div id="main_content_section"><div class="navigate_section"><ul><li><a href="/"><span>Forum</span></a></li></ul></div><div id="display_head" class="information"><h2 class="display_title"><span id="top_subject">{title}</span></h2><p>Started by marlow, May 04, 2031, 08:21 PM</p></div><div id="forumposts"><form action="/quickmod">{posts}</form></div><div class="pagesection"><div class="pagelinks floatleft"><a href="#main_content_section" class="button">Go Up</a></div></div></div></div></div><div id="footer"><ul><li class="copyright"><a href="/credits">SMF 2.1</a></li></ul></div>'


def smf_post(body, who, n):
    return f'<div class="windowbg" id="msg{n}"><div class="post_wrapper"><div class="poster"><h4><a href="/profile;u={n}" title="View the profile of {who}">{who}</a></h4><ul class="user_info"><li class="membergroup">Full Member</li><li class="postcount">Posts: {31 * n + 5}</li></ul></div><div class="postarea"><div class="keyinfo"><div id="subject_{n}" class="subject_title subject_hidden"><a href="/msg{n}">Re: Taking a tandem on the night ferry</a></div><div class="postinfo"><span class="messageicon"><img src="/xx.png" alt=""></span><a href="/msg{n}" rel="nofollow" title="Reply #{n}" class="smalltext">May 0{4 + n}, 2031, 08:21 PM</a><span class="page_number floatright">#{n}</span></div></div><div class="post"><div class="inner" data-msgid="{n}" id="msg_{n}">{breaks(body)}</div></div><div class="under_message"><ul class="quickbuttons"><li><a href="/quote">Quote</a></li></ul></div></div></div></div><hr class="post_separator">'


SMF = thread(smf, smf_post, lambda q, who: f'<blockquote class="bbc_standard_quote"><cite><a href="/msg1">Quote from: {who} on May 04, 2031, 08:21 PM</a></cite>{re.sub("</?p>", "", q)}</blockquote>', SMILE)


def discourse(title, posts, doc):
    return f'<div id="main-outlet-wrapper" class="wrap" role="main"><header class="d-header"><div class="contents"><a href="/">Forum</a></div></header><div id="main-outlet"><div id="topic-title"><h1><a href="/t/1">{title}</a></h1><div class="topic-category" itemscope><span class="topic-category"><a href="/c/1" class="badge-wrapper bullet"><span class="category-name" itemprop="name">Travel</span></a></span></div></div><div itemscope itemtype="http://schema.org/DiscussionForumPosting">{posts}</div><div id="related-topics" class="more-topics__list" role="complementary"><h3 id="related-topics-title" class="more-topics__list-title">Related topics</h3><table class="topic-list"><thead><tr><th>Topic</th><th>Replies</th><th>Views</th></tr></thead><tbody>{"".join(f"<tr class=topic-list-item><td class=main-link><a href=/t class=title>{t}</a></td><td class=replies>3</td><td class=views>120</td></tr>" for t in doc["others"])}</tbody></table></div></div><footer class="container wrap"><nav class="crawler-nav"><ul>{menu()}</ul></nav></footer></div>'


def discourse_post(body, who, n):
    return f'<div id="post_{n + 1}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="/u/{n}"><span itemprop="name">{who}</span></a></span><link itemprop="mainEntityOfPage" href="/t/1"><span class="crawler-post-infos"><time itemprop="datePublished" datetime="2031-05-0{4 + n}T20:21:00Z" class="post-time">May {4 + n}, 2031, 8:21pm</time><meta itemprop="dateModified" content="x"><span itemprop="position">{n + 1}</span></span></div><div class="post" itemprop="text">{body}</div><div itemprop="interactionStatistic" itemscope><meta itemprop="userInteractionCount" content="3"><span class="post-likes">3 Likes</span></div></div>'


DISCOURSE = thread(discourse, discourse_post, lambda q, who: f'<aside class="quote no-group" data-username="{who}" data-post="1" data-topic="1">\n<div class="title">\n<div class="quote-controls"></div>\n<img alt="" width="24" height="24" src="/user_avatar/x/48/1.png" class="avatar"> {who}:</div>\n<blockquote>\n{q}\n</blockquote>\n</aside>', emoji_of(lambda s, code: f'<img src="/images/emoji/twitter/{code}.png?v=12" title="{s}" class="emoji" alt="{s}" loading="lazy" width="20" height="20">'))


def nodebb(title, posts, doc):
    return f'<nav class="sidebar sidebar-left"><ul id="main-nav" class="list-unstyled">{menu(kind="nav-item")}</ul></nav><main id="panel" class="d-flex flex-column"><div class="container-lg" id="content"><ol class="breadcrumb mb-0" itemscope><li class="breadcrumb-item"><a href="/"><span>Home</span></a></li></ol><div class="d-flex flex-column gap-3"><h1 component="post/header" class="tracking-tight fw-semibold fs-3 mb-0"><span class="topic-title" component="topic/title">{title}</span></h1></div><div class="row mb-4"><div class="topic col-lg-9"><div class="posts-container"><ul component="topic" class="posts timeline list-unstyled p-0 py-3" data-tid="1">{posts}</ul></div></div></div></div></main>'


def nodebb_post(body, who, n):
    return f'<li component="post" class="pt-4 {"topic-owner-post" if n == 0 else ""}" data-index="{n}" data-username="{who}"><a component="post/anchor" data-index="{n}" id="{n}"></a><div class="d-flex align-items-start gap-3 post-container-parent"><div class="bg-body d-none d-sm-block rounded-circle"><a class="d-inline-block position-relative" href="/user/{n}"><span title="{who}" data-uid="{n}" class="avatar avatar-rounded" component="user/picture">{who[0].upper()}</span><span class="position-absolute top-100 border border-white border-2 rounded-circle status" ><span class="visually-hidden">Offline</span></span></a></div><div class="post-container d-flex gap-2 flex-grow-1 flex-column w-100"><div class="d-flex align-items-start justify-content-between gap-1 flex-nowrap w-100 post-header mt-1" itemprop="author"><div class="d-flex flex-wrap gap-1 align-items-center"><a class="fw-bold text-nowrap text-truncate" href="/user/{n}" data-username="{who}">{who}</a><span class="text-muted">wrote on <a href="/post/{n}" class="timeago text-muted" title="2031"></a></span></div></div><div class="content mt-2 text-break" component="post/content" itemprop="text">{body}</div><div component="post/footer" class="post-footer border-bottom pb-2"><div class="d-flex gap-1"><a component="post/reply" href="#" class="btn-ghost-sm">Reply</a><a component="post/quote" href="#" class="btn-ghost-sm">Quote</a><a class="px-2 mx-1 btn-ghost-sm" href="#" title="Posters">{n}</a></div></div></div></div></li>'


NODEBB = thread(nodebb, nodebb_post, lambda q, who: f'<blockquote><p dir="auto"><a class="plugin-mentions-user plugin-mentions-a" href="/user/x" aria-label="Profile: {who}">@<bdi>{who}</bdi></a> said in <a href="/post/1">Taking a tandem on the night ferry</a>:</p>\n<blockquote>\n{q.replace("<p>", chr(60) + "p dir=auto>")}\n</blockquote></blockquote>', emoji_of(lambda s, code: f'<img class="not-responsive emoji emoji-android emoji--smile" style="height: 23px; width: auto; vertical-align: middle;" src="/assets/plugins/nodebb-plugin-emoji/emoji/android/{code}.png?v=a" title="{s}" alt="{s}">'))


def invision(title, posts, doc):
    return f'<div id="ipsLayout_header"><header><ul class="ipsMenu" data-role="primaryNavBar">{menu()}</ul></header></div><main id="ipsLayout_body"><nav class="ipsBreadcrumb ipsBreadcrumb_top"><ul><li><a href="/">Home</a></li></ul></nav><div id="ipsLayout_contentWrapper"><div class="ipsPageHeader"><h1 class="ipsType_pageTitle ipsContained_container"><span class="ipsType_break ipsContained"><span>{title}</span></span></h1></div><div class="ipsAreaBackground_light"><h2 class="ipsHide">Recommended Posts</h2><div data-role="commentFeed"><form>{posts}</form></div></div></div></main><footer id="ipsLayout_footer"><p id="elCopyright">Powered by Invision Community</p></footer>'


def invision_post(body, who, n):
    return f'<a id="findComment-{n}"></a><article id="elComment_{n}" class="cPost ipsBox ipsComment ipsComment_parent ipsColumns"><aside class="ipsComment_author cAuthorPane ipsColumn"><h3 class="ipsType_sectionHead cAuthorPane_author ipsType_blendLinks"><strong><a href="/profile/{n}" class="ipsType_break">{who}</a></strong></h3><ul class="cAuthorPane_info ipsList_reset"><li>Members</li><li><a href="/c">{31 * n + 5}</a></li></ul></aside><div class="ipsColumn ipsColumn_fluid ipsMargin:none"><div id="comment-{n}_wrap" class="ipsComment_content ipsType_medium"><div class="ipsComment_meta ipsType_light"><a href="/findComment" class="ipsType_blendLinks">Posted <time datetime="2031-05-0{4 + n}T20:21:00Z" title="05/04/31">May {4 + n}</time></a></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText ipsPadding_bottom ipsContained">{body}</div><div class="ipsItemControls"><ul class="ipsComment_controls ipsClearfix"><li data-ipsquote-editor="x"><button class="ipsButton_light cMultiQuote">Quote</button></li></ul></div></div></div></div></article>'


INVISION = thread(invision, invision_post, lambda q, who: f'<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-contentapp="forums" data-ipsquote-username="{who}" data-cite="{who}"><div class="ipsQuote_citation">On 5/4/2031 at 8:21 PM, {who} said:</div><div class="ipsQuote_contents">{q}</div></blockquote>', emoji_of(lambda s, code: f'<img alt="{s}" class="ipsEmoji" data-src="https://cdn.example.org/twemoji/72x72/{code}.png" src="/applications/core/spacer.png" title="" width="72" height="72">'))


def stack(title, posts, doc):
    return f'<header class="s-topbar"><ol class="s-topbar--content">{menu()}</ol></header><div class="container"><div id="left-sidebar"><nav><ol class="nav-links">{menu()}</ol></nav></div><div id="content" class="snippet-hidden"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div class="inner-content clearfix"><div id="question-header" class="d-flex sm:fd-column"><h1 itemprop="name" class="fs-headline1 ow-break-word mb8 flex--item fl1"><a href="/q/1" class="question-hyperlink">{title}</a></h1><div class="ml12 aside-cta"><a href="/ask" class="ws-nowrap s-btn s-btn__filled">Ask Question</a></div></div><div class="d-flex fw-wrap pb8 mb16 bb bc-black-200"><div class="flex--item ws-nowrap mr16 mb8"><span class="fc-black-400 mr2">Asked</span> <time itemprop="dateCreated" datetime="2031-05-04">today</time></div></div><div id="mainbar" role="main">{posts}</div><div id="sidebar"><div class="module sidebar-related"><h4 id="h-related">Related</h4><div class="related">{"".join(f"<div class=spacer><a href=/q class=question-hyperlink>{t}</a></div>" for t in doc["others"])}</div></div></div></div></div></div></div>'


def stack_post(body, who, n):
    answers = '<div id="answers-header"><div class="answers-subheader d-flex"><h2 class="mb0" data-answercount="4">4 Answers<span style="display:none;" itemprop="answerCount">4</span></h2></div></div>' if n == 1 else ""
    return f'{answers}<div class="{"question js-question" if n == 0 else "answer js-answer"}" id="{"question" if n == 0 else f"answer-{n}"}"><div class="post-layout"><div class="votecell post-layout--left"><div class="js-voting-container d-flex jc-center"><button class="js-vote-up-btn" aria-label="Up vote"><svg></svg></button><div class="js-vote-count flex--item" itemprop="upvoteCount">{7 - n}</div></div></div><div class="{"postcell" if n == 0 else "answercell"} post-layout--right"><div class="s-prose js-post-body" itemprop="text">{body}</div><div class="mb0 mt12"><div class="mt16 d-flex gs8"><div class="js-post-menu"><div class="d-flex gs8"><a href="/a/{n}" class="js-share-link">Share</a><a href="/e" class="js-suggest-edit-post">Improve this question</a><button class="js-follow-post s-btn s-btn__link">Follow</button></div></div><div class="post-signature owner flex--item"><div class="user-info"><div class="user-action-time">asked <span title="2031-05-04" class="relativetime">May 4 at 20:21</span></div><div class="user-details" itemprop="author"><a href="/u/{n}">{who}</a><span class="d-none" itemprop="name">{who}</span><div class="-flair"><span class="reputation-score">1,{31 * n + 105}</span></div></div></div></div></div></div></div></div></div>'


STACK = thread(stack, stack_post, lambda q, who: f"<blockquote>\n{q}\n</blockquote>")

THREADS = {
    "phpbb-thread": PHPBB,
    "xenforo-thread": XENFORO,
    "vbulletin-thread": VBULLETIN,
    "smf-thread": SMF,
    "discourse-thread": DISCOURSE,
    "nodebb-thread": NODEBB,
    "invision-thread": INVISION,
    "stack-exchange-thread": STACK,
}

# What a way cannot say: Google's published pages have no code.
SKIP = {"google-docs": ["code", "prose"]}
# Office programs draw formulas as pictures without a word.
WITHOUT_FORMULAS = {"libreoffice", "word"}


def is_for(way, name):
    """Whether a way is for a document: `stove` and `ferry` have what the ways here write in their own manner."""
    if name == "ferry.en" or way in THREADS:
        return name == "ferry.en" and way in THREADS
    return name == "stove.en" and way in ARTICLES or name != "stove.en" and way not in WITHOUT_FORMULAS
