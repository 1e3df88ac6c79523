import { languages } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import type { Message } from './messenger.ts'

/**
 * Builds the HTML part of a framed email. It uses tables and inline styles, because common clients drop the rest; the dark
 * colours are in the only style sheet, for clients that read one. Nothing is loaded from elsewhere.
 */
export function htmlMail({ subject, text, code, language }: Message): string {
  const { tag, direction } = languages[language]
  // A link is its own button; only a code that is typed is marked.
  const marked = code !== undefined && /^https?:/.test(code) ? undefined : code
  const blocks = text.split(/\n{2,}/).map((block) => blockHtml(block, marked))
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fbfaf7">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf7">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="${cardStyle}">
<tr><td class="ink" style="${inkStyle}">
<p style="margin:0 0 20px;font-size:20px;font-weight:700">${translator(language)('shell.brand')}</p>
${blocks.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const fonts = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"
const cardStyle = 'max-width:560px;background:#ffffff;border:1px solid #e4e0d6;border-radius:12px'
const inkStyle = `padding:28px 24px;font-family:${fonts};font-size:16px;line-height:1.5;color:#14171a`
const codeStyle =
  'display:inline-block;padding:2px 8px;border-radius:6px;background:#f3f1eb;font-family:Consolas,Menlo,monospace;font-size:22px;letter-spacing:2px'
const footStyle =
  'margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e0d6;font-size:13px;color:#4d545b;overflow-wrap:anywhere'
const darkStyle =
  '@media (prefers-color-scheme:dark){.ground{background:#0e1216!important}.card{background:#151a20!important;border-color:#262e37!important}' +
  '.ink{color:#e9edf1!important}.code{background:#0a0d11!important}.foot{color:#a9b3bd!important;border-color:#262e37!important}a{color:#7aa2ff!important}}'

/** A block that a dash opens is a foot: small, below a line. */
function blockHtml(block: string, code: string | undefined): string {
  const [first, ...rest] = block.split('\n')
  if (first === '—') return `<p class="foot" style="${footStyle}">${lines(rest.join('\n'))}</p>`
  const plain = lines(block)
  const marked =
    code === undefined
      ? plain
      : plain.replace(
          escaped(code),
          `<strong class="code" dir="ltr" style="${codeStyle}">${escaped(code)}</strong>`,
        )
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${marked}</p>`
}

/** Escaped text with its line breaks, and addresses of pages as links. */
const lines = (text: string): string =>
  escaped(text)
    .replace(
      /https?:\/\/[^\s\u2069]*[^\s\u2069.,]/g,
      (address) => `<a href="${address}" style="color:#1f4fd8">${address}</a>`,
    )
    .replaceAll('\n', '<br>\n')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
