#!/usr/bin/env python3
"""Our own documents, as programs and sites write them: render.py OUT [PROGRAM…].

Writes OUT/manifest.jsonl, OUT/html/, and OUT/pages.tar.zst: copied to this folder, that is what `cargo dev eval structure`
reads. Pages that are in OUT already are kept, but for those of the programs that are named after OUT.

Programs that are run where they are there: pandoc (or the package pypandoc_binary), asciidoctor, hugo, jekyll with
kramdown and rouge, latexml, docutils, nbconvert, Sphinx with pydata-sphinx-theme and sphinx-book-theme, mdbook, and
Node with the packages that render.mjs loads from $NODE_MODULES. Sites that no program writes have a dialect below, made
after what they serve. The frames around the content are ours. A program that is missing is said, and its pages are left
out.
"""
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
from pathlib import Path

import wider

HERE = Path(__file__).resolve().parent
# Those that only the ways of `wider.py` render come last.
LAST = ["ferry.en", "stove.en"]
SOURCES = sorted((HERE / "sources").glob("*.md"), key=lambda path: (path.stem in LAST, path.name))
try:
    import pypandoc

    PANDOC = pypandoc.get_pandoc_path()
except ImportError:
    PANDOC = "pandoc"
BIN = Path(sys.executable).parent
SCRIPTS = re.compile(r"<(script|style|noscript)\b(?![^>]*math/tex).*?</\1>|<link\b[^>]*>", re.S | re.I)


def run(*command, text=None, cwd=None, env=None):
    done = subprocess.run(command, input=text, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr[-400:]}")
    return done.stdout


def pandoc(text, to, *more):
    return run(PANDOC, "-f", "gfm+tex_math_dollars-tex_math_gfm", "-t", to, "--wrap=none", *more, text=text)


def node(way):
    return lambda text, doc: run("node", HERE / "render.mjs", way, text=text)


# ------------------------------------------------------------------ frames

WORDS = {
    "en": "Home Products Pricing Blog About Search Share Comments Related Previous Next Imprint".split(),
    "de": "Start Produkte Preise Blog Über Suche Teilen Kommentare Verwandtes Zurück Weiter Impressum".split(),
    "zh": "首页 产品 价格 博客 关于 搜索 分享 评论 相关 上一页 下一页 版权".split(),
    "ar": "الرئيسية المنتجات الأسعار المدونة حول بحث مشاركة تعليقات ذات_صلة السابق التالي حقوق".split(),
}


def head(doc):
    direction = ' dir="rtl"' if doc["lang"] == "ar" else ""
    return f'<!DOCTYPE html><html lang="{doc["lang"]}"{direction}><head><meta charset="utf-8"><title>{doc["title"]}</title></head>'


def links(words, tag="li", kind=""):
    return "".join(f'<{tag} class="{kind}"><a href="/{n}">{word.replace("_", " ")}</a></{tag}>' for n, word in enumerate(words))


def manual(body, doc):
    w = WORDS[doc["lang"]]
    toc = "".join(f'<li><a href="#{n}">{t}</a></li>' for n, t in enumerate(doc["headings"]))
    return (
        f'{head(doc)}<body><header class="navbar"><ul>{links(w[:6])}</ul></header><div class="layout"><aside class="sidebar"><ul>{links(doc["others"])}</ul></aside>'
        f'<main><div class="content">{body}</div><nav class="pagination"><a href="p">{w[9]}</a> <a href="n">{w[10]}</a></nav></main>'
        f'<aside class="toc"><ul>{toc}</ul></aside></div><footer><p>{w[11]} © 2031 · <a href="/i">{w[4]}</a></p></footer></body></html>'
    )


def blog(body, doc):
    w = WORDS[doc["lang"]]
    return (
        f'{head(doc)}<body><div id="page"><header id="masthead"><p class="site-title"><a href="/">{w[3]}</a></p><nav><ul>{links(w[:5])}</ul></nav></header>'
        f'<div id="primary"><article class="post"><div class="entry-content">{body}</div><footer class="entry-footer"><span>{w[6]}: <a href="#">X</a> <a href="#">Mastodon</a></span></footer></article>'
        f'<section class="related"><h3>{w[8].replace("_", " ")}</h3><ul>{links(doc["others"])}</ul></section></div>'
        f'<div id="secondary" class="widget-area"><form><input placeholder="{w[5]}"></form><ul>{links(w[5:9])}</ul></div><footer id="colophon">{w[11]} © 2031</footer></div></body></html>'
    )


def bare(body, doc):
    return f"{head(doc)}<body>{body}</body></html>"


# ------------------------------------------------------------------ dialects of sites: pandoc's HTML, changed as they have it

FORMULA = re.compile(r'<span class="math (inline|display)">(.*?)</span>', re.S)
CODE = re.compile(r"<pre(?: class=\"([\w+-]*)\")?><code>(.*?)</code></pre>", re.S)
HEADING = re.compile(r'<h([1-6]) id="([^"]*)">(.*?)</h\1>', re.S)
PICTURE = re.compile(r'<p><img([^>]*)></p>')


def site(math=None, code=None, heading=None, picture=None, table=None):
    """A dialect: functions of what is matched."""

    def render(text, doc):
        page = plain(text)
        if math:
            page = FORMULA.sub(lambda m: math(html.unescape(m[2])[2:-2].strip(), m[1] == "display"), page)
        if code:
            page = CODE.sub(lambda m: code(m[2], m[1] or "text"), page)
        page = HEADING.sub(lambda m: heading(m[1], m[2], m[3]), page) if heading else page
        page = PICTURE.sub(lambda m: picture(m[1]), page) if picture else page
        return re.sub(r"<table>.*?</table>", lambda m: table(m[0]), page, flags=re.S) if table else page

    return render


NEW = "--syntax-highlighting" in run(PANDOC, "--help")


def plain(text):
    return pandoc(text, "html", "--mathjax", "--syntax-highlighting=none" if NEW else "--no-highlight")


E = html.escape


def quoted(tex):
    return E(tex, quote=True)


def rows(code, line, joint=""):
    return joint.join(line(n, text) for n, text in enumerate(code.rstrip("\n").split("\n"), 1))


def mwe(tex, display):
    shown = "{\\displaystyle " + tex + "}"
    kind = "display" if display else "inline"
    fallback = f'<img src="https://wiki.example.org/api/rest_v1/media/math/render/svg/0a" class="mwe-math-fallback-image-{kind}" aria-hidden="true" style="vertical-align: -1ex;" alt="{quoted(shown)}">'
    math = f'<span class="mwe-math-mathml-{kind} mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{quoted(shown)}"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(shown)}</annotation></semantics></math></span>'
    return f'<span class="mwe-math-element">{math}{fallback}</span>'


def wp_latex(tex, display):
    src = "https://s0.wp.example.com/latex.php?latex=" + urllib.parse.quote_plus(tex) + "&bg=ffffff&fg=000000&s=0"
    img = f'<img src="{src}" alt="{quoted(tex)}" class="latex" />'
    return f'<div align="center">{img}</div>' if display else img


def enlighter(code, lang):
    return f'<pre class="EnlighterJSRAW" data-enlighter-language="{lang}" data-enlighter-theme="">{code}</pre>'


def crayon(code, lang):
    numbers = rows(code, lambda n, _: f'<div class="crayon-num" data-line="c-{n}">{n}</div>')
    lines = rows(code, lambda n, t: f'<div class="crayon-line" id="c-{n}">{t or "&nbsp;"}</div>')
    return f'<div class="crayon-syntax"><div class="crayon-toolbar"><span class="crayon-title"></span><div class="crayon-tools"><span class="crayon-language">{lang}</span></div></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums" data-settings="show"><div class="crayon-nums-content">{numbers}</div></td><td class="crayon-code"><div class="crayon-pre">{lines}</div></td></tr></table></div></div>'


def syntaxhighlighter(code, lang):
    gutter = rows(code, lambda n, _: f'<div class="line number{n}">{n}</div>')
    lines = rows(code, lambda n, t: f'<div class="line number{n}"><code class="{lang} plain">{re.sub("^ +", lambda m: "&nbsp;" * len(m[0]), t) or "&nbsp;"}</code></div>')
    return f'<div><div id="highlighter_1" class="syntaxhighlighter {lang}"><div class="toolbar"><span><a href="#" class="toolbar_item command_help help">?</a></span></div><table border="0"><tbody><tr><td class="gutter">{gutter}</td><td class="code"><div class="container">{lines}</div></td></tr></tbody></table></div></div>'


def figure_of(kind):
    return lambda attributes: f'<figure class="{kind}"><img{attributes}></figure>'


def lazy(attributes):
    src, alt = (re.search(rf'{name}="([^"]*)"', attributes)[1] for name in ("src", "alt"))
    return f'<figure class="wp-block-image size-large"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-lazy-src="{src}" alt="{alt}"><noscript><img src="{src}" alt="{alt}"></noscript></figure>'


def source_of(attributes):
    return re.search(r'src="([^"]*)"', attributes)[1]


def picture_of(attributes):
    src = source_of(attributes)
    alt = re.search(r'alt="([^"]*)"', attributes)[1]
    return f'<figure><div><picture><source srcset="{src}?w=640 640w, {src}?w=1400 1400w" type="image/webp"><img alt="{alt}" class="bh" width="700" src="{src}" loading="lazy"></picture></div></figure>'


def gitlab(code, lang):
    lines = rows(code, lambda n, t: f'<span id="LC{n}" class="line" lang="{lang}">{t}</span>', "\n")
    return f'<div class="gl-relative markdown-code-block js-markdown-code"><pre class="code highlight js-syntax-highlight language-{lang}" lang="{lang}" data-canonical-lang="{lang}"><code>{lines}</code></pre><copy-code><button type="button" class="btn btn-default btn-md gl-button btn-icon has-tooltip" title="Copy to clipboard" data-clipboard-target="pre#code-1"><svg></svg></button></copy-code></div>'


def github(code, lang):
    return f'<div class="highlight highlight-source-{lang} notranslate position-relative overflow-auto" dir="auto"><pre>{code}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible js-clipboard-copy m-2 p-0" value="x" tabindex="0"><svg></svg></clipboard-copy></div></div>'


def discourse(code, lang):
    return f'<div class="codeblock-button-wrapper"><button class="btn nohighlight copy-btn" title="copy to clipboard">Copy</button></div><pre data-code-wrap="{lang}"><code class="lang-{lang}">{code}</code></pre>'


def notion(code, lang):
    return f'<div class="notion-code-block"><div role="button">{lang.title()}</div><div role="button" aria-label="Copy">Copy</div><pre class="code code-wrap"><code class="language-{lang.title()}">{code}</code></pre></div>'


def anchored(before="", after=""):
    return lambda level, id, inner: f'<h{level} id="{id}">{before.replace("ID", id)}{inner}{after.replace("ID", id)}</h{level}>'


SITES = {
    "wikipedia": (manual, site(mwe, heading=lambda l, i, t: f'<div class="mw-heading mw-heading{l}"><h{l} id="{i}">{t}</h{l}><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?action=edit&amp;section=1" title="Edit section: {t}"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>', table=lambda t: t.replace("<table>", '<table class="wikitable">'), code=lambda c, l: f'<div class="mw-highlight mw-highlight-lang-{l} mw-content-ltr" dir="ltr"><pre>{c}</pre></div>')),
    "stack-exchange": (blog, site(lambda t, d: f'<span class="math-container">{"$$" if d else "$"}{E(t)}{"$$" if d else "$"}</span>', code=lambda c, l: f'<pre class="lang-{l} s-code-block"><code class="hljs language-{l}">{c}</code></pre>', table=lambda t: f'<div class="s-table-container">{t.replace("<table>", chr(60) + "table class=" + chr(34) + "s-table" + chr(34) + ">")}</div>')),
    "zhihu": (blog, site(lambda t, d: f'<span class="ztext-math" data-eeimg="1" data-tex="{quoted(t)}"><span></span><span><span class="MathJax_SVG" role="presentation"></span><script type="math/tex;mode={"display" if d else "inline"}">{t}</script></span></span>', code=lambda c, l: f'<div class="highlight"><pre><code class="language-{l}">{c}</code></pre></div>', picture=figure_of("content_image"))),
    "zhihu-images": (blog, site(lambda t, d: f'<img src="https://www.zhihu.example.com/equation?tex={urllib.parse.quote(t)}" alt="{quoted(t)}" eeimg="{2 if d else 1}" data-formula="{quoted(t)}"/>')),
    "wordpress": (blog, site(wp_latex, code=enlighter, picture=lazy, table=lambda t: f'<figure class="wp-block-table">{t}</figure>')),
    "wordpress-crayon": (blog, site(lambda t, d: wp_latex(t, d).replace("s0.wp.example.com/latex.php?latex=", "l.wordpress.example.com/latex.php?latex="), code=crayon)),
    "syntaxhighlighter": (blog, site(lambda t, d: f"\\[{E(t)}\\]" if d else f"\\({E(t)}\\)", code=syntaxhighlighter)),
    "medium": (blog, site(lambda t, d: f"<code>{E(t)}</code>", code=lambda c, l: f'<pre class="mf mg mh"><span id="0a1b" class="ni oy">{c.rstrip().replace(chr(10), "<br>")}</span></pre>', picture=picture_of)),
    "substack": (blog, site(lambda t, d: f'<div class="latex-rendered" data-attrs="{quoted(json.dumps({"persistentExpression": t, "id": "A"}, separators=(",", ":")))}" data-component-name="LatexBlockToDOM"></div>' if d else f'<span>\\({E(t)}\\)</span>', code=lambda c, l: f'<pre><code>{c}</code></pre>', picture=lambda a: f'<div class="captioned-image-container"><figure><a class="image-link image2" target="_blank" href="{source_of(a)}"><div class="image2-inset"><picture><source type="image/webp" srcset="a.webp 424w"><img{a} class="sizing-normal"></picture></div></a></figure></div>', heading=lambda l, i, t: f'<h{l} class="header-anchor-post">{t}<div class="pencraft pc-display-flex header-anchor-parent"><div class="header-anchor-widget"><button tabindex="0" type="button" aria-label="Link" class="pencraft"><svg></svg></button></div></div></h{l}>')),
    "discourse": (blog, site(lambda t, d: f'<div class="math">\n{E(t)}\n</div>' if d else f'<span class="math">{E(t)}</span>', code=discourse, heading=anchored('<a name="p-1-ID" class="anchor" href="#p-1-ID"></a>'), table=lambda t: f'<div class="md-table">{t}</div>')),
    "github": (manual, site(lambda t, d: f'<math-renderer class="js-{"display" if d else "inline"}-math" style="display: {"block" if d else "inline-block"}">{"$$" if d else "$"}{E(t)}{"$$" if d else "$"}</math-renderer>', code=github, heading=lambda l, i, t: f'<div class="markdown-heading" dir="auto"><h{l} tabindex="-1" class="heading-element" dir="auto">{t}</h{l}><a id="user-content-{i}" class="anchor" aria-label="Permalink: {t}" href="#{i}"><svg></svg></a></div>', table=lambda t: f"<markdown-accessiblity-table>{t}</markdown-accessiblity-table>")),
    "gitlab": (manual, site(lambda t, d: f'<pre class="code math js-render-math" data-math-style="display"><code>{E(t)}</code></pre>' if d else f'<code class="code math js-render-math" data-math-style="inline">{E(t)}</code>', code=gitlab, heading=lambda l, i, t: f'<h{l} id="user-content-{i}" dir="auto">{t}<a href="#{i}" aria-label="Link to heading \'{t}\'" data-heading-content="{t}" class="anchor"></a></h{l}>')),
    "notion": (bare, site((lambda t, d: f'<figure class="equation"><div class="equation-container"><span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(t)}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">xx</span></span></span></span></div></figure>' if d else f'<span data-token-index="1" contenteditable="false" class="notion-text-equation-token"><span></span><span><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(t)}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">xx</span></span></span></span></span>'), code=notion, table=lambda t: t.replace("<table>", '<table class="simple-table">'))),
    "blogspot": (blog, site(lambda t, d: f'<img border="0" src="https://latex.codecogs.example.com/svg.image?{urllib.parse.quote(t)}" title="{quoted(t)}" alt="{quoted(t)}" />', code=lambda c, l: f'<pre class="brush: {l}; toolbar: false">{c}</pre>', picture=lambda a: f'<div class="separator" style="clear: both; text-align: center;"><a href="https://1.bp.example.com/x.png" style="margin-left: 1em;"><img{a} border="0"></a></div>')),
    "moodle": (bare, site(lambda t, d: f'<span class="filter_mathjaxloader_equation"><span class="nolink">{"$$" if d else chr(92) + "("}{E(t)}{"$$" if d else chr(92) + ")"}</span></span>')),
    "amp": (blog, site(lambda t, d: f'<amp-mathml layout="container" {"" if d else "inline "}data-formula="{quoted(chr(92) + ("[" if d else "(") + t + chr(92) + ("]" if d else ")"))}"></amp-mathml>', picture=lambda a: f'<amp-img{a} width="600" height="400" layout="responsive"><noscript><img{a}></noscript></amp-img>')),
}


def tokens(code):
    """Words of code in spans, as highlighters have them."""
    return re.sub(r"\b([A-Za-z_]\w*)\b(?![^&<]*;)", r'<span class="n">\1</span>', code)


def cells(table):
    return [re.findall(r"<t([hd])[^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", table, re.S)]


def divs(table):
    """A table of divs with roles."""
    rows = ["".join(f'<div role="{"columnheader" if kind == "h" else "cell"}" class="flex-1 px-2"><div>{text}</div></div>' for kind, text in row) for row in cells(table)]
    head, *body = (f'<div role="row" class="flex border-b">{row}</div>' for row in rows)
    return f'<div class="overflow-x-auto"><div role="table" class="flex flex-col"><div role="rowgroup">{head}</div><div role="rowgroup" class="flex flex-col">{"".join(body)}</div></div></div>'


def gitbook_code(code, lang):
    lines = rows(tokens(code), lambda n, t: f'<span class="highlight-line"><span class="highlight-line-number">{n}</span><span class="highlight-line-content">{t}</span></span>', "\n")
    return f'<div class="group/codeblock grid grid-flow-col mx-auto"><div class="flex items-center justify-start text-sm"></div><button class="group-hover/codeblock:opacity-100">Copy</button><pre class="overflow-auto bg-tint-subtle"><code class="inline-grid min-w-full">{lines}</code></pre></div>'


def gitbook_heading(level, id, inner):
    return f'<h{level} id="{id}" class="text-2xl flex items-baseline scroll-mt-[76px]"><div class="hash grid"><a class="inline-flex h-full" href="#{id}" aria-label="Direct link to heading"><svg></svg></a></div><div class="flex-1 justify-self-start text-start">{inner}</div></h{level}>'


def blob(code, lang):
    lines = rows(tokens(code), lambda n, t: f'<tr><td id="file-L{n}" class="blob-num js-line-number" data-line-number="{n}"></td><td id="file-LC{n}" class="blob-code blob-code-inner js-file-line">{t or chr(10)}</td></tr>')
    return f'<div class="gist"><div class="gist-file"><div class="gist-data"><div class="js-gist-file-update-container js-task-list-container"><div id="file-x" class="file my-2"><div itemprop="text" class="Box-body p-0 blob-wrapper data type-{lang}"><div class="js-check-hidden-unicode js-blob-code-container blob-code-content"><table data-hpc class="highlight tab-size js-file-line-container" data-tab-size="4">{lines}</table></div></div></div></div></div><div class="gist-meta"><a href="https://gist.example.com/x/raw">view raw</a> <a href="https://gist.example.com/x">x.{lang}</a> hosted with love by <a href="https://example.com">Gists</a></div></div></div>'


def codemirror(code, lang):
    lines = rows(code, lambda n, t: f'<div style="position: relative;"><div class="CodeMirror-gutter-wrapper" style="left: -30px;"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">{n}</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation">{t or chr(0x200b)}</span></pre></div>')
    return f'<div class="CodeMirror cm-s-default" translate="no"><div class="CodeMirror-scroll"><div class="CodeMirror-sizer"><div class="CodeMirror-lines" role="presentation"><div role="presentation"><div class="CodeMirror-code" role="presentation">{lines}</div></div></div></div></div></div>'


def enlighter_drawn(code, lang):
    lines = rows(code, lambda n, t: f'<div class=""><div><span class="enlighter-text">{t or "&nbsp;"}</span></div></div>')
    return f'<div class="enlighter-default enlighter-v-standard enlighter-t-enlighter enlighter-l-{lang} enlighter-hover enlighter-linenumbers"><div class="enlighter-toolbar-top enlighter-toolbar"><div class="enlighter-btn enlighter-btn-raw" title="Plain text"></div><div class="enlighter-btn enlighter-btn-copy" title="Copy"></div></div><div class="enlighter-code"><div class="enlighter" style="">{lines}</div></div></div>'


def zola_lines(code, lang):
    lines = rows(tokens(code), lambda n, t: f'<tr><td>{n}</td><td>{t}\n</td></tr>')
    return f'<pre data-linenos data-lang="{lang}" style="background-color:#2b303b;" class="language-{lang} "><code class="language-{lang}" data-lang="{lang}"><table><tbody>{lines}</tbody></table></code></pre>'


def csdn(code, lang):
    count = len(code.rstrip("\n").split("\n"))
    return f'<pre data-index="0" class="set-code-show prettyprint"><code class="prism language-{lang} has-numbering" onclick="mdcp.copyCode(event)" style="position: unset;">{tokens(code)}<div class="hljs-button signin active" data-title="登录复制" data-report-click="1"></div></code><ul class="pre-numbering" style="">{"".join(f"<li style={chr(34)}color: rgb(153, 153, 153);{chr(34)}>{n}</li>" for n in range(1, count + 1))}</ul></pre>'


def hilite_me(code, lang):
    numbers = rows(code, lambda n, _: str(n), "\n")
    return f'<div style="background: #f0f3f3; overflow:auto;width:auto;border:solid gray;"><table><tr><td><pre style="margin: 0; line-height: 125%">{numbers}</pre></td><td><pre style="margin: 0; line-height: 125%">{tokens(code)}</pre></td></tr></table></div>'


def antora(code, lang):
    return f'<div class="listingblock"><div class="content"><pre class="highlightjs highlight"><code class="language-{lang} hljs" data-lang="{lang}">{tokens(code)}</code><div class="source-toolbox"><span class="source-lang">{lang}</span><button class="copy-button" title="Copy to clipboard"><svg></svg><span class="copy-toast">Copied!</span></button></div></pre></div></div>'


def quarto(code, lang):
    lines = rows(code, lambda n, t: f'<span id="cb1-{n}"><a href="#cb1-{n}" aria-hidden="true" tabindex="-1"></a>{t}</span>', "\n")
    return f'<div class="code-copy-outer-scaffold"><div class="sourceCode" id="cb1"><pre class="sourceCode {lang} code-with-copy"><code class="sourceCode {lang}">{lines}</code></pre></div><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></div>'


def mathjax2(tex, display):
    kind = "; mode=display" if display else ""
    frame = '<div class="MathJax_Display" style="text-align: center;">', "</div>"
    drawn = '<span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0" style=""><nobr><span class="math" id="MathJax-Span-1" style="width: 3em;"><span style="display: inline-block;"><span class="mrow"><span class="mi" style="font-family: STIXGeneral-Italic;">x</span><span class="mo">=</span><span class="mn">1</span></span></span></span></nobr></span>'
    return f'<span class="MathJax_Preview" style="color: inherit;"></span>{frame[0] if display else ""}{drawn}{frame[1] if display else ""}<script type="math/tex{kind}" id="MathJax-Element-1">{tex}</script>'


def latex2html(tex, display):
    name = "$\\displaystyle " if display else "$"
    image = f'<IMG WIDTH="87" HEIGHT="37" ALIGN="MIDDLE" BORDER="0" SRC="img1.png" ALT="{quoted(name + tex + "$")}">'
    return f'<DIV ALIGN="CENTER"><TABLE CELLPADDING="0" WIDTH="100%" ALIGN="CENTER"><TR VALIGN="MIDDLE"><TD NOWRAP ALIGN="CENTER">{image}</TD><TD NOWRAP WIDTH="10" ALIGN="RIGHT">(1)</TD></TR></TABLE></DIV>' if display else image


def jianshu(attributes):
    return f'<div class="image-package"><div class="image-container" style="max-width: 700px;"><div class="image-container-fill"></div><div class="image-view" data-width="700" data-height="467"><img data-original-src="{source_of(attributes)}" data-original-width="700" alt="{re.search("alt=.([^{0}]*).".format(chr(34)), attributes)[1]}"></div></div></div>'


def blogger_caption(attributes):
    return f'<table align="center" cellpadding="0" cellspacing="0" class="tr-caption-container" style="margin-left: auto;"><tbody><tr><td style="text-align: center;"><a href="https://blogger.example.com/img/a/x.png" imageanchor="1"><img{attributes} border="0"></a></td></tr></tbody></table>'


def mathjax_plain(tex, display):
    return f"\\[{E(tex)}\\]" if display else f"\\({E(tex)}\\)"


MORE_SITES = {
    "gitbook-new": (manual, site(mathjax_plain, code=gitbook_code, heading=gitbook_heading, table=divs, picture=lambda a: f'<figure class="mx-auto"><picture class="relative inline-block"><img{a} class="inline max-w-full" loading="lazy"></picture></figure>')),
    "confluence": (manual, site(mathjax_plain, code=lambda c, l: f'<div class="code panel pdl" style="border-width: 1px;"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: {l}; gutter: false; theme: Confluence" data-theme="Confluence">{c}</pre></div></div>', heading=lambda l, i, t: f'<h{l} id="Page-{i}">{t}</h{l}>', picture=lambda a: f'<p><span class="confluence-embedded-file-wrapper confluence-embedded-manual-size"><img class="confluence-embedded-image" draggable="false"{a}></span></p>', table=lambda t: '<div class="table-wrap">' + re.sub(r"<t([hd])([^>]*)>(.*?)</t[hd]>", r'<t\1 class="confluenceT\1"\2><p>\3</p></t\1>', t.replace("<table>", '<table class="confluenceTable"><colgroup><col><col></colgroup>'), flags=re.S) + "</div>")),
    "ghost": (blog, site(mathjax_plain, code=lambda c, l: f'<figure class="kg-card kg-code-card"><pre class="language-{l}"><code class="language-{l}">{tokens(c)}</code></pre></figure>', picture=lambda a: f'<figure class="kg-card kg-image-card"><img{a} class="kg-image" loading="lazy" srcset="x.png 600w"></figure>')),
    "blogger-hilite": (blog, site(mathjax_plain, code=hilite_me, picture=blogger_caption)),
    "dokuwiki": (manual, site(mathjax_plain, code=lambda c, l: f'<dl class="code"><dt><a href="/doku.php?do=export_code" title="Download Snippet" class="mediafile mf_{l}">snippet.{l}</a></dt><dd><pre class="code file {l}">{tokens(c)}</pre></dd></dl>', heading=lambda l, i, t: f'<h{l} class="sectionedit2" id="{i}">{t}</h{l}><div class="secedit editbutton_section editbutton_2"><form class="button btn_secedit" method="post" action="/x"><div class="no"><input type="hidden" name="do" value="edit"><button type="submit" title="{t}">Edit</button></div></form></div>', table=lambda t: f'<div class="table sectionedit3">{t.replace("<table>", "<table class=inline>")}</div>')),
    "phpbb": (blog, site(mathjax_plain, code=lambda c, l: f'<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>{c}</code></pre></div>')),
    "zola-lines": (blog, site(mathjax_plain, code=zola_lines, heading=anchored('<a class="zola-anchor" href="#ID" aria-label="Anchor link for: ID">🔗</a>'))),
    "antora": (manual, site(lambda t, d: f'<div class="stemblock"><div class="content">\\[{E(t)}\\]</div></div>' if d else f'\\({E(t)}\\)', code=antora, heading=anchored('<a class="anchor" href="#ID"></a>'), picture=lambda a: f'<div class="imageblock"><div class="content"><img{a}></div></div>', table=lambda t: re.sub(r"<t([hd])([^>]*)>(.*?)</t[hd]>", r'<t\1 class="tableblock halign-left valign-top"\2><p class="tableblock">\3</p></t\1>', t.replace("<table>", '<table class="tableblock frame-all grid-all stretch">'), flags=re.S))),
    "enlighter-drawn": (blog, site(lambda t, d: f'<span class="katex-eq" data-katex-display="{"true" if d else "false"}">{E(t)}</span>', code=enlighter_drawn)),
    "devsite": (manual, site(mathjax_plain, code=lambda c, l: f'<div></div><devsite-code><div class="devsite-code-buttons-container" role="group" aria-label="Action buttons"><button type="button" class="gc-analytics-event material-icons devsite-icon-copy" aria-label="Copy code sample"></button></div><pre class="devsite-click-to-copy" translate="no" dir="ltr" syntax="{l}"><code>{tokens(c)}</code></pre></devsite-code>', heading=lambda l, i, t: f'<h{l} id="{i}" data-text="{t}" tabindex="-1"><span class="devsite-heading" role="heading" aria-level="{l}">{t}</span><button type="button" aria-label="Copy link to this section: {t}" class="devsite-heading-link button-flat material-icons" data-id="{i}"></button></h{l}>', table=lambda t: f'<div class="devsite-table-wrapper">{t}</div>')),
    "ms-learn": (manual, site(mathjax_plain, code=lambda c, l: f'<div class="code-header" id="code-try-0" data-bi-name="code-header"><span class="language">{l.title()}</span><button type="button" class="action position-relative display-none-print" data-bi-name="copy"><span class="icon margin-right-xxs" aria-hidden="true"><span class="docon docon-edit-copy"></span></span><span>Copy</span></button></div><pre tabindex="0" class="has-inner-focus"><code class="lang-{l}" data-author-content="x"><span>{tokens(c)}</span></code></pre>', heading=lambda l, i, t: f'<div class="heading-wrapper" data-heading-level="h{l}"><a class="anchor-link docon docon-link" href="#{i}" aria-label="Section titled: {t}"></a><h{l} id="{i}" class="heading-anchor">{t}</h{l}></div>', picture=lambda a: f'<p><span class="mx-imgBorder"><img{a} data-linktype="relative-path"></span></p>')),
    "codemirror": (blog, site(mathjax2, code=codemirror)),
    "gist": (blog, site(latex2html, code=blob)),
    "readme-io": (manual, site(mathjax_plain, code=lambda c, l: f'<div class="CodeTabs CodeTabs_initial theme-light"><div class="CodeTabs-toolbar"><button class="CodeTabs_active" type="button">{l.title()}</button></div><div class="CodeTabs-inner"><pre class="CodeTabs_active"><button aria-label="Copy Code" class="rdmd-code-copy fa"></button><code class="rdmd-code lang-{l} theme-light" data-lang="{l}" name="" tabindex="0"><span class="cm-s-neo" data-testid="SyntaxHighlighter">{tokens(c)}</span></code></pre></div></div>', heading=lambda l, i, t: f'<h{l} class="heading heading-{l} header-scroll" align=""><div class="heading-anchor anchor waypoint" id="{i}"></div><div class="heading-text"><div id="section-{i}" class="heading-anchor_backwardsCompatibility"></div>{t}</div><a aria-label="Skip link to {t}" class="heading-anchor-icon fa fa-anchor" href="#{i}"></a></h{l}>', table=lambda t: f'<div class="rdmd-table"><div class="rdmd-table-inner">{t}</div></div>', picture=lambda a: f'<span class="img" role="button" tabindex="0"><span class="lightbox-inner"><img{a} loading="lazy"></span></span>')),
    "docsify": (manual, site(mathjax_plain, code=lambda c, l: f'<pre v-pre="" data-lang="{l}"><code class="lang-{l}">{tokens(c)}</code></pre>', heading=lambda l, i, t: f'<h{l} id="{i}"><a href="#/?id={i}" data-id="{i}" class="anchor"><span>{t}</span></a></h{l}>', picture=lambda a: f'<p><img{a} data-origin="x.png"></p>')),
    "csdn": (blog, site(lambda t, d: f'<span class="katex--{"display" if d else "inline"}"><span class="{"katex-display" if d else ""}"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{E(t)}</annotation></semantics></math></span><span class="katex-html"><span class="base"><span class="mord mathnormal">x</span></span></span></span></span></span>', code=csdn, heading=anchored('<a name="t1"></a><a id="ID"></a>'), picture=lambda a: f'<p><img{a}><br></p>', table=lambda t: f'<div class="table-box">{t}</div>')),
    "jianshu": (blog, site(lambda t, d: f'<img class="math-{"block" if d else "inline"}" src="https://math.jianshu.example.com/math?formula={urllib.parse.quote(t)}" alt="{quoted(t)}" mathimg="1">{"<br>" if d else ""}', code=lambda c, l: f'<div class="_2Uzcx_"><button class="VJbwyy" type="button" aria-label="复制代码"><i aria-label="icon: copy" class="anticon anticon-copy"><svg></svg></i></button><pre class="line-numbers  language-{l}"><code class="  language-{l}">{tokens(c)}<span aria-hidden="true" class="line-numbers-rows">{"".join("<span></span>" for _ in c.split(chr(10)))}</span></code></pre></div>', picture=jianshu)),
    "quarto": (manual, site(lambda t, d: f'<span class="math {"display" if d else "inline"}">{mathjax_plain(t, d)}</span>', code=quarto, heading=lambda l, i, t: f'<h{l} class="anchored" data-anchor-id="{i}">{t}<a class="anchorjs-link " aria-label="Anchor" data-anchorjs-icon="\ue9cb" href="#{i}" style="font: 1em / 1 anchorjs-icons;"></a></h{l}>', picture=lambda a: f'<div class="quarto-figure quarto-figure-center"><figure class="figure"><p><img{a} class="img-fluid figure-img"></p></figure></div>')),
}
SITES.update(MORE_SITES)

# ------------------------------------------------------------------ programs


def asciidoctor(text, doc):
    return run("asciidoctor", "-a", "stem=latexmath", "-a", "source-highlighter=rouge", "-a", "linenums-option", "-a", "toc=left", "-o", "-", "-", text=pandoc(text, "asciidoc", "-s", "--shift-heading-level-by=-1"))


def asciidoctor_numbers(text, doc):
    source = pandoc(text, "asciidoc", "-s", "--shift-heading-level-by=-1").replace("[source,", "[source%linenums,")
    return run("asciidoctor", "-a", "stem=latexmath", "-a", "source-highlighter=rouge", "-o", "-", "-", text=source)


def docutils(*options):
    def render(text, doc):
        rst = pandoc(text, "rst", "-s")
        return run(BIN / "rst2html5", "--report=5", *options, text=rst)

    return render


def latexml(text, doc):
    with tempfile.TemporaryDirectory() as folder:
        tex = pandoc(re.sub(r"!\[([^\]]*)\]\(([^)]*)\)", "", text), "latex", "-s", "--syntax-highlighting=none" if NEW else "--no-highlight")
        Path(folder, "x.tex").write_text(tex)
        run("latexmlc", "--format=html5", "--pmml", "--mathtex", "--nocomments", "--dest=x.html", "x.tex", cwd=folder)
        return Path(folder, "x.html").read_text()


def nbconvert(text, doc):
    """Each fence of Python is a cell of code; all else is Markdown."""
    cells = []
    for n, piece in enumerate(re.split(r"^```python\n(.*?)^```\n", text, flags=re.S | re.M)):
        if piece.strip():
            kind = "code" if n % 2 else "markdown"
            cells.append({"cell_type": kind, "metadata": {}, "source": piece.strip("\n"), "id": str(n), **({"outputs": [], "execution_count": n} if kind == "code" else {})})
    book = {"cells": cells, "metadata": {"kernelspec": {"name": "python3", "language": "python", "display_name": "Python"}, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "x.ipynb").write_text(json.dumps(book))
        run(BIN / "python", "-m", "nbconvert", "--to", "html", "x.ipynb", cwd=folder)
        return Path(folder, "x.html").read_text()


def sphinx(theme, lines):
    def render(text, doc):
        with tempfile.TemporaryDirectory() as folder:
            source = re.sub(r"^```(\w+)\n", lambda m: f"```{{code-block}} {m[1]}\n:linenos:\n\n" if lines and m[1] != "text" else m[0], text, flags=re.M)
            Path(folder, "index.md").write_text(source + "\n```{toctree}\nabout\n```\n")
            Path(folder, "about.md").write_text("# About\n\nA page beside.\n")
            Path(folder, "conf.py").write_text(f"project='Book'\nextensions=['myst_parser','sphinx.ext.mathjax','sphinx_copybutton']\nmyst_enable_extensions=['dollarmath']\nhtml_theme={theme!r}\nlanguage={({'zh': 'zh_CN'}.get(doc['lang'], doc['lang']))!r}\nsmartquotes=False\n".replace(",'sphinx_copybutton'", ""))
            run(BIN / "sphinx-build", "-q", "-b", "html", folder, folder + "/_build")
            return Path(folder, "_build/index.html").read_text()

    return render


def kramdown(text, doc):
    """Jekyll with its defaults: kramdown, rouge, MathJax in the browser."""
    with tempfile.TemporaryDirectory() as folder:
        source = re.sub(r"(?<!\$)\$([^$\n]+)\$(?!\$)", r"$$\1$$", text)
        Path(folder, "index.md").write_text(f"---\ntitle: x\nlayout: x\n---\n{source}")
        Path(folder, "_layouts").mkdir()
        Path(folder, "_layouts/x.html").write_text("{{ content }}")
        Path(folder, "_config.yml").write_text("kramdown:\n  syntax_highlighter_opts:\n    block:\n      line_numbers: %s\n" % ("true" if doc["odd"] else "false"))
        run("jekyll", "build", "-q", cwd=folder, env={**os.environ, "LANG": "C.UTF-8"})
        return Path(folder, "_site/index.html").read_text()


def hugo(text, doc):
    """Goldmark and Chroma, line numbers in a table for every other document; formulas between MathJax's signs."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("content", "layouts/_default/_markup"):
            Path(folder, name).mkdir(parents=True)
        Path(folder, "content/x.md").write_text("---\ntitle: x\n---\n" + doubled(text))
        Path(folder, "layouts/_default/single.html").write_text("{{ .Content }}")
        Path(folder, "layouts/_default/_markup/render-heading.html").write_text('<h{{ .Level }} id="{{ .Anchor | safeURL }}">{{ .Text | safeHTML }} <a class="anchor" href="#{{ .Anchor | safeURL }}">#</a></h{{ .Level }}>')
        Path(folder, "config.toml").write_text(f"disableKinds=['taxonomy','term','RSS','sitemap','home','section']\n[markup.goldmark.renderer]\nunsafe=true\n[markup.highlight]\nlineNos={'true' if doc['odd'] else 'false'}\nlineNumbersInTable=true\nnoClasses={'false' if doc['odd'] else 'true'}\n")
        run("hugo", "--quiet", cwd=folder)
        return next(Path(folder, "public").rglob("x/index.html")).read_text()


def mdbook(text, doc):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "src").mkdir()
        Path(folder, "src/SUMMARY.md").write_text("# Summary\n\n- [One](x.md)\n- [Two](y.md)\n")
        Path(folder, "src/x.md").write_text(doubled(text))
        Path(folder, "src/y.md").write_text("# Two\n\nA page beside.\n")
        Path(folder, "book.toml").write_text(f"[book]\ntitle='Book'\nlanguage='{doc['lang']}'\n[output.html]\nmathjax-support=true\n")
        run("mdbook", "build", cwd=folder)
        return Path(folder, "book/x.html").read_text()


def doubled(text):
    """Formulas between MathJax's signs, as one has to write them where a backslash is Markdown's own."""
    double = lambda tex: re.sub(r"([\\_*])", r"\\\1", tex).replace("\n", " ")
    text = re.sub(r"\$\$\n(.*?)\n\$\$", lambda m: "\\\\[ " + double(m[1]) + " \\\\]", text, flags=re.S)
    return re.sub(r"(?<!\$)\$([^$\n]+)\$(?!\$)", lambda m: "\\\\( " + double(m[1]) + " \\\\)", text)


def framed(frame, way):
    return lambda text, doc: frame(way(text, doc), doc)


def of_plain(way):
    return lambda text, doc: way(plain(text), doc)


WIDER = {**wider.ARTICLES, **wider.THREADS}


PROGRAMS = {
    "asciidoctor": asciidoctor,
    "asciidoctor-linenums": asciidoctor_numbers,
    "docutils-mathjax": docutils("--math-output=MathJax"),
    "docutils-mathml": docutils("--math-output=MathML"),
    "latexml": latexml,
    "nbconvert": nbconvert,
    "pydata-sphinx": sphinx("pydata_sphinx_theme", True),
    "sphinx-book": sphinx("sphinx_book_theme", False),
    "jekyll": framed(blog, kramdown),
    "hugo": framed(blog, hugo),
    "mdbook": mdbook,
    "pandoc-gladtex": framed(manual, lambda text, doc: pandoc(text, "html", "--webtex=https://latex.example.org/png?")),
    "pandoc-mathml-numbers": framed(manual, lambda text, doc: run(PANDOC, "-f", "markdown-smart-implicit_figures+lists_without_preceding_blankline", "-t", "html", "--mathml", text=re.sub(r"^( *)```(\w+)$", r"\1``` {.\2 .numberLines}", text, flags=re.M))),
    **{way: framed(frame, node(way)) for way, frame in [("docusaurus", manual), ("vuepress", manual), ("gitbook", manual), ("hexo", blog), ("shiki", manual), ("mathjax-svg", blog), ("mathjax-chtml", blog), ("katex-html", blog), ("mathml", blog), ("rehype", blog)]},
    **{name: framed(frame, way) for name, (frame, way) in SITES.items()},
    **{name: of_plain(way) for name, way in WIDER.items()},
}

# What a way cannot say, so that nobody is asked for it.
SKIP = {
    "medium": ["formulas", "prose"],
    "katex-html": ["formulas", "prose"],
    "latexml": ["images", "headings"],
    **wider.SKIP,
}


def document(path):
    text = path.read_text()
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {"name": path.stem, "lang": path.stem.split(".")[-1], "title": headings[0], "headings": headings[1:]}


def main(out):
    out = Path(out)
    (out / "html").mkdir(parents=True, exist_ok=True)
    docs = [document(path) for path in SOURCES]
    rows, missing = [], {}
    only = sys.argv[2:]
    for n, (path, doc) in enumerate(zip(SOURCES, docs)):
        doc["odd"] = n % 2 == 1
        doc["others"] = [other["title"] for other in docs if other is not doc][:3] + doc["headings"][:2]
        for way, render in PROGRAMS.items():
            # latexml of Debian has neither Chinese nor Arabic.
            if way == "latexml" and doc["lang"] in ("zh", "ar"):
                continue
            if not wider.is_for(way, doc["name"]):
                continue
            name = f"{doc['name']}.{way}.html"
            try:
                # What was rendered before is not rendered again: programs are slow.
                page = (out / "html" / name).read_text() if (out / "html" / name).exists() and way not in only else ""
                page = page or SCRIPTS.sub("", render(path.read_text(), doc))
            except (OSError, RuntimeError) as error:
                missing.setdefault(way, f"{type(error).__name__}: {error}"[:300])
                continue
            (out / "html" / name).write_text(page)
            rows.append({"id": f"{doc['name']}-{way}", "html": f"html/{name}", "generator": way, "language": doc["lang"], "source": f"sources/{path.name}", "set": "wider" if way in WIDER else "own", "skip": SKIP.get(way, [])})
    for way, why in missing.items():
        print(f"left out: {way}: {why}")
    (out / "manifest.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    with tarfile.open(out / "pages.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
        for name in ["manifest.jsonl"] + [row["html"] for row in rows]:
            data = (out / name).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    if shutil.which("zstd"):
        run("zstd", "-19", "-q", "-f", str(out / "pages.tar"), "-o", str(out / "pages.tar.zst"))
    print(len(rows), "pages")


if __name__ == "__main__":
    main(sys.argv[1])
