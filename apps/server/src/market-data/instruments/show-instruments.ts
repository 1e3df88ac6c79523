import type { Calls, InstrumentChange, InstrumentShown, ResultOf } from '@candor/contract'
import { type MarketHours, openStretches } from '@candor/rules'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { noticeMs } from '../tariffs/propose-terms.ts'
import { announcedHours } from './hours/hours-store.ts'
import { publishedHours } from './hours/show-hours.ts'
import type { InstrumentsContext } from './instruments-context.ts'
import {
  type InstrumentRow,
  instrumentOf,
  instrumentRows,
  instrumentsIn,
  newestVersions,
} from './instruments-store.ts'

const mostListed = 100
const previewDays = 7

/** Signs the list of the added markets that have begun, and all announced hours, so that anybody can check receipts of them. */
export async function publishedInstruments({ db, clock, sign }: InstrumentsContext) {
  const now = clock.now()
  const rows = await instrumentRows(db.query)
  const instruments = [...instrumentsIn(rows, now).values()].map((row) => {
    const first = rows.find((one) => one.code === row.code && one.instrument !== null) ?? row
    return { since: isoOf(first.holds_from), instrument: instrumentOf(row) }
  })
  const hours = publishedHours(await announcedHours(db.query))
  return sign({ kind: 'instruments', at: now, instruments, hours }) as ResultOf<Calls['listInstruments']>
}

/** Lists the added markets, also those that begin later, and the newest decisions. */
export async function showInstruments(context: InstrumentsContext) {
  const { db, board } = context
  const rows = await instrumentRows(db.query)
  const added = instrumentsIn(rows, Number.POSITIVE_INFINITY)
  return {
    noticeHours: (await noticeMs(context, db.query)) / hourMs,
    instruments: [...added.values()].map((row) => instrumentOf(row) as InstrumentShown),
    closeOnly: board.markets.map(({ code }) => code).filter((code) => board.isCloseOnly(code)),
    changes: (await newestVersions(db.query, mostListed)).map(
      (row): InstrumentChange => ({
        changeId: row.id,
        code: row.code,
        kind: kindOf(row, rows),
        from: isoOf(row.holds_from),
        reason: row.reason,
        proposedBy: row.proposed_email,
        approvedBy: row.approved_email,
        announcedAt: isoOf(row.announced_at),
      }),
    ),
  }
}

function kindOf(version: InstrumentRow, rows: readonly InstrumentRow[]): InstrumentChange['kind'] {
  const { code, sequence, instrument, offered } = version
  if (instrument === null) return offered ? 'offered' : 'closeOnly'
  const isFirst = !rows.some((one) => one.code === code && one.instrument !== null && one.sequence < sequence)
  return isFirst ? 'listed' : 'changed'
}

/** Lists when a market with these hours is open in the next seven days. */
export function previewHours(hours: MarketHours, now: number) {
  return {
    always: hours.sessions.length === 0,
    open: openStretches({ hours }, now, now + previewDays * dayMs).map(([from, to]) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })),
  }
}
