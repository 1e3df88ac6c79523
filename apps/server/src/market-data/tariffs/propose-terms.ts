import type { ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { marketTerms as termsShape } from '@candor/contract/markets/markets.ts'
import { decideTerms, type Market, type MarketTerms, sameTerms } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { ProposalKind, ProposalPeople } from '../../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { readTerms, toTermsResponse } from './tariff-response.ts'
import { announce, announced, lastTerms, lockTariffs, type TariffRow } from './tariffs-store.ts'

export interface TariffPorts {
  readonly board: MemoryPriceBoard
}

/** Context of this module's functions. */
export interface TariffContext extends ServerContext, TariffPorts {}

export const roles = ['finance', 'risk', 'admin'] as const
/** Minimum notice, whatever the parameter says; the database refuses less. */
const leastNoticeHours = 24
/** For people: `2026-12-01 14:30:00 UTC`. */
export const shownMoment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const issue = (path: string, code: string, more: object = {}) =>
  new Refusal('invalidInput', { issues: [{ path, code, ...more }] })
export const changed = (label: string, value: string) => ({ label, value, tone: 'warn' as const })

const marketsChange = z.object({
  codes: z.array(z.string()),
  terms: z.record(z.string(), z.union([z.string(), z.number()])),
  from: z.number(),
})
type MarketsChange = z.output<typeof marketsChange>

/** Returns the notice that customers have of a change, in ms. */
export async function noticeMs({ parameters }: ServerContext, db: Kysely<Schema>): Promise<number> {
  return Math.max(Number(await parameters.valueIn(db, 'tariff.noticeHours')), leastNoticeHours) * hourMs
}

/** Refuses a start that is too early: there must be time to notify every customer, and it must follow all announced changes. */
export async function refuseEarly(
  context: TariffContext,
  db: Kysely<Schema>,
  from: number,
  rows: readonly TariffRow[],
): Promise<void> {
  if (from < context.clock.now() + (await noticeMs(context, db))) throw issue('from', 'too-soon')
  if (rows.some((row) => row.holds_from >= BigInt(from))) throw issue('from', 'not-after-last')
}

interface NewTerms {
  readonly listed: Market
  readonly rows: readonly TariffRow[]
  readonly before: MarketTerms
  readonly after: MarketTerms
}

/** Each market's terms from then on. */
async function newTerms(
  { board }: TariffContext,
  db: Kysely<Schema>,
  { codes, terms }: MarketsChange,
): Promise<NewTerms[]> {
  const given = readOrRefuse(terms)
  const made: NewTerms[] = []
  for (const code of [...new Set(codes)].sort()) {
    const listed = board.listed(code)
    if (listed === null) throw issue('codes', 'unknown-market', { market: code })
    const rows = await announced(db, 'market', code)
    const before = lastTerms(listed, rows)
    made.push({ listed, rows, before, after: { ...before, ...given } })
  }
  return made
}

/** Refuses terms that are invalid, or not possible from that moment on. */
async function judgeTerms(
  context: TariffContext,
  db: Kysely<Schema>,
  from: number,
  made: readonly NewTerms[],
): Promise<void> {
  for (const { listed, rows, after } of made) {
    await refuseEarly(context, db, from, rows)
    orRefuse(decideTerms(listed, after, context.board.latestTradable(listed.code, 'demo')?.mid ?? null))
  }
  if (made.every(({ before, after }) => sameTerms(before, after))) throw issue('terms', 'unchanged')
}

function readOrRefuse(terms: MarketsChange['terms']): Partial<MarketTerms> {
  const read = termsShape.partial().safeParse(terms)
  if (!read.success) throw issue('terms', 'decimal')
  try {
    return readTerms(read.data)
  } catch (error) {
    if (error instanceof RangeError) throw issue('terms', 'too-fine')
    throw error
  }
}

const words: Readonly<Record<keyof MarketTerms, string>> = {
  leverageMax: 'Maximum leverage',
  spreadAdded: 'Spread markup',
  commissionRate: 'Commission per side',
  swapLong: 'Long swap per night',
  swapShort: 'Short swap per night',
}

function sectionOf({ listed, before, after }: NewTerms): ShownSection {
  const [was, is] = [toTermsResponse(before), toTermsResponse(after)]
  return {
    title: `${listed.code} – ${listed.name}`,
    rows: (Object.keys(words) as (keyof MarketTerms)[]).map((key) =>
      was[key] === is[key]
        ? plainRow(words[key], `${is[key]}`)
        : changed(words[key], `${was[key]} → ${is[key]}`),
    ),
    images: [],
  }
}

export const holds = (from: number): ShownSection => ({
  title: 'Effective date',
  rows: [
    plainRow('Effective from', shownMoment(from)),
    plainRow('Applies to', 'new orders and payments only; whatever is already running keeps its terms'),
  ],
  images: [],
})

/** Terms of markets: one proposal, one announcement, a row for each market. */
export function marketsKind(context: TariffContext) {
  const kind: ProposalKind<MarketsChange> = {
    kind: 'tariffs.markets',
    roles,
    parse: (payload) => marketsChange.parse(payload),
    show: async (db, change) => {
      const made = await newTerms(context, db, change)
      return {
        summary: `New terms for ${namesOf(change.codes)}, effective ${shownMoment(change.from)}`,
        sections: [holds(change.from), ...made.map(sectionOf)],
      }
    },
    judge: async (db, change) => judgeTerms(context, db, change.from, await newTerms(context, db, change)),
    apply: async (tx, change, people) => {
      await lockTariffs(tx)
      const { clock } = context
      const made = await newTerms(context, tx, change)
      await judgeTerms(context, tx, change.from, made)
      const at = clock.now()
      for (const { listed, before, after } of made) {
        if (sameTerms(before, after)) continue
        const row = { about: 'market', name: listed.code, terms: toTermsResponse(after) } as const
        await announce(tx, { ...row, ...announcedBy(people), from: change.from, at })
      }
      const [only, ...others] = change.codes
      await notifyAll(
        tx,
        { changeId: people.proposalId, at, code: others.length === 0 ? (only ?? null) : null },
        {
          from: new Date(change.from).toISOString(),
          about: 'market',
          names: namesOf(change.codes),
          orders: String(change.codes.length),
        },
      )
    },
  }
  const propose = async (change: MarketsChange, reason: string, operator: Operator) => {
    const { query } = context.db
    await judgeTerms(context, query, change.from, await newTerms(context, query, change))
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}

export const announcedBy = ({ proposalId, reason, proposedBy, approvedBy }: ProposalPeople) => ({
  changeId: proposalId,
  reason,
  proposedBy,
  approvedBy,
})

const namesOf = (codes: readonly string[]): string => [...new Set(codes)].sort().join(', ')

/** Notifies every customer in their own language when terms are announced, not when they take effect. */
export async function notifyAll(
  tx: Tx,
  { changeId, at, code }: { readonly changeId: string; readonly at: number; readonly code: string | null },
  noticeValues: Readonly<Record<string, string>>,
): Promise<void> {
  const once = `tariff:${changeId}`
  await sql`SELECT notifications_keep_for_all('tariff', ${once}, ${code}, ${at}::bigint, ${JSON.stringify(noticeValues)}::jsonb)`.execute(
    tx,
  )
}
