import { type NameToken, neighbours, tokensOf } from './name-tokens.ts'

/** Reason for which two words count as the same. */
export type Likeness = 'same' | 'sounds alike' | 'same consonants' | 'spelled alike'

export interface MatchedWord {
  readonly ours: string
  readonly listed: string
  readonly likeness: Likeness
}

export interface NameComparison {
  /** From 0 to 1. */
  readonly score: number
  readonly words: readonly MatchedWord[]
}

/** From here on two names may be of the same person. */
export const leastScore = 0.85

const spelledAlikeFrom = 0.8
const shortestForSpelling = 5

/** Compares a name with one listed name after another. */
export class NameComparer {
  private readonly ours: readonly NameToken[]
  private readonly words: readonly ComparedWord[]

  constructor(ours: readonly NameToken[]) {
    this.ours = ours
    this.words = spansOf(ours).map((span) => new ComparedWord(span))
  }

  /** Compares word by word in any order; a name that holds the whole of the other counts nearly as the same. */
  compare(listed: readonly NameToken[]): NameComparison {
    const chosen = chooseWords(pairsOf(this.words, spansOf(listed)))
    if (!isEnough(chosen, this.ours, listed)) return { score: 0, words: [] }
    const share = coveredShare(chosen, 'one', this.ours)
    const listedShare = coveredShare(chosen, 'other', listed)
    const words = chosen.map(({ one, other, likeness }) => ({
      ours: one.token.original,
      listed: other.token.original,
      likeness,
    }))
    return { score: Math.max(share, listedShare) * 0.75 + Math.min(share, listedShare) * 0.25, words }
  }
}

/** Compares two names as they are written. */
export const compareWritten = (ours: string, listed: string): NameComparison =>
  new NameComparer(tokensOf(ours)).compare(tokensOf(listed))

/** Two words, unless the names have one each or wrote two as one. */
function isEnough(
  chosen: readonly Pair[],
  { length: ours }: readonly NameToken[],
  { length: listed }: readonly NameToken[],
): boolean {
  if (chosen.length === 0) return false
  const wordsMatched = Math.min(matchedOn(chosen, 'one'), matchedOn(chosen, 'other'))
  return wordsMatched >= 2 || (ours === 1 && listed === 1) || isJoined(chosen)
}

const coveredShare = (chosen: readonly Pair[], side: 'one' | 'other', of: readonly NameToken[]): number =>
  chosen.reduce((sum, pair) => sum + pair.similarity * pair[side].token.text.length, 0) / lettersOf(of)

const lettersOf = (tokens: readonly NameToken[]): number =>
  tokens.reduce((sum, { text }) => sum + text.length, 0)

interface Span {
  readonly token: NameToken
  readonly from: number
  readonly length: 1 | 2
}

interface Pair {
  readonly one: Span
  readonly other: Span
  readonly similarity: number
  readonly likeness: Likeness
}

function spansOf(tokens: readonly NameToken[]): Span[] {
  return [
    ...tokens.map((token, from) => ({ token, from, length: 1 as const })),
    ...neighbours(tokens).map((token, from) => ({ token, from, length: 2 as const })),
  ]
}

/** A word of the customer's name that caches its comparisons, because the words of lists repeat. */
class ComparedWord {
  readonly span: Span
  private readonly known = new Map<string, WordLikeness | null>()

  constructor(span: Span) {
    this.span = span
  }

  /** Compares with a word of the listed name; two joined words are compared with single ones alone. */
  likenessTo({ token, length }: Span): WordLikeness | null {
    if (this.span.length === 2 && length === 2) return null
    const key = token.vowelless ? `${token.text}~` : token.text
    const before = this.known.get(key)
    if (before !== undefined) return before
    const found = compareWords(this.span.token, token)
    this.known.set(key, found)
    return found
  }
}

function pairsOf(ours: readonly ComparedWord[], listed: readonly Span[]): Pair[] {
  const pairs: Pair[] = []
  for (const word of ours)
    for (const other of listed) {
      const found = word.likenessTo(other)
      if (found !== null) pairs.push({ one: word.span, other, ...found })
    }
  return pairs
}

/** The most alike first; each word counts once. */
function chooseWords(pairs: readonly Pair[]): Pair[] {
  const taken = { one: new Set<number>(), other: new Set<number>() }
  const placesOf = ({ from, length }: Span) => (length === 1 ? [from] : [from, from + 1])
  return [...pairs]
    .sort((a, b) => b.similarity - a.similarity || b.one.token.text.length - a.one.token.text.length)
    .filter(({ one, other }) => {
      const free =
        placesOf(one).every((place) => !taken.one.has(place)) &&
        placesOf(other).every((place) => !taken.other.has(place))
      if (!free) return false
      for (const place of placesOf(one)) taken.one.add(place)
      for (const place of placesOf(other)) taken.other.add(place)
      return true
    })
}

const matchedOn = (pairs: readonly Pair[], side: 'one' | 'other'): number =>
  pairs.reduce((sum, pair) => sum + pair[side].length, 0)

const isJoined = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ one, other }) => one.length === 2 || other.length === 2)

type WordLikeness = Pick<Pair, 'similarity' | 'likeness'>

function compareWords(one: NameToken, other: NameToken): WordLikeness | null {
  if (one.text === other.text) return { similarity: 1, likeness: 'same' }
  return one.vowelless || other.vowelless ? compareConsonants(one, other) : compareSpelling(one, other)
}

function compareConsonants({ consonants }: NameToken, other: NameToken): WordLikeness | null {
  if (consonants !== other.consonants) return null
  return { similarity: consonants.length > 1 ? 0.95 : 0.8, likeness: 'same consonants' }
}

function compareSpelling(one: NameToken, other: NameToken): WordLikeness | null {
  const soundsAlike = one.consonants === other.consonants
  if (!soundsAlike && !mayBeMisspelled(one.text, other.text)) return null
  const spelling = spellingLikeness(one.text, other.text)
  if (soundsAlike && (one.consonants.length > 1 || spelling >= 0.5))
    return { similarity: Math.max(spelling, 0.9), likeness: 'sounds alike' }
  return spelling >= spelledAlikeFrom && mayBeMisspelled(one.text, other.text)
    ? { similarity: spelling, likeness: 'spelled alike' }
    : null
}

/** Cheap: by their lengths alone. */
function mayBeMisspelled({ length: one }: string, { length: other }: string): boolean {
  const [shorter, longer] = [Math.min(one, other), Math.max(one, other)]
  return shorter >= shortestForSpelling && shorter >= longer * spelledAlikeFrom
}

/** One less the share of letters that have to change. */
function spellingLikeness(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      line.push(
        Math.min((before[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (before[column - 1] ?? 0) + same),
      )
    }
    before = line
  }
  return 1 - (before[other.length] ?? 0) / Math.max(one.length, other.length)
}

/** Result of comparing birth dates: `same` day, `near` (at most two years apart), `far`; null where one is not known. */
export type BirthMatch = 'same' | 'near' | 'far' | null

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** `1948-12-10` and `10 Dec 1948` as a day; else null. */
function dayOf(text: string): string | null {
  const iso = /\b(\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1]
  if (iso !== undefined) return iso
  const [, day, month = '', year] = /\b(\d{1,2}) ([A-Za-z]{3}) (\d{4})\b/.exec(text) ?? []
  const number = months.indexOf(month.toLowerCase()) + 1
  return number === 0 ? null : `${year}-${String(number).padStart(2, '0')}-${day?.padStart(2, '0')}`
}

/** Compares a birth date (`1948-12-10`) with a list's value: days, years, or `circa 1950`. */
export function compareBirth(ours: string | null, listed: readonly string[]): BirthMatch {
  if (ours === null) return null
  const years = listed.flatMap((text) => [...text.matchAll(/\b(?:18|19|20)\d\d\b/g)].map(Number))
  if (years.length === 0) return null
  if (listed.some((text) => dayOf(text) === ours)) return 'same'
  return years.some((year) => Math.abs(year - Number(ours.slice(0, 4))) <= 2) ? 'near' : 'far'
}

const birthWeight = { same: 0.05, near: 0, far: -0.1 } as const

/** Combines the score of a name with the birth dates: with another year, a partly equal name is not a match. */
export const scoreWithBirth = (score: number, birth: BirthMatch): number =>
  Math.min(1, score + (birth === null ? 0 : birthWeight[birth]))
