import type { AnnouncedKey, AnnouncedTariff, MarketTariff, MarketTermsShown } from '@candor/contract'
import {
  feeKeys,
  limitKeys,
  listKeys,
  listShown,
  marketTerms as termsShape,
} from '@candor/contract/markets.ts'
import { marketTerms } from '@candor/rules'
import { z } from 'zod'
import { boundsOf } from '../back-office/parameters/announced-bounds.ts'
import { marketName } from '../market-data/market-name.ts'
import { toTermsResponse } from '../market-data/tariff-response.ts'
import { announced, MarketTariffs, type TariffRow } from '../market-data/tariffs.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { applyFees, feeKind } from './propose-fees.ts'
import { listKind } from './propose-lists.ts'
import { marketsKind, type TariffsParts } from './propose-tariffs.ts'
import { withdrawKind } from './withdraw-tariffs.ts'

const second = 1_000
const iso = (ms: bigint): string => new Date(Number(ms)).toISOString()
const storedTerms = (row: TariffRow): MarketTermsShown => termsShape.parse(row.terms)
const storedValue = (row: TariffRow): string => z.object({ value: z.string() }).parse(row.terms).value

/** Opens the tariffs: public, and changed by two operators for the future and for new orders only (trust T10, T18). */
export async function openTariffs(parts: TariffsParts) {
  const { db, clock, board, parameters, console } = parts
  const follower = new MarketTariffs(db, board)
  await follower.refresh()
  const markets = marketsKind(parts)
  const fees = feeKind(parts)
  console.registerProposalKind(markets.kind)
  console.registerProposalKind(fees.kind)
  const lists = listKind(parts)
  console.registerProposalKind(lists.kind)
  const withdrawals = withdrawKind(parts)
  console.registerProposalKind(withdrawals.kind)
  const laterTerms = async () => later(await announced(db.query, 'market'), clock.now())
  const noticeHours = async () => Number(await parameters.value('tariff.noticeHours'))
  const valuesNow = async <K extends AnnouncedKey>(keys: readonly K[]) => {
    const rows = later(await announced(db.query, 'fee'), clock.now())
    return Promise.all(
      keys.map(async (key) => ({
        key,
        value: String(await parameters.value(key)),
        later: of(rows, key).map((row) => ({ from: iso(row.holds_from), value: storedValue(row) })),
      })),
    )
  }
  const listsNow = async () => {
    const rows = later(await announced(db.query, 'fee'), clock.now())
    return Promise.all(
      listKeys.map(async (key) =>
        listShown.parse({
          key,
          value: await parameters.value(key),
          later: of(rows, key).map((row) => ({ from: iso(row.holds_from), value: row.terms.value })),
        }),
      ),
    )
  }
  const bounded = async <K extends AnnouncedKey>(keys: readonly K[]) =>
    (await valuesNow(keys)).map((one) => ({ ...one, ...boundsOf(one.key) }))
  const termsLater = (rows: readonly TariffRow[], code: string) =>
    of(rows, code).map((row) => ({ from: iso(row.holds_from), terms: storedTerms(row) }))
  console.handle({
    opsTariffs: async () => {
      const rows = await laterTerms()
      return {
        asOf: new Date(clock.now()).toISOString(),
        noticeHours: await noticeHours(),
        markets: board.markets.map(
          (listed): MarketTariff => ({
            code: listed.code,
            name: listed.name,
            type: listed.type,
            leverageCap: listed.leverageMax,
            terms: toTermsResponse(marketTerms(board.market(listed.code) ?? listed)),
            later: termsLater(rows, listed.code),
          }),
        ),
        fees: await bounded(feeKeys),
        limits: await bounded(limitKeys),
        lists: await listsNow(),
        announced: await newest(db),
      }
    },
    opsProposeTerms: async ({ codes, terms, from, reason }, operator) => ({
      id: await markets.propose({ codes, terms: given(terms), from: Date.parse(from) }, reason, operator),
    }),
    opsWithdrawTariff: async ({ changeId, reason }, operator) => ({
      id: await withdrawals.propose(changeId, reason, operator),
    }),
    opsProposeFee: async ({ key, value, from, reason }, operator) => ({
      id: await fees.propose({ key, value, from: Date.parse(from) }, reason, operator),
    }),
    opsProposeList: async ({ key, value, from, reason }, operator) => ({
      id: await lists.propose({ key, value, from: Date.parse(from) }, reason, operator),
    }),
  })
  const handlers = {
    tariffs: async (_input, { language }) => {
      const rows = await laterTerms()
      return {
        noticeHours: await noticeHours(),
        markets: board.markets.map((listed) => ({
          code: listed.code,
          type: listed.type,
          appName: marketName(listed, language),
          ...toTermsResponse(marketTerms(board.market(listed.code) ?? listed)),
          later: termsLater(rows, listed.code),
        })),
        fees: await valuesNow(feeKeys),
        limits: await valuesNow(limitKeys),
        lists: await listsNow(),
      }
    },
  } satisfies Handlers
  /** Of every process. */
  const follow: Job = {
    name: 'follow-tariffs',
    noCases: 'reads what all processes follow',
    everyMs: second,
    run: () => follower.refresh(),
  }
  const apply: Job = { name: 'apply-fees', everyMs: second, run: () => applyFees(parts) }
  return { handlers, follow, apply }
}

const given = (terms: object): Record<string, string | number> =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))

const later = (rows: readonly TariffRow[], now: number) => rows.filter((row) => row.holds_from > BigInt(now))
const of = (rows: readonly TariffRow[], name: string) => rows.filter((row) => row.name === name)

/** The newest hundred, each announcement with all it names. */
async function newest(db: Database): Promise<AnnouncedTariff[]> {
  const rows = await db.query
    .selectFrom('markets_tariffs as t')
    .innerJoin('operators_people as a', 'a.id', 't.proposed_by')
    .innerJoin('operators_people as b', 'b.id', 't.approved_by')
    .select(['t.change_id', 't.about', 't.holds_from', 't.reason', 't.announced_at'])
    .select(['t.withdrawn_at', 't.withdrawn_reason'])
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['t.name']).as('names'))
    .groupBy(['t.withdrawn_at', 't.withdrawn_reason'])
    .groupBy(['t.change_id', 't.about', 't.holds_from', 't.reason', 't.announced_at', 'a.email', 'b.email'])
    .orderBy('t.announced_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    changeId: row.change_id,
    about: row.about,
    names: row.names.sort(),
    from: iso(row.holds_from),
    reason: row.reason,
    proposedBy: row.proposed_email,
    approvedBy: row.approved_email,
    announcedAt: iso(row.announced_at),
    withdrawn:
      row.withdrawn_at === null ? null : { at: iso(row.withdrawn_at), reason: row.withdrawn_reason ?? '' },
  }))
}
