import type { FeeKey, ShownSection } from '@candor/contract'
import { feeKeys, marketTerms as termsShape } from '@candor/contract/markets.ts'
import { parseScaled } from '@candor/money'
import { decideTerms, type Market, type MarketTerms, sameTerms } from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { orRefuse, Refusal } from '../http/refusal.ts'
import { readTerms, termsOnWire } from '../markets/tariff-on-wire.ts'
import { announce, announced, lastTerms, lockTariffs, type TariffRow } from '../markets/tariffs.ts'
import type { Operator } from '../operators/operator.ts'
import type { ProposalKind, ProposalPeople } from '../operators/proposal-kind.ts'
import { ruleOf } from '../parameters/defaults.ts'
import type { TariffsParts } from './open-tariffs.ts'

export const roles = ['finance', 'risk', 'admin'] as const
const hour = 3_600_000
/** For people: `2026-12-01 14:30:00 UTC`. */
export const shownMoment = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
const issue = (path: string, code: string, more: object = {}) =>
  new Refusal(11001, { issues: [{ path, code, ...more }] })
const plain = (label: string, value: string) => ({ label, value, tone: 'plain' as const })
const changed = (label: string, value: string) => ({ label, value, tone: 'warn' as const })

const marketsChange = z.object({
  codes: z.array(z.string()),
  terms: z.record(z.string(), z.union([z.string(), z.number()])),
  from: z.number(),
})
type MarketsChange = z.output<typeof marketsChange>
const feeChange = z.object({ key: z.enum(feeKeys), value: z.string(), from: z.number() })
type FeeChange = z.output<typeof feeChange>

/** Far enough ahead for everybody to be told, and after everything that is announced already. */
async function refuseEarly(
  parts: TariffsParts,
  db: Kysely<Schema>,
  from: number,
  rows: readonly TariffRow[],
): Promise<void> {
  const noticeMs = Number(await parts.parameters.valueIn(db, 'tariff.noticeHours')) * hour
  if (from < parts.clock.now() + noticeMs) throw issue('from', 'too-soon')
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
  { board }: TariffsParts,
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

/** Refuses what cannot stand, or not from then on. */
async function judgeTerms(
  parts: TariffsParts,
  db: Kysely<Schema>,
  from: number,
  made: readonly NewTerms[],
): Promise<void> {
  for (const { listed, rows, after } of made) {
    await refuseEarly(parts, db, from, rows)
    orRefuse(decideTerms(listed, after, parts.board.latestTradable(listed.code)?.mid ?? null))
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
  leverageMax: 'Leverage up to',
  spreadAdded: 'Spread added',
  commissionRate: 'Commission each side',
  swapLong: 'Swap a night, long',
  swapShort: 'Swap a night, short',
}

function sectionOf({ listed, before, after }: NewTerms): ShownSection {
  const [was, is] = [termsOnWire(before), termsOnWire(after)]
  return {
    title: `${listed.code} – ${listed.name}`,
    rows: (Object.keys(words) as (keyof MarketTerms)[]).map((key) =>
      was[key] === is[key]
        ? plain(words[key], `${is[key]}`)
        : changed(words[key], `${was[key]} → ${is[key]}`),
    ),
    images: [],
  }
}

const holds = (from: number): ShownSection => ({
  title: 'From when',
  rows: [
    plain('Holds from', shownMoment(from)),
    plain('For', 'new orders and payments only: what runs keeps its terms'),
  ],
  images: [],
})

/** Terms of markets: one proposal, one announcement, a row for each market. */
export function marketsKind(parts: TariffsParts) {
  const kind: ProposalKind<MarketsChange> = {
    kind: 'tariffs.markets',
    roles,
    parse: (payload) => marketsChange.parse(payload),
    show: async (db, change) => {
      const made = await newTerms(parts, db, change)
      return {
        summary: `New terms for ${namesOf(change.codes)} from ${shownMoment(change.from)}`,
        sections: [holds(change.from), ...made.map(sectionOf)],
      }
    },
    judge: async (db, change) => judgeTerms(parts, db, change.from, await newTerms(parts, db, change)),
    apply: async (tx, change, people) => {
      await lockTariffs(tx)
      const { clock } = parts
      const made = await newTerms(parts, tx, change)
      await judgeTerms(parts, tx, change.from, made)
      const at = clock.now()
      for (const { listed, before, after } of made) {
        if (sameTerms(before, after)) continue
        const row = { about: 'market', name: listed.code, terms: termsOnWire(after) } as const
        await announce(tx, { ...row, ...announcedBy(people), from: change.from, at })
      }
      const [only, ...others] = change.codes
      await tellAll(tx, people.proposalId, at, others.length === 0 ? (only ?? null) : null, {
        from: new Date(change.from).toISOString(),
        about: 'market',
        names: namesOf(change.codes),
        orders: String(change.codes.length),
      })
    },
  }
  const propose = async (change: MarketsChange, reason: string, operator: Operator) => {
    const { query } = parts.db
    await judgeTerms(parts, query, change.from, await newTerms(parts, query, change))
    return (await parts.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}

/** A fee: a parameter that is changed when its moment has come. */
export function feeKind(parts: TariffsParts) {
  const last = async (db: Kysely<Schema>, key: FeeKey) => {
    const rows = await announced(db, 'fee', key)
    const before = rows.at(-1)?.terms.value ?? (await parts.parameters.valueIn(db, key))
    return { rows, before: String(before) }
  }
  const judge = async (db: Kysely<Schema>, { key, value, from }: FeeChange): Promise<void> => {
    const { rows, before } = await last(db, key)
    await refuseEarly(parts, db, from, rows)
    refuseFee(key, value)
    if (before === value) throw issue('value', 'unchanged')
  }
  const kind: ProposalKind<FeeChange> = {
    kind: 'tariffs.fee',
    roles,
    parse: (payload) => feeChange.parse(payload),
    show: async (db, change) => {
      const { key, value, from } = change
      const { before } = await last(db, key)
      const rows = [plain('Name', key), changed('Changes', `${before} → ${value}`)]
      return {
        summary: `${key} becomes ${value} from ${shownMoment(from)}`,
        sections: [holds(from), { title: 'Fee', rows, images: [] }],
      }
    },
    judge,
    apply: async (tx, change, people) => {
      await lockTariffs(tx)
      await judge(tx, change)
      const { key, value, from } = change
      const at = parts.clock.now()
      await announce(tx, { about: 'fee', name: key, terms: { value }, ...announcedBy(people), from, at })
      const facts = { from: new Date(from).toISOString(), about: 'fee', names: key, orders: '1' }
      await tellAll(tx, people.proposalId, at, null, facts)
    },
  }
  const propose = async (change: FeeChange, reason: string, operator: Operator) => {
    await judge(parts.db.query, change)
    return (await parts.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}

/** A decimal, not below zero, at most what the parameter's rule allows. */
function refuseFee(key: FeeKey, value: string): void {
  const most = ruleOf(key)?.tariff?.most ?? '0'
  const [given, limit] = [parseScaled(value, 12), parseScaled(most, 12)]
  if (given === null || given < 0n) throw issue('value', 'decimal')
  if (limit === null || given > limit) throw issue('value', 'too-high', { most })
}

const announcedBy = ({ proposalId, reason, proposedBy, approvedBy }: ProposalPeople) => ({
  changeId: proposalId,
  reason,
  proposedBy,
  approvedBy,
})

const namesOf = (codes: readonly string[]): string => [...new Set(codes)].sort().join(', ')

/** Everybody with an account is told, in their own language, when they are announced and not when they hold. */
export async function tellAll(
  tx: Tx,
  changeId: string,
  at: number,
  code: string | null,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  const once = `tariff:${changeId}`
  await sql`SELECT notifications_keep_for_all('tariff', ${once}, ${code}, ${at}::bigint, ${JSON.stringify(facts)}::jsonb)`.execute(
    tx,
  )
}

/** A job: fees whose moment has come become the parameters' values, each once. */
export async function applyFees({ db, clock, parameters, console }: TariffsParts): Promise<void> {
  const due = await dueFees(db.query, clock.now())
  if (due.length === 0) return
  await db.transaction(async (tx) => {
    await lockTariffs(tx)
    for (const row of await dueFees(tx, clock.now())) {
      const value = String(row.terms.value)
      const made = { value, reason: row.reason, changedBy: row.proposed_by, approvedBy: row.approved_by }
      const written = await parameters.changeIn(tx, { key: row.name, ...made })
      if ('refused' in written) throw new Error(`the fee ${row.name} cannot be ${value}: ${written.refused}`)
      await tx
        .updateTable('markets_tariffs')
        .set({ applied_at: BigInt(clock.now()) })
        .where('id', '=', row.id)
        .execute()
      await console.audit.write(tx, {
        actor: 'system',
        action: 'tariffs.fee.hold',
        subject: `parameter:${row.name}`,
        reason: row.reason,
        after: value,
      })
    }
  })
  parameters.readAgain()
}

const dueFees = (db: Kysely<Schema> | Database['query'], now: number) =>
  db
    .selectFrom('markets_tariffs')
    .selectAll()
    .where('about', '=', 'fee')
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('holds_from', '<=', BigInt(now))
    .orderBy('holds_from')
    .execute()
