import { type Kysely, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import { ShortTurns } from '../platform/jobs/short-turns.ts'
import {
  type BirthMatch,
  compareBirth,
  leastScore,
  type MatchedWord,
  NameComparer,
  type NameComparison,
  scoreWithBirth,
} from './compare-names.ts'
import { type KnownWords, type NameToken, searchKeysOf, tokensOf } from './name-tokens.ts'
import type { ListedPerson, ListSource } from './screening-tables.ts'

/** A name of a customer, or of whom they pay. */
export interface CheckedName {
  /** Its place (`legal name`), in English for the reviewer. */
  readonly where: string
  readonly name: string
  /** `1948-12-10`; null: not known. */
  readonly birthdate: string | null
}

export interface Match {
  readonly checked: CheckedName
  readonly source: ListSource
  readonly entry: string
  readonly hash: string
  readonly person: ListedPerson
  /** The name or alias of the entry that is most alike. */
  readonly listedName: string
  readonly words: readonly MatchedWord[]
  readonly birth: BirthMatch
  readonly score: number
}

interface Candidate {
  readonly source: ListSource
  readonly entry: string
  readonly hash: string
  readonly person: ListedPerson
}

/** Finds the entries of the current lists whose name is similar to this one, the likeliest first. */
export async function findMatches(db: Kysely<Schema>, checked: CheckedName): Promise<Match[]> {
  const tokens = tokensOf(checked.name)
  if (tokens.length === 0) return []
  const found: Match[] = []
  const candidates = await candidatesFor(db, tokens)
  const turns = new ShortTurns()
  const known: KnownWords = new Map()
  const comparer = new NameComparer(tokens)
  for (const candidate of candidates) {
    if (turns.isOver()) await turns.next()
    const match = compare(checked, candidate, (listedName) => comparer.compare(tokensOf(listedName, known)))
    if (match !== null) found.push(match)
  }
  return found.sort((a, b) => b.score - a.score)
}

/** Separator of the two keys of a pair, as `screening_candidates` expects them; no key contains it. */
const pairSign = '|'

async function candidatesFor(db: Kysely<Schema>, tokens: readonly NameToken[]): Promise<Candidate[]> {
  const pairs = searchKeysOf(tokens).map((keys) => keys.join(pairSign))
  const { rows } = await sql<Candidate>`
    SELECT source, entry, hash, facts AS person FROM screening_candidates(${pairs}::text[])`.execute(db)
  return rows
}

function compare(
  checked: CheckedName,
  candidate: Candidate,
  compareWith: (listedName: string) => NameComparison,
): Match | null {
  const birth = compareBirth(checked.birthdate, candidate.person.births)
  const best = candidate.person.names
    .map((listedName) => ({ listedName, ...compareWith(listedName) }))
    .reduce((one, other) => (other.score > one.score ? other : one), {
      listedName: '',
      score: 0,
      words: [] as readonly MatchedWord[],
    })
  const score = scoreWithBirth(best.score, birth)
  if (best.score === 0 || score < leastScore) return null
  return { checked, ...candidate, listedName: best.listedName, words: best.words, birth, score }
}
