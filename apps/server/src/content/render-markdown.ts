import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/**
 * Markdown as HTML of listed elements and attributes only (ADR-111). Every element below is written here, and what
 * an author wrote reaches it as escaped text or a checked address: raw HTML is shown as the text it is. `[[…]]` marks
 * where the operator's own facts belong.
 */
export const renderMarkdown = (markdown: string): string => blocks(Lexer.lex(markdown))

/** Returns the text of Markdown without its marks. */
export const plainText = (markdown: string): string =>
  renderMarkdown(markdown)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => plainSigns[name] ?? name)
    .replace(/\s+/g, ' ')
    .trim()

const blocks = (tokens: readonly Token[]): string => tokens.map((token) => one(token as MarkedToken)).join('')

type Kind = MarkedToken['type']
type TokenOf<K extends Kind> = Extract<MarkedToken, { readonly type: K }>
type Renderers = { readonly [K in Kind]?: (token: TokenOf<K>) => string }

const renderers: Renderers = {
  paragraph: ({ tokens }) => `<p>${blocks(tokens)}</p>`,
  // The page has its own first heading.
  heading: ({ depth, tokens }) => within(`h${Math.min(Math.max(depth, 2), 4)}`, tokens),
  blockquote: ({ tokens }) => within('blockquote', tokens),
  list: (token) => list(token),
  code: ({ text }) => `<pre><code>${escaped(text)}</code></pre>`,
  hr: () => '<hr>',
  table: (token) => table(token),
  strong: ({ tokens }) => within('strong', tokens),
  em: ({ tokens }) => within('em', tokens),
  del: ({ tokens }) => within('del', tokens),
  codespan: ({ text }) => `<code>${escaped(text)}</code>`,
  br: () => '<br>',
  link: ({ href, tokens }) => link(href, blocks(tokens)),
  image: ({ href, text }) => image(href, text),
  text: (token) => ('tokens' in token && token.tokens ? blocks(token.tokens) : marked(token.text)),
  escape: ({ text }) => escaped(text),
  html: ({ text }) => escaped(text),
  space: () => '',
  def: () => '',
}

function one(token: MarkedToken): string {
  const render = renderers[token.type] as ((token: MarkedToken) => string) | undefined
  return render?.(token) ?? escaped(token.raw)
}

const within = (name: string, tokens: readonly Token[]): string => `<${name}>${blocks(tokens)}</${name}>`

function list({ ordered, start, items }: Tokens.List): string {
  const name = ordered ? 'ol' : 'ul'
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
  return `<${name}${from}>${items.map(({ tokens }) => within('li', tokens)).join('')}</${name}>`
}

function table({ header, rows }: Tokens.Table): string {
  const cells = (name: string, row: readonly Tokens.TableCell[]) =>
    `<tr>${row.map(({ tokens }) => within(name, tokens)).join('')}</tr>`
  return `<table><thead>${cells('th', header)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

/** Renders a link. Another site opens in a separate window without a reference to this one; our pages are below `#/`. */
function link(href: string, inner: string): string {
  if (/^#\/[\w/?=&.%-]*$/.test(href)) return `<a href="${escaped(href)}">${inner}</a>`
  if (!/^(https:\/\/|mailto:)[^\s\\]+$/i.test(href)) return inner
  return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer nofollow">${inner}</a>`
}

/** Only pictures of this installation. */
function image(src: string, text: string): string {
  if (!/^\/(?!\/)[\w/.-]+$/.test(src)) return escaped(text)
  return `<img src="${escaped(src)}" alt="${escaped(text)}" loading="lazy">`
}

const marked = (text: string): string => escaped(text).replace(/\[\[([^[\]]+)\]\]/g, '<mark>$1</mark>')

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
const plainSigns = Object.fromEntries(Object.entries(signs).map(([sign, name]) => [name, sign]))
