/** Surroundings that a text breaks out of: an attribute, a tag, a script, a style, a comment, a template, an address, a line of a mail, a text of a PDF. */
const breakouts = [
  ...[
    '',
    '">',
    "'>",
    '</title>',
    '</textarea>',
    '</script>',
    '</style>',
    '-->',
    ']]>',
    '`}',
    '\\"});',
    "\\';",
  ],
  ...['](x)', '\n\n', ') Tj ET '],
]

/** Effects if a text were executed, loaded or rendered; each has its number. */
const vectors: readonly ((n: number) => string)[] = [
  (n) => `<script>ran(${n})/*xss-${n}*/</script>`,
  (n) => `<img src=/xss-${n} onerror=ran(${n})>`,
  (n) => `<svg onload=ran(${n}) id=xss-${n}>`,
  (n) => `<svg><script>ran(${n})</script><g id=xss-${n} />`,
  (n) => `<iframe srcdoc="<script>parent.ran(${n})</script>" id=xss-${n}></iframe>`,
  (n) => `<iframe src="javascript:parent.ran(${n})" id=xss-${n}></iframe>`,
  (n) => `<details open ontoggle=ran(${n}) id=xss-${n}>`,
  (n) => `<input autofocus onfocus=ran(${n}) id=xss-${n}>`,
  (n) => `<style>@import "/xss-${n}";*{background:url(/xss-${n})}</style>`,
  (n) => `<link rel=stylesheet href=/xss-${n}>`,
  (n) => `<object data=/xss-${n}></object>`,
  (n) => `<embed src=/xss-${n}>`,
  (n) => `<video><source onerror=ran(${n}) src=/xss-${n}></video>`,
  (n) => `<math><mtext><table><mglyph><style><img src=/xss-${n} onerror=ran(${n})>`,
  (n) => `<base href=//xss-${n}.invalid/>`,
  (n) => `<meta http-equiv=refresh content="0;url=/xss-${n}">`,
  (n) => `<form id=xss-${n} action=/xss-${n}><button autofocus onfocus=ran(${n})>`,
  (n) => `<a href="javascript:ran(${n})" id=xss-${n}>xss-${n}</a>`,
  (n) => `[xss-${n}](javascript:ran(${n}))`,
  (n) => `![xss-${n}](/xss-${n})`,
  (n) => `<javascript:ran(${n})//xss-${n}>`,
  (n) => `[xss-${n}](data:text/html,<script>parent.ran(${n})</script>)`,
  (n) => `{{constructor.constructor('ran(${n})')()}} xss-${n}`,
  (n) => `\${ran(${n})} xss-${n}`,
  (n) => `" onmouseover=ran(${n}) autofocus onfocus=ran(${n}) id=xss-${n} x="`,
  (n) => `<x id=xss-${n} onanimationstart=ran(${n}) style="animation:x 1s">`,
  (n) => `/JS (app.alert\\(${n}\\)) /S /JavaScript /OpenAction xss-${n}`,
  (n) => `=HYPERLINK("http://xss-${n}.invalid","x")`,
]

const special = /[<>"'&/:()=]/g
const code = (sign: string) => sign.charCodeAt(0)

/** Ways to write the same that a careless reader might undo. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replaceAll(/script|onerror|onload|javascript|img|svg/g, (word) => mixed(word)),
  (text) => text.replaceAll(special, (sign) => `&#${code(sign)};`),
  (text) => text.replaceAll(special, (sign) => `&#x${code(sign).toString(16)}`),
  (text) => text.replaceAll(special, (sign) => `%${code(sign).toString(16)}`),
  (text) => text.replaceAll(special, (sign) => `%25${code(sign).toString(16)}`),
  (text) => text.replaceAll(special, (sign) => `\\u00${code(sign).toString(16)}`),
  (text) => text.replaceAll(special, (sign) => `\\x${code(sign).toString(16)}`),
  (text) => text.replaceAll(special, (sign) => String.fromCharCode(code(sign) + 0xfee0)),
  (text) => text.replaceAll(/ /g, '/'),
  (text) => text.replaceAll('<', '<<'),
  (text) => text.replaceAll('javascript:', 'java\tscript:'),
  (text) => text.replaceAll('>', ' //'),
]

const mixed = (word: string) =>
  [...word].map((sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign)).join('')

/**
 * More than five hundred texts that would run in a page that does not escape them, each with its number: every vector behind
 * every breakout, in alternating spellings.
 */
export const oddTexts: readonly string[] = [0, 1].flatMap((round) =>
  vectors.flatMap((vector, row) =>
    breakouts.map((breakout, column) => {
      const number = (round * vectors.length + row) * breakouts.length + column
      const encode = encodings[(number + round * 7 + row) % encodings.length] as (text: string) => string
      return encode(`${breakout}${vector(number)}`)
    }),
  ),
)

export interface Fitting {
  readonly text: string
  /** Numbers of the texts in it. */
  readonly numbers: readonly number[]
  /** The first that is not. */
  readonly next: number
}

/**
 * Returns as many unusual texts as fit a field, starting from one. Texts that its pattern refuses, or that are too long, are
 * skipped; a field too short for any gets a short mark.
 */
export function fittingTexts(
  { mostLength, pattern }: { readonly mostLength: number; readonly pattern: string | null },
  from: number,
): Fitting {
  const taken = new RegExp(pattern ?? '', 'u')
  const between = mostLength > 500 ? '\n\n' : ' '
  const fitting = turnedTo(from).filter(({ text }) => text.length <= mostLength && taken.test(text))
  const lengths = fitting.map(({ text }) => text.length + between.length)
  const tooMany = lengths.findIndex((_, at) => sum(lengths.slice(0, at + 1)) - between.length > mostLength)
  const chosen = tooMany < 0 ? fitting : fitting.slice(0, tooMany)
  return {
    text:
      chosen.length === 0 ? '<b id=xss->'.slice(0, mostLength) : chosen.map(({ text }) => text).join(between),
    numbers: chosen.map(({ number }) => number),
    next: (chosen.at(-1)?.at ?? from - 1) + 1,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Every text once, from a given one on; `at` counts on where they begin again. */
const turnedTo = (from: number) =>
  oddTexts.map((_, after) => {
    const number = (from + after) % oddTexts.length
    return { at: from + after, number, text: oddTexts[number] as string }
  })
