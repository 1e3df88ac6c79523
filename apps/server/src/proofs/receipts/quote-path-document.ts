import { price } from '@candor/money'
import { type Counted, type QuoteExtremes, type QuoteRange, rangeLine } from '@candor/rules'
import { z } from 'zod'
import { sha256 } from '../../platform/sha256.ts'

const extremes = z.object({
  bidLow: z.string(),
  bidHigh: z.string(),
  askLow: z.string(),
  askHigh: z.string(),
  bidFall: z.string(),
  askRise: z.string(),
})
const range = z.object({
  span: z.enum(['part', 'minute', 'hour', 'day']),
  from: z.number(),
  first: z.number(),
  last: z.number(),
  count: z.number(),
  any: extremes.nullable(),
  real: extremes.nullable(),
  content: z.string(),
  hash: z.string(),
})

/** The quotes between two of a market, as a receipt shows them. */
export const quotePath = z.object({
  counts: z.enum(['any', 'real']),
  runs: z.array(z.number()),
  ranges: z.array(range),
})
type StatedPath = z.infer<typeof quotePath>
type StatedRange = StatedPath['ranges'][number]

/** Content of a stretch of quotes, and the faults in its presentation. */
export interface ReadPath {
  /** Extremes of the quotes that count, a range at a time, in order. */
  readonly extremes: readonly QuoteExtremes[]
  /** Number of quotes, whether they count or not. */
  readonly count: number
  readonly findings: readonly string[]
}

/** Reads the path between two numbers: every number in it once, every range matching its hash. */
export function readPath(
  code: string,
  path: StatedPath,
  ends: { readonly after: number; readonly before: number },
): ReadPath {
  const findings: string[] = []
  const runs = new Set(path.runs)
  const found: QuoteExtremes[] = []
  let next = ends.after + 1
  let count = 0
  for (const stated of path.ranges) {
    findings.push(...gap(next, stated.first, runs), ...faultsOf(code, stated, path.runs))
    const of = extremesOf(stated[path.counts])
    if (of !== null) found.push(of)
    next = stated.last + 1
    count += stated.count
  }
  findings.push(...gap(next, ends.before, runs), ...strangeRuns(path, ends))
  return { extremes: found, count, findings }
}

/** Numbers rise by one, and jump only where a run began. */
const gap = (expected: number, found: number, runs: ReadonlySet<number>): string[] =>
  expected === found || (found > expected && runs.has(found))
    ? []
    : [`the quotes from ${expected} on are not shown: ${found} follows`]

function strangeRuns({ runs }: StatedPath, { after, before }: { after: number; before: number }): string[] {
  const rising = runs.every((run, at) => run > (runs[at - 1] ?? after) && run <= before)
  return rising ? [] : ['the beginnings of runs do not lie between the quotes']
}

function faultsOf(code: string, stated: StatedRange, runs: readonly number[]): string[] {
  const { span, from, first, last, count, content } = stated
  const range: QuoteRange = {
    code,
    span,
    from,
    first,
    last,
    count,
    any: extremesOf(stated.any),
    real: extremesOf(stated.real),
    content,
  }
  const hash = sha256(rangeLine(range))
  const inside = runs.filter((run) => run > first && run <= last).length
  const whole = inside === 0 ? count === last - first + 1 : count > inside && count <= last - first + 1
  return [
    ...(hash === stated.hash ? [] : [`the quotes ${first} to ${last} are not those their hash is of`]),
    ...(whole ? [] : [`${count} quotes are counted from ${first} to ${last}`]),
  ]
}

export function extremesOf(stated: z.infer<typeof extremes> | null): QuoteExtremes | null {
  if (stated === null) return null
  const { bidLow, bidHigh, askLow, askHigh, bidFall, askRise } = stated
  return {
    bidLow: price(bidLow),
    bidHigh: price(bidHigh),
    askLow: price(askLow),
    askHigh: price(askHigh),
    bidFall: price(bidFall),
    askRise: price(askRise),
  }
}

/** Demo trades on every source; which ones real money trades on is a term of the installation. */
export const countsRightly = (mode: string, counts: Counted): boolean => mode !== 'demo' || counts === 'any'
