interface Rule {
  readonly languages: readonly string[]
  readonly wrong: RegExp
  readonly says: string
}

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〇、。「」『』（）：；！？，]'
const latin = '[A-Za-z0-9{}]'

/** Placeholders are in braces, so a brace counts as the end of a figure. */
const figure = '[\\d}]'

/** Placeholders for words of the language itself; every other one begins and ends with a figure or a Latin letter. */
const native =
  'what|reason|place|borrower|lender|name|title|product|detail|purpose|next|when|company|age|status'
const figureStart = `\\{(?!(?:${native})\\})`
const figureEnd = `(?<!\\{(?:${native}))\\}`

const rules: readonly Rule[] = [
  {
    languages: ['fr'],
    wrong: /[^\u202f\s?!][;!?]|[ \u00a0][;!?]/u,
    says: 'a narrow no-break space before ; ! ?',
  },
  {
    languages: ['fr'],
    wrong: /[^\u00a0\s\d/]:(?=\s|$)|[ \u202f]:(?=\s|$)/u,
    says: 'a no-break space before :',
  },
  { languages: ['fr'], wrong: /«[^\u00a0]|[^\u00a0]»/u, says: 'no-break spaces inside « »' },
  { languages: ['de'], wrong: /"|“[^„]*?“|«/u, says: '„ and “ as quotation marks' },
  {
    languages: ['de', 'fr', 'es'],
    wrong: new RegExp(`${figure}[ \\u202f]?%`, 'u'),
    says: 'a no-break space before %',
  },
  {
    languages: ['de', 'fr', 'it', 'es'],
    wrong: new RegExp(`${figure}(?: |\\u202f)(?:USDT|BTC|ETH|USD|EUR|MB|Mo)(?!\\p{L})`, 'u'),
    says: 'a no-break space before a unit',
  },
  {
    languages: ['en', 'it', 'ja', 'ko', 'zh', 'hk', 'ar'],
    wrong: new RegExp(`${figure}[\\s\\u00a0\\u202f]+%`, 'u'),
    says: 'no space before %',
  },
  {
    languages: ['ja', 'ko', 'zh', 'hk'],
    wrong: /％|[０-９Ａ-Ｚａ-ｚ]/u,
    says: 'half-width figures, letters and %',
  },
  {
    languages: ['ja', 'zh', 'hk'],
    wrong: new RegExp(`${cjk}[,;:!?](?!//)|${cjk}\\.(?![\\w])|[,;!?]${cjk}|${cjk}\\s*\\(|\\)\\s*${cjk}`, 'u'),
    says: 'full-width punctuation',
  },
  {
    languages: ['ja', 'zh', 'hk'],
    wrong: new RegExp(`${cjk} +${cjk}`, 'u'),
    says: 'no space between characters',
  },
  {
    languages: ['ja'],
    wrong: new RegExp(
      `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー] +${latin}|${latin} +[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]`,
      'u',
    ),
    says: 'no space between Japanese and Latin',
  },
  {
    languages: ['zh', 'hk'],
    wrong: new RegExp(
      `\\p{Script=Han}(?:[A-Za-z0-9]|${figureStart})|(?:[A-Za-z0-9%]|${figureEnd})\\p{Script=Han}`,
      'u',
    ),
    says: 'a space between Chinese and Latin or figures',
  },
  { languages: ['zh'], wrong: /[「」『』]/u, says: '“ ” as quotation marks' },
  { languages: ['hk', 'ja'], wrong: /[“”"]/u, says: '「」 as quotation marks' },
  { languages: ['en', 'fr', 'it'], wrong: /\p{L}'\p{L}/u, says: '’ as the apostrophe' },
  { languages: ['ar'], wrong: /\p{Script=Arabic}\s*[,;?]/u, says: 'Arabic ، ؛ ؟' },
  { languages: ['ar'], wrong: /[٪٠-٩]/u, says: 'the figures 0 to 9 and %' },
  { languages: ['ko'], wrong: /[，：；？！（）。、]/u, says: 'half-width punctuation' },
  {
    languages: ['en', 'de', 'it', 'es', 'ko', 'ar'],
    wrong: /(?<=\p{L}) +[;:!?]|(?<=\p{L}) +[,.](?!\d)/u,
    says: 'no space before punctuation',
  },
  {
    languages: ['en', 'de', 'fr', 'it', 'es', 'ar', 'ko', 'ja', 'zh', 'hk'],
    wrong: / {2,}|^\s|\s$|\.\.\./u,
    says: 'single spaces inside only, and … as the ellipsis',
  },
]

/** Finds punctuation and spaces that the language writes in another way. */
export function* typographyFaults(language: string, reading: string): Generator<string> {
  for (const { languages, wrong, says } of rules) {
    if (!languages.includes(language)) continue
    const found = wrong.exec(reading)?.[0]
    if (found !== undefined) yield `“${found}”: the language has ${says}`
  }
}
