import type {
  AnnouncedKey,
  AnnouncedTariff,
  MarketTariff,
  MarketTermsShown,
  OpsCalls,
  OpsResultOf,
} from '@candor/contract'
import { listKeys, listShown } from '@candor/contract/fees/announced-terms.ts'
import { feeKeys } from '@candor/contract/fees/operator-set-fees.ts'
import { limitKeys } from '@candor/contract/fees/operator-set-limits.ts'
import { marketTerms as termsShape } from '@candor/contract/markets/markets.ts'
import { marketTerms } from '@candor/rules'
import type { LanguageCode } from '@candor/texts/languages.ts'
import { z } from 'zod'
import { boundsOf } from '../../back-office/parameters/announced-bounds.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { marketName } from '../market-name.ts'
import type { TariffContext } from './propose-terms.ts'
import { toTermsResponse } from './tariff-response.ts'
import { announced, type TariffRow } from './tariffs-store.ts'

const storedTerms = (row: TariffRow): MarketTermsShown => termsShape.parse(row.terms)
const storedValue = (row: TariffRow): string => z.object({ value: z.string() }).parse(row.terms).value

/** Everything customers are charged, now and as announced. */
export async function showTariffs(context: TariffContext, language: LanguageCode) {
  const { board } = context
  const rows = await laterTerms(context)
  return {
    noticeHours: await noticeHours(context),
    markets: board.markets.map((listed) => ({
      code: listed.code,
      type: listed.type,
      appName: marketName(listed, language),
      ...toTermsResponse(marketTerms(board.market(listed.code) ?? listed)),
      later: termsLater(rows, listed.code),
    })),
    fees: await valuesNow(context, feeKeys),
    limits: await valuesNow(context, limitKeys),
    lists: await listsNow(context),
  }
}

/** The same for operators, with the bounds of each value and the newest announcements. */
export async function showTariffsToOperators(
  context: TariffContext,
): Promise<OpsResultOf<OpsCalls['opsTariffs']>> {
  const { db, clock, board } = context
  const rows = await laterTerms(context)
  return {
    asOf: new Date(clock.now()).toISOString(),
    noticeHours: await noticeHours(context),
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
    fees: await boundedValues(context, feeKeys),
    limits: await boundedValues(context, limitKeys),
    lists: await listsNow(context),
    announced: await newest(db),
  }
}

const noticeHours = async ({ parameters }: TariffContext): Promise<number> =>
  Number(await parameters.value('tariff.noticeHours'))

const laterTerms = async ({ db, clock }: TariffContext) =>
  later(await announced(db.query, 'market'), clock.now())

const laterValues = async ({ db, clock }: TariffContext) =>
  later(await announced(db.query, 'fee'), clock.now())

async function valuesNow<K extends AnnouncedKey>(context: TariffContext, keys: readonly K[]) {
  const rows = await laterValues(context)
  return Promise.all(
    keys.map(async (key) => ({
      key,
      value: String(await context.parameters.value(key)),
      later: of(rows, key).map((row) => ({ from: isoOf(row.holds_from), value: storedValue(row) })),
    })),
  )
}

const boundedValues = async <K extends AnnouncedKey>(context: TariffContext, keys: readonly K[]) =>
  (await valuesNow(context, keys)).map((one) => ({ ...one, ...boundsOf(one.key) }))

async function listsNow(context: TariffContext) {
  const rows = await laterValues(context)
  return Promise.all(
    listKeys.map(async (key) =>
      listShown.parse({
        key,
        value: await context.parameters.value(key),
        later: of(rows, key).map((row) => ({ from: isoOf(row.holds_from), value: row.terms.value })),
      }),
    ),
  )
}

const termsLater = (rows: readonly TariffRow[], code: string) =>
  of(rows, code).map((row) => ({ from: isoOf(row.holds_from), terms: storedTerms(row) }))

const later = (rows: readonly TariffRow[], now: number) => rows.filter((row) => row.holds_from > BigInt(now))
const of = (rows: readonly TariffRow[], name: string) => rows.filter((row) => row.name === name)

/** The newest hundred, each announcement with all it names. */
async function newest(db: Database): Promise<AnnouncedTariff[]> {
  const rows = await db.query
    .selectFrom('markets_tariffs as t')
    .innerJoin('operators_names as a', 'a.id', 't.proposed_by')
    .innerJoin('operators_names as b', 'b.id', 't.approved_by')
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
    from: isoOf(row.holds_from),
    reason: row.reason,
    proposedBy: row.proposed_email,
    approvedBy: row.approved_email,
    announcedAt: isoOf(row.announced_at),
    withdrawn:
      row.withdrawn_at === null ? null : { at: isoOf(row.withdrawn_at), reason: row.withdrawn_reason ?? '' },
  }))
}
