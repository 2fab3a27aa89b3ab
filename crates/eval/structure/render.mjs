// Markdown → HTML as programs of JavaScript write it, for render.py: render.mjs WAY < source > html.
// `katex` and `mathjax-full` set the formulas on the server; `shiki`, `prismjs` and `highlight.js` colour the code.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const root = process.env.NODE_MODULES;
const require = createRequire(path.join(root, 'x.js'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const way = process.argv[2];
const source = readFileSync(0, 'utf8');

const MarkdownIt = require('markdown-it');
const texmath = require('markdown-it-texmath');
const katex = require('katex');

function mathjax(output, assistive) {
  const { mathjax } = require('mathjax-full/js/mathjax.js');
  const { TeX } = require('mathjax-full/js/input/tex.js');
  const { SVG } = require('mathjax-full/js/output/svg.js');
  const { CHTML } = require('mathjax-full/js/output/chtml.js');
  const { liteAdaptor } = require('mathjax-full/js/adaptors/liteAdaptor.js');
  const { RegisterHTMLHandler } = require('mathjax-full/js/handlers/html.js');
  const { AssistiveMmlHandler } = require('mathjax-full/js/a11y/assistive-mml.js');
  const { AllPackages } = require('mathjax-full/js/input/tex/AllPackages.js');
  const adaptor = liteAdaptor();
  const handler = RegisterHTMLHandler(adaptor);
  if (assistive) AssistiveMmlHandler(handler);
  const html = mathjax.document('', { InputJax: new TeX({ packages: AllPackages }), OutputJax: output === 'svg' ? new SVG({ fontCache: 'local' }) : new CHTML() });
  return (tex, display) => adaptor.outerHTML(html.convert(tex, { display }));
}

// What each way does with formulas and with code.
const math = {
  katex: (tex, display) => katex.renderToString(tex, { displayMode: display, throwOnError: false }),
  'katex-html': (tex, display) => katex.renderToString(tex, { displayMode: display, output: 'html' }),
  mathml: (tex, display) => katex.renderToString(tex, { displayMode: display, output: 'mathml' }),
};
const prism = (code, lang) => {
  const Prism = require('prismjs');
  require('prismjs/components/')(['bash', 'python', 'rust', 'c', 'ini', 'javascript']);
  const grammar = Prism.languages[lang];
  return grammar ? Prism.highlight(code, grammar, lang) : escape(code);
};
const lines = (html) => html.replace(/\n$/, '').split('\n');

const ways = {
  // Docusaurus: rehype-katex, prism-react-renderer, buttons of icons, anchors of headings.
  docusaurus: {
    math: () => math.katex,
    code: (code, lang) => `<div class="language-${lang} codeBlockContainer_Ckt0 theme-code-block" style="--prism-color:#393A34"><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-${lang} codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv">${lines(escape(code)).map((line) => `<span class="token-line" style="color:#393A34"><span class="token plain"${line ? '' : ' style="display:inline-block"'}>${line}</span><br></span>`).join('')}</code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" title="Copy" class="clean-btn"><span class="copyButtonIcons_eSgA" aria-hidden="true"><svg viewBox="0 0 24 24"><path fill="currentColor" d="M19,21H8V7H19"></path></svg></span></button></div></div></div>`,
    heading: (level, id, inner) => `<h${level} class="anchor anchorWithStickyNavbar_LWe7" id="${id}">${inner}<a href="#${id}" class="hash-link" aria-label="Direct link to ${id}" title="Direct link to ${id}">\u200b</a></h${level}>`,
  },
  // VuePress and the first VitePress: line numbers in a column after the code.
  vuepress: {
    math: () => math.katex,
    code: (code, lang) => `<div class="language-${lang} line-numbers-mode" data-ext="${lang}" data-title="${lang}"><pre class="language-${lang}"><code>${prism(code, lang)}</code></pre><div class="line-numbers" aria-hidden="true">${lines(code).map(() => '<div class="line-number"></div>').join('')}</div></div>`,
    heading: (level, id, inner) => `<h${level} id="${id}" tabindex="-1"><a class="header-anchor" href="#${id}" aria-hidden="true">#</a> ${inner}</h${level}>`,
  },
  // GitBook: a div for each line, numbers as text.
  gitbook: {
    math: () => math.katex,
    code: (code, lang) => `<div class="group/codeblock grid grid-flow-col mx-auto w-full"><div class="flex items-center justify-start [grid-area:1/1] text-sm gap-2"></div><button class="group-hover/codeblock:opacity-[1] text-xs"><span>Copy</span></button><pre class="[grid-area:2/1] relative overflow-auto"><code id="c1" class="min-w-full grid [grid-template-columns:auto_1fr]">${lines(escape(code)).map((line, n) => `<div class="highlight-line"><div class="highlight-line-number" aria-hidden="true">${n + 1}</div><div class="highlight-line-content">${line || '\n'}</div></div>`).join('')}</code></pre></div>`,
    heading: (level, id, inner) => `<h${level} id="${id}" class="flex items-baseline group"><div class="flex-1 z-[1] max-w-full">${inner}<a class="inline-block px-2" aria-label="Direct link to heading" href="#${id}"><svg></svg></a></div></h${level}>`,
  },
  // Hexo without a plug-in for code: line numbers in the first cell of a table.
  hexo: {
    math: () => mathjax('svg', true),
    code: (code, lang) => `<figure class="highlight ${lang}"><table><tr><td class="gutter"><pre>${lines(code).map((_, n) => `<span class="line">${n + 1}</span><br>`).join('')}</pre></td><td class="code"><pre>${lines(escape(code)).map((line) => `<span class="line">${line}</span><br>`).join('')}</pre></td></tr></table></figure>`,
    heading: (level, id, inner) => `<h${level} id="${id}"><a href="#${id}" class="headerlink" title="${id}"></a>${inner}</h${level}>`,
  },
  // Shiki, as Astro and VitePress have it, with its bar above the code.
  shiki: {
    math: () => mathjax('chtml', true),
    code: (code, lang) => `<div class="language-${lang} vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">${lang}</span><pre class="shiki shiki-themes github-light vp-code" tabindex="0"><code>${lines(escape(code)).map((line) => `<span class="line"><span style="--shiki-light:#6F42C1">${line}</span></span>`).join('\n')}</code></pre></div>`,
    heading: (level, id, inner) => `<h${level} id="${id}" tabindex="-1">${inner} <a class="header-anchor" href="#${id}" aria-label="Permalink to &quot;${id}&quot;">\u200b</a></h${level}>`,
  },
  // Server-rendered MathJax without anything for those who cannot see.
  'mathjax-svg': { math: () => mathjax('svg', false), code: null, heading: null },
  'mathjax-chtml': { math: () => mathjax('chtml', false), code: null, heading: null },
  'katex-html': { math: () => math['katex-html'], code: null, heading: null },
  mathml: { math: () => math.mathml, code: null, heading: null },
};

if (way === 'rehype') {
  const [{ unified }, parse, gfm, mathPlugin, toRehype, highlight, mathjaxPlugin, stringify] = await Promise.all(
    ['unified', 'remark-parse', 'remark-gfm', 'remark-math', 'remark-rehype', 'rehype-highlight', 'rehype-mathjax', 'rehype-stringify'].map(load));
  const file = await unified().use(parse.default).use(gfm.default).use(mathPlugin.default).use(toRehype.default)
    .use(highlight.default).use(mathjaxPlugin.default).use(stringify.default).process(source);
  process.stdout.write(String(file));
} else {
  const { math: engineOf, code, heading } = ways[way];
  const set = engineOf();
  const md = new MarkdownIt({ html: true });
  const engine = { renderToString: (tex, options) => set(tex, options.displayMode) };
  md.use(texmath, { engine, delimiters: 'dollars' });
  md.renderer.rules.math_inline = (tokens, n) => set(tokens[n].content, false);
  md.renderer.rules.math_block = (tokens, n) => `<p>${set(tokens[n].content, true)}</p>\n`;
  if (code) md.renderer.rules.fence = (tokens, n) => code(tokens[n].content, tokens[n].info.trim() || 'text') + '\n';
  let html = md.render(source);
  if (heading) html = html.replace(/<h([1-6])>(.*?)<\/h\1>/g, (_, level, inner) => heading(level, inner.replace(/<.*?>/g, '').toLowerCase().replace(/\s+/g, '-'), inner));
  process.stdout.write(html);
}
