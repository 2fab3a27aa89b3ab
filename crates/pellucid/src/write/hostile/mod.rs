//! Pages that want to run programs in what is written of them.
//!
//! What is written is read back by parsers that are not ours, and only what is on a list may be there: elements, attributes,
//! schemes. So a way that nobody thought of is found too, as long as some page here takes it.

mod read_back;

use proptest::prelude::*;
use read_back::{check_html, check_markdown};

use super::tests::{ALL, PLAIN, read};
use super::{html, markdown, text};

fn check(page: &str) -> Result<(), String> {
    let parts = read(page);
    for options in [ALL, PLAIN] {
        let written = html(&parts, options);
        check_html(&written).map_err(|wrong| format!("{wrong} in {written:?} of {page:?}"))?;
        let written = markdown(&parts, options);
        check_markdown(&written).map_err(|wrong| format!("{wrong} in {written:?} of {page:?}"))?;
        let _ = text(&parts, options);
    }
    Ok(())
}

/// Where a page can put what it wants to run: `@` stands for it.
const PLACES: [&str; 14] = [
    "@",
    "<p>a @ b",
    "<h2>a @</h2>",
    "<ul><li>a<li>@</ul>",
    "<blockquote><p>@</p><ul><li>@</ul></blockquote>",
    "<table><caption>@</caption><tr><th>a<th>@<tr><td>@<td>b</table>",
    "<dl><dt>@<dd>@</dl>",
    "<figure><img src=a.png><figcaption>@</figcaption></figure>",
    "<pre>a\n@\n</pre>",
    "<p><a href=/x>a @ b</a> <b>@</b>",
    "<blockquote><pre>a\n@</pre></blockquote>",
    "<noscript>@</noscript><template>@</template>a",
    "<svg><desc>@</desc></svg><math><mtext>@</mtext></math>b",
    "<p>a <code>@</code> b",
];

#[test]
fn elements_and_attributes_that_run_programs() {
    let attacks = [
        // Elements that run, load or send something.
        "<script>alert(1)</script>",
        "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
        "<scr<script>ipt>alert(1)</script>",
        "<script/src=data:,alert(1)>",
        "<iframe src=javascript:alert(1)></iframe>",
        "<iframe srcdoc='&lt;script&gt;alert(1)&lt;/script&gt;'></iframe>",
        "<object data=javascript:alert(1)><param name=movie value=x></object>",
        "<embed src=javascript:alert(1)>",
        "<applet code=a></applet>",
        "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
        "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
        "<base href=javascript:alert(1)//><a href=/x>y</a>",
        "<link rel=stylesheet href=javascript:alert(1)>",
        "<style>@import 'javascript:alert(1)'; p { background: url(javascript:alert(1)) }</style>",
        "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>go</button></form>",
        "<input type=image src=x formaction=javascript:alert(1) autofocus onfocus=alert(1)>",
        "<isindex action=javascript:alert(1) type=image>",
        "<video src=x onerror=alert(1)><source onerror=alert(1)></video>",
        "<audio src=x onloadstart=alert(1)></audio>",
        "<details open ontoggle=alert(1)>a</details>",
        "<marquee onstart=alert(1)>a</marquee>",
        "<portal src=javascript:alert(1)></portal>",
        // Handlers, also where white space, quotes or slashes are unusual.
        "<b onclick=alert(1)>a</b>",
        "<p/onmouseover=alert(1)//>a",
        "<img src=x onerror=alert(1)>",
        "<img src=x\x0Conerror=alert(1)>",
        "<img src=x\u{B}onerror=alert(1) alt=b>",
        "<img src=`x` onerror=alert(1)>",
        "<img src='x'onerror=alert(1)>",
        "<img \"\"\"><script>alert(1)</script>\">",
        "<a href=x onclick=alert(1) style='behavior: url(x.htc)'>a</a>",
        "<div style='background: url(javascript:alert(1))'>a</div>",
        "<div style='width: expression(alert(1))'>a</div>",
        "<body onload=alert(1) background=javascript:alert(1)>a",
        "<td background=javascript:alert(1)>a",
        "<bdo dir='ltr\" onclick=\"alert(1)'>a</bdo><p dir='\"><script>'>b",
        "<ol start='1\" onclick=\"alert(1)'><li value='\"><script>'>a</ol>",
        // SVG and MathML.
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        "<svg><a xlink:href=javascript:alert(1)><text>a</text></a></svg>",
        "<svg><animate attributeName=href values=javascript:alert(1)></svg>",
        "<svg><use href='data:image/svg+xml,&lt;svg onload=alert(1)&gt;'></svg>",
        "<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>",
        "<math href=javascript:alert(1)><mi>a</mi></math>",
        "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>a</maction></math>",
        // Pictures.
        "<img src=javascript:alert(1) alt=a>",
        "<img src='data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;' alt=a>",
        "<img srcset='javascript:alert(1) 1x, data:text/html,x 2x' alt=a>",
        "<picture><source srcset='javascript:alert(1)'><img alt=a></picture>",
        "<img data-src=javascript:alert(1) alt=a><img data-original='vbscript:x' alt=b>",
        "<img dynsrc=javascript:alert(1) lowsrc=javascript:alert(1) alt=a>",
        "<img src=x alt='\"><script>alert(1)</script>'>",
        "<img src=x alt='](javascript:alert(1)) ![x'>",
        "<img src=x alt='a&#13;&#13;&lt;script>alert(1)&lt;/script>'>",
        "<img src=x alt='a&#10;&#10;&lt;script>alert(1)&lt;/script>'>",
        "<img src='x\" onerror=\"alert(1)' alt='b\" onload=\"alert(1)'>",
        "<img src='x) &lt;img src=x onerror=alert(1)>' alt=a>",
    ];
    for attack in attacks {
        for place in PLACES {
            check(&place.replace('@', attack)).unwrap();
        }
    }
}

#[test]
fn addresses_that_are_programs() {
    let schemes = [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "vbscript:msgbox(1)",
        "livescript:alert(1)",
        "mocha:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
        "data:image/svg+xml,<svg onload=alert(1)>",
        "blob:https://evil.example/1",
        "filesystem:https://evil.example/1",
        "view-source:javascript:alert(1)",
        "feed:javascript:alert(1)",
        "jar:https://evil.example/x!/y",
        "file:///etc/passwd",
        "ms-word:ofe|u|x",
        "intent://x#Intent;scheme=javascript;end",
        "  javascript:alert(1)",
        "\u{1}\u{1F} javascript:alert(1)",
        "\u{0}javascript:alert(1)",
        "\u{A0}javascript:alert(1)",
        "\u{FEFF}javascript:alert(1)",
        "\u{200B}javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "java\rscript:alert(1)",
        "java\u{0}script:alert(1)",
        "java\u{7F}script:alert(1)",
        "j\ta\nv\ra\ts\nc\rr\ti\np\rt\t:alert(1)",
        "javascript\n:alert(1)",
        "javascript&colon;alert(1)",
        "javascript&#58;alert(1)",
        "javascript&#x3a;alert(1)",
        "javascript&#58alert(1)",
        "javascript&#x3Aalert(1)",
        "&#106;avascript:alert(1)",
        "&#0000106avascript:alert(1)",
        "java&Tab;script:alert(1)",
        "java&NewLine;script&colon;alert(1)",
        "java%0Ascript:alert(1)",
        "javascript%3Aalert(1)",
        "\\javascript:alert(1)",
        "javascript\\:alert(1)",
        "java\\script:alert(1)",
        "javascript://example.org/%0Aalert(1)",
        "javascript:/*http://example.org*/alert(1)",
        "ht\ttp://x\" onclick=\"alert(1)",
        "http://x' onclick='alert(1)",
        "http://x> <script>alert(1)</script>",
        "http://x) [y](javascript:alert(1)",
        "http://x \"title\" onclick=alert(1)",
        "<javascript:alert(1)>",
        "x>(javascript:alert(1)",
        "http://x\n\n<script>alert(1)</script>",
        "http://x\r\r<script>alert(1)</script>",
        "http://x|<script>alert(1)</script>",
        "http://x`<script>`",
    ];
    for address in schemes {
        // As they are, and with each character that can be one written as a reference: twice in the eyes of those who read twice.
        let references: String = address.chars().map(|c| format!("&#{};", c as u32)).collect();
        let hexadecimal: String = address.chars().map(|c| format!("&#x{:X}", c as u32)).collect();
        let escaped = address.replace('&', "&amp;").replace('<', "&lt;");
        for written in [address, &references, &hexadecimal, &escaped] {
            let double = written.replace('"', "&quot;");
            let attack = format!(
                "<a href=\"{double}\">a</a><img src=\"{double}\" alt=b><img srcset=\"{double} 2x\" alt=c>\
                 <a href=\"x\" HREF=\"{double}\">d</a><area href=\"{double}\">"
            );
            for place in PLACES {
                check(&place.replace('@', &attack)).unwrap();
            }
        }
    }
}

#[test]
fn text_that_would_be_markup() {
    let attacks = [
        "<script>alert(1)</script>",
        "</p></td></pre></code><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<!--><script>alert(1)</script>-->",
        "<!-- a --!><img src=x onerror=alert(1)>",
        "<![CDATA[<img src=x onerror=alert(1)>]]>",
        "<?x <img src=x onerror=alert(1)>?>",
        "<javascript:alert(1)>",
        "[a](javascript:alert(1))",
        "![a](javascript:alert(1))",
        "[a](<javascript:alert(1)>)",
        "[a][b]\n\n[b]: javascript:alert(1)",
        "[b]: javascript:alert(1)\n\n[b]",
        "a\n\n    <img src=x onerror=alert(1)>\n\n<img src=x onerror=alert(1)>",
        "```\n<img src=x onerror=alert(1)>\n```\n<img src=x onerror=alert(1)>",
        "~~~\n~~~\n<img src=x onerror=alert(1)>",
        "` <img src=x onerror=alert(1)> ` <img src=x onerror=alert(1)>",
        "\\<img src=x onerror=alert(1)>",
        "\\\\<img src=x onerror=alert(1)>",
        "\\` <img src=x onerror=alert(1)>",
        "a\r\r<img src=x onerror=alert(1)>",
        "a\r<img src=x onerror=alert(1)>",
        "a\u{B}\u{C}<img src=x onerror=alert(1)>",
        "a\u{85}\u{2028}\u{2029}<img src=x onerror=alert(1)>",
        "a\0<img src=x onerror=alert(1)>",
        "$<img src=x onerror=alert(1)>$",
        "$`$ `<img src=x onerror=alert(1)>`",
        "<svg/onload=alert(1)//",
        "&lt;img src=x onerror=alert(1)&gt;",
        "<\u{0}script>alert(1)</script>",
        "＜script＞alert(1)＜/script＞",
        "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    ];
    for attack in attacks {
        let once = attack.replace('&', "&amp;").replace('<', "&lt;");
        let references: String = attack.chars().map(|c| format!("&#{};", c as u32)).collect();
        let quoted = once.replace('\'', "&#39;");
        let ways = [
            once.clone(),
            references.clone(),
            format!("<code>{once}</code>"),
            format!("<code>a{references}</code> b <code>{references}</code>"),
            format!("<b>{once}</b>{once}"),
            format!("<script type=math/tex>{attack}</script>"),
            format!("<script type='math/tex; mode=display'>`{attack}</script> <code>{once}</code>"),
            format!("<img src=x alt='a $b'> <code>${once}$</code>"),
            format!("<script type=math/tex>\\</script><code>${once}$</code>"),
            format!("<a href=x$y>c</a> <code>${once}$</code>"),
            format!("<table><tr><td>a $b<pre>${once}$</pre><td>c</table>"),
            format!(
                "<script type=math/tex>x$</script><code>{once}</code><math alttext='{quoted}'><mi>x</mi></math>"
            ),
            format!(
                "<script type=math/tex>x$</script><code><math alttext='{quoted}'><mi>x</mi></math></code>"
            ),
            format!("<math alttext='{quoted}'><mi>x</mi></math>"),
            format!("<math alttext='`'><mi>x</mi></math> <code>{once}</code>"),
            format!("<math alttext='a]({quoted}'><mi>x</mi></math>"),
            format!("<math><annotation encoding=application/x-tex>{references}</annotation></math>"),
            format!("<math><mi>{once}</mi></math>"),
            format!("<img src=x alt='{quoted}'>"),
            format!("<img src=x alt='{}'>", references),
            format!("<pre class='language-{quoted}'>{references}</pre>"),
            format!("<pre data-lang='{references}'>{once}</pre>"),
            // What a parser of another opinion would read.
            format!("<noscript><p title='</noscript>{attack}'></noscript>"),
            format!("<math><mtext><table><mglyph><style><!--</style>{attack}--></table></mtext></math>"),
            format!("<svg></p><style><a id='</style>{attack}'></svg>"),
            format!("<template><s>{attack}</template>"),
            format!("<textarea>{attack}</textarea><title>{attack}</title><xmp>{attack}</xmp>"),
            format!("<listing>{attack}</listing><plaintext>{attack}"),
        ];
        for way in ways {
            for place in PLACES {
                check(&place.replace('@', &way)).unwrap();
            }
        }
    }
}

/// Pages of pieces that are dangerous beside each other.
fn pages() -> impl Strategy<Value = String> {
    let pieces = [
        "<p>",
        "<li>",
        "<ul>",
        "</ul>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "<code>",
        "</code>",
        "<h2>",
        "<table><tr><td>",
        "<td>",
        "</table>",
        "<b>",
        "</b>",
        "<i>",
        "<sub>",
        "</sub>",
        "<br>",
        "<a href=/x>",
        "<a href=/x$y>",
        "<a href='javascript&amp;colon;x'>",
        "</a>",
        "<img src=x alt='](",
        "<img src=x$y alt='$",
        "'>",
        "<script type=math/tex>",
        "</script>",
        "<math alttext='",
        "'></math>",
        "&lt;img src=x onerror=x&gt;",
        "<img src=x onerror=x>",
        "&lt;",
        "x",
        " ",
        "\n",
        "\r",
        "&#13;",
        "&#10;",
        "&#9;",
        "`",
        "``",
        "```",
        "~~~",
        "$",
        "$$",
        "\\",
        "[",
        "]",
        "(",
        ")",
        "](javascript:x)",
        "!",
        "|",
        ":",
        "&amp;colon;",
        "javascript:",
        "&#0;",
        "\u{2028}",
        "    ",
        "---",
        "- ",
        "1. ",
        "# ",
        "> ",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

    #[test]
    fn no_page_gets_a_program_through(page in pages()) {
        if let Err(wrong) = check(&page) {
            prop_assert!(false, "{}", wrong);
        }
    }
}
