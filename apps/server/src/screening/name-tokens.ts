import anyAscii from 'any-ascii'

/** A word of a name in Latin letters, in lower case and without marks. */
export interface NameToken {
  readonly text: string
  /** Its consonants as they sound, with letters that languages mix made one: Vladimir, Wladimir and Владимир have the same. */
  readonly consonants: string
  /** The word as it is written in the name. */
  readonly original: string
  /** From a script that leaves out short vowels: only its consonants can be compared. */
  readonly vowelless: boolean
}

/** Articles and words of descent: they are left out as often as they are written. */
const particles = new Set(
  'al el ul ad as an ash bin ben ibn bint von van der den de da do dos das del della di la le'.split(' '),
)
const longestName = 200

/** Words that were read before: names of one search repeat each other's. */
export type KnownWords = Map<string, readonly NameToken[]>

/** Splits a name into its words, in any script: Cyrillic, Arabic, Han (pinyin), kana and Hangul are transliterated to Latin. */
export function tokensOf(name: string, known: KnownWords = new Map()): NameToken[] {
  const words = name
    .slice(0, longestName)
    .normalize('NFKC')
    .replaceAll(/[\u064B-\u065F\u0670\u0640'’`ʻʼ]/gu, '')
    .split(/[^\p{L}\p{M}]+/u)
  const tokens = words.flatMap((word) => {
    const found = known.get(word) ?? writtenWords(word).flatMap(tokenOf)
    known.set(word, found)
    return found
  })
  const telling = tokens.filter(({ text }) => !particles.has(text))
  return telling.length > 0 ? telling : tokens
}

/** Han and Hangul are written without spaces, so each character is a word. */
function writtenWords(word: string): string[] {
  return word.match(/[\p{Script=Han}\p{Script=Hangul}]|[^\p{Script=Han}\p{Script=Hangul}]+/gu) ?? []
}

function tokenOf(original: string): NameToken[] {
  const vowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(original)
  const spelled = vowelless && /^ال../u.test(original) ? original.slice(2) : original
  const text = anyAscii(spelled)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  return text === '' ? [] : [new Word(text, original, vowelless)]
}

/** Computes the consonants on first use: most pairs of words differ too much before. */
class Word implements NameToken {
  readonly text: string
  readonly original: string
  readonly vowelless: boolean
  private read: string | null = null

  constructor(text: string, original: string, vowelless: boolean) {
    this.text = text
    this.original = original
    this.vowelless = vowelless
  }

  get consonants(): string {
    this.read ??= consonantsOf(this.text, this.vowelless)
    return this.read
  }
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/sch|tch|dzh|shch|sh|ch|zh|ts|tz|cz|dz/g, 's'],
  [/kh/g, 'h'],
  [/gh/g, 'k'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/^x/g, 's'],
  [/x/g, 'ks'],
  [/[cqg]/g, 'k'],
  [/[zj]/g, 's'],
  [/[wf]/g, 'v'],
  [/p/g, 'b'],
  [/d/g, 't'],
]

const vowels: readonly (readonly [RegExp, string])[] = [
  [/oo|ou|eu/g, 'u'],
  [/ee|ie|ea|ey|y/g, 'i'],
  [/eo/g, 'o'],
  [/ae|ai/g, 'e'],
  [/(.)\1+/g, '$1'],
]

const rewritten = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((result, [pattern, letter]) => result.replaceAll(pattern, letter), text)

function consonantsOf(text: string, vowelless: boolean): string {
  // Within an Arabic word w and y are long vowels.
  const spelled = vowelless ? text.replaceAll(/(?!^)[wy]/g, '') : text
  return rewritten(spelled, spellings)
    .replaceAll(/[aeiouy]/g, '')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/(?!^)h$/, '')
}

interface Keys {
  readonly exact: string | null
  readonly loose: string
}

/** Keys that find a word: its consonants; with fewer than two of them, also its vowels, and `~` without them for scripts that write none. */
function keysOf({ text, consonants, vowelless }: NameToken): Keys {
  if (consonants.length > 1) return { exact: consonants, loose: consonants }
  const loose = `~${consonants}`
  if (vowelless) return { exact: null, loose }
  return { exact: rewritten(rewritten(text, vowels), spellings).replaceAll(/(.)\1+/g, '$1'), loose }
}

const joined = (one: NameToken, other: NameToken): NameToken =>
  new Word(one.text + other.text, `${one.original} ${other.original}`, one.vowelless || other.vowelless)

/** Two words that follow each other as one: Jin Ping and Jinping, Abd Allah and Abdullah. */
export const neighbours = (tokens: readonly NameToken[]): NameToken[] =>
  tokens.slice(1).flatMap((token, index) => {
    const before = tokens[index]
    return before === undefined ? [] : [joined(before, token)]
  })

/** A name of one word is looked up as a whole. */
const wholeKey = (tokens: readonly NameToken[]): string =>
  `=${tokens
    .map(({ consonants }) => consonants)
    .sort()
    .join(' ')}`

/** All keys that find a listed name. */
export function indexKeysOf(tokens: readonly NameToken[]): string[] {
  const words = [...tokens, ...neighbours(tokens)].map(keysOf)
  const keys = words.flatMap(({ exact, loose }) => (exact === null ? [loose] : [exact, loose]))
  return [...new Set([...keys, wholeKey(tokens)])]
}

const mostWords = 7

/** Pairs of keys, of which a listed name needs one: two words that do not overlap, or the whole name. */
export function searchKeysOf(tokens: readonly NameToken[]): (readonly string[])[] {
  const searched = tokens.slice(0, mostWords)
  const spans = [
    ...searched.map((token, from) => ({ from, end: from + 1, keys: keysOf(token) })),
    ...neighbours(searched).map((token, from) => ({ from, end: from + 2, keys: keysOf(token) })),
  ]
  const pairs = spans.flatMap((one, index) =>
    spans
      .slice(index + 1)
      .filter(({ from, end }) => from >= one.end || end <= one.from)
      .flatMap((other) => pairsOf(one.keys, other.keys)),
  )
  const known = new Map(pairs.map((pair) => [[...pair].sort().join(' '), pair]))
  return [[wholeKey(tokens)], ...known.values()]
}

/** Without vowels on one side only, unless the word itself has none: two such words fit thousands of names. */
function pairsOf(one: Keys, other: Keys): (readonly string[])[] {
  const found = [
    [one.exact ?? one.loose, other.exact ?? other.loose],
    ...(one.exact !== null && !other.loose.startsWith('~') ? [[one.loose, other.loose]] : []),
    ...(other.exact !== null && !one.loose.startsWith('~') ? [[one.loose, other.loose]] : []),
  ]
  return found.filter(([a, b]) => a !== b)
}
