import {
  type InstrumentShown,
  instrument as instrumentShape,
  instrumentsOps,
  plainRow,
} from '@candor/contract'
import { allMarkets, type Decision, decideInstrument, type Market, marketOf } from '@candor/rules'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { changed, issue, shownMoment } from '../tariffs/propose-terms.ts'
import type { InstrumentsContext } from './instruments-context.ts'
import {
  type InstrumentRow,
  instrumentOf,
  instrumentRows,
  instrumentsIn,
  lockInstruments,
  writeVersion,
} from './instruments-store.ts'
import { hoursText, instrumentRowsOf } from './shown-instrument.ts'

const payloadOf = z.object({ instrument: instrumentShape, from: z.number().nullable() })
type InstrumentChange = z.output<typeof payloadOf>

/** Fields that a market keeps for good: open positions, receipts and charts depend on them. */
const fixedFields = Object.keys(instrumentShape.shape).filter(
  (field) => !['name', 'names', 'symbols'].includes(field),
) as (keyof InstrumentShown)[]

/**
 * Decides a new market, or another name and other symbols of one that operators added. Refuses at its
 * field what no market can be (`decideInstrument`), what a market keeps for good, and a change that changes nothing.
 */
async function judgeInstrument(db: Kysely<Schema>, { instrument }: InstrumentChange): Promise<void> {
  const rows = await instrumentRows(db)
  const added = instrumentsIn(rows, Number.POSITIVE_INFINITY)
  const row = added.get(instrument.code)
  const before = row === undefined ? null : instrumentOf(row)
  const others = [...added.values()].filter(({ code }) => code !== instrument.code)
  orRefuse(atFields(decideInstrument(instrument, [...allMarkets, ...others.map(marketOfRow)])))
  if (before === null) return
  const fixed = fixedFields.filter((field) => !isSame(before[field], instrument[field]))
  if (fixed.length > 0)
    throw new Refusal('invalidInput', {
      issues: fixed.map((field) => ({ path: `instrument.${field}`, code: 'fixed' })),
    })
  if (isSame(before, instrument)) throw issue('instrument.name', 'unchanged')
}

const marketOfRow = (row: InstrumentRow): Market => marketOf(instrumentOf(row))

/** Names the fields as the call does: the instrument is one of its fields. */
function atFields(decision: Decision<Market>): Decision<Market> {
  if (decision.ok) return decision
  const { issues } = decision.details as { readonly issues: readonly { readonly path: string }[] }
  const named = issues.map((one) => ({ ...one, path: `instrument.${one.path}` }))
  return { ...decision, details: { issues: named } }
}

const isSame = (left: unknown, right: unknown): boolean => writeSorted(left) === writeSorted(right)

/** Writes a value with its fields in one order: the database keeps none. */
const writeSorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** A new market, or a change of one that operators added: it needs no notice, because nobody has a position in it on other terms. */
export function instrumentKind(context: InstrumentsContext) {
  const { clock } = context
  const kind: ProposalKind<InstrumentChange> = {
    kind: 'markets.instrument',
    roles: instrumentsOps.opsProposeInstrument.roles,
    parse: (payload) => payloadOf.parse(payload),
    show: async (db, { instrument, from }) => {
      const row = instrumentsIn(await instrumentRows(db), Number.POSITIVE_INFINITY).get(instrument.code)
      const before = row === undefined ? null : instrumentOf(row)
      const begins = from === null ? 'as soon as it is approved' : shownMoment(from)
      return {
        summary: `${before === null ? 'Add the market' : 'Change the market'} ${instrument.code} – ${instrument.name}`,
        sections: [
          {
            title: 'Effective date',
            rows: [
              plainRow('Effective from', begins),
              plainRow(
                'Applies to',
                before === null ? 'a new market: no notice' : 'its name and its tickers',
              ),
            ],
            images: [],
          },
          {
            title: `${instrument.code} – ${instrument.name}`,
            rows: instrumentRowsOf(instrument).map(([label, value], at) => {
              const was = before === null ? value : instrumentRowsOf(before)[at]?.[1]
              return was === value ? plainRow(label, value) : changed(label, `${was} → ${value}`)
            }),
            images: [],
          },
          { title: 'Hours', rows: hoursText(instrument.hours), images: [] },
        ],
      }
    },
    judge: (db, change) => judgeInstrument(db, change),
    apply: async (tx, change, { proposalId, reason, proposedBy, approvedBy }) => {
      await lockInstruments(tx)
      await judgeInstrument(tx, change)
      const at = clock.now()
      await writeVersion(tx, {
        ...{ id: proposalId, code: change.instrument.code, instrument: change.instrument, offered: null },
        from: Math.max(change.from ?? at, at),
        ...{ reason, proposedBy, approvedBy, at },
      })
    },
  }
  const propose = async (change: InstrumentChange, reason: string, operator: Operator) => {
    await judgeInstrument(context.db.query, change)
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}
