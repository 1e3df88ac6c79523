import type { ListedMarket, MarketActionShown, MarketHalt } from '@candor/contract'
import { type Market, tradingMoment } from '@candor/rules'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import type { Json } from '../../platform/json.ts'
import { marketHistories } from '../backfill/backfill-response.ts'
import { marketItem } from '../market-response.ts'
import type { ActionRow } from '../markets-tables.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { actionValue, newestActions } from './actions.ts'
import { clockAlerts } from './clock-alerts.ts'
import {
  type HaltRefusal,
  haltMarket,
  haltMarkets,
  newestHalts,
  resumeMarket,
  resumeMarkets,
} from './halts.ts'

/** The console's calls about whole markets: what happened, what is to come, and halts, which one person makes at once. */
export const marketCalls = (context: ServerContext, board: MemoryPriceBoard) =>
  ({
    opsMarketEvents: async () => ({
      markets: board.markets.map(({ code, name, type }) => ({ code, name, stock: type === 3 })),
      halts: (await newestHalts(context.db)).map(toHaltResponse),
      actions: (await newestActions(context.db)).map(toActionResponse),
      clocks: clockAlerts(board.clockOffsets.now()).map(({ tone, text }) => ({ tone, text })),
    }),
    opsMarketList: async () => board.markets.map((market) => toListedMarket(board, market)),
    opsMarketHistory: () => marketHistories(context.db, board.markets),
    opsHaltMarket: ({ code, reason, note }, operator) =>
      context.db.transaction(async (tx) => {
        refuseIf(await haltMarket(tx, context.clock, { code, reason, note, by: operator.email }))
        await audit(context, tx, operator, { action: 'markets.halt', codes: [code], note, after: { reason } })
        return true as const
      }),
    opsHaltMarkets: ({ codes, reason, note }, operator) => {
      refuseUnknown(board, codes)
      return context.db.transaction(async (tx) => {
        const halted = await haltMarkets(tx, context.clock, { codes, reason, note, by: operator.email })
        await audit(context, tx, operator, { action: 'markets.halt', codes: halted, note, after: { reason } })
        return { halted: [...halted] }
      })
    },
    opsResumeMarket: ({ code, note }, operator) =>
      context.db.transaction(async (tx) => {
        refuseIf(await resumeMarket(tx, context.clock, { code, by: operator.email }))
        await audit(context, tx, operator, { action: 'markets.resume', codes: [code], note, after: null })
        return true as const
      }),
    opsResumeMarkets: ({ codes, note }, operator) => {
      refuseUnknown(board, codes)
      return context.db.transaction(async (tx) => {
        const { resumed, due } = await resumeMarkets(tx, context.clock, { codes, by: operator.email })
        await audit(context, tx, operator, { action: 'markets.resume', codes: resumed, note, after: null })
        return { resumed: [...resumed], due: [...due] }
      })
    },
  }) satisfies OpsHandlers

interface AuditedChange {
  readonly action: string
  readonly codes: readonly string[]
  readonly note: string
  readonly after: Json
}

/** Writes one entry for each market: the history of a market is its entries. */
async function audit(
  { console }: ServerContext,
  tx: Tx,
  operator: Operator,
  { action, codes, note, after }: AuditedChange,
): Promise<void> {
  for (const code of codes) {
    const subject = `market:${code}`
    await console.audit.write(tx, { actor: operator.id, action, subject, reason: note, after })
  }
}

function refuseUnknown(board: MemoryPriceBoard, codes: readonly string[]): void {
  const issues = codes.flatMap((code, at) =>
    board.listed(code) === null ? [{ path: `codes.${at}`, code: 'unknown-market' }] : [],
  )
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
}

function refuseIf(refused: HaltRefusal | null): void {
  if (refused === null) return
  if (refused === 'unknown-market' || refused === 'action-due')
    throw new Refusal('invalidInput', { issues: [{ path: 'code', code: refused }] })
  throw new Refusal('changedMeanwhile')
}

function toListedMarket(board: MemoryPriceBoard, market: Market): ListedMarket {
  const { code, type, bid, ask, spread, digits, source, ageMs, nextOpenAt, halted, closeOnly } = marketItem(
    board,
    market,
    'en',
  )
  const { unavailable } = tradingMoment(board, market, 'real')
  return {
    ...{ code, type, name: market.name, bid, ask, spread, digits },
    ...{ source, ageMs, nextOpenAt, halted, closeOnly, unavailable },
  }
}

const toHaltResponse = (row: Awaited<ReturnType<typeof newestHalts>>[number]): MarketHalt => ({
  id: row.id,
  code: row.code,
  reason: row.reason,
  note: row.note,
  haltedBy: row.halted_by,
  haltedAt: isoOf(row.halted_at),
  liftedBy: row.lifted_by,
  liftedAt: isoOrNull(row.lifted_at),
})

const toActionResponse = (row: ActionRow): MarketActionShown => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  at: isoOf(row.at),
  value: actionValue(row),
  askedBy: row.asked_by,
  appliedAt: isoOrNull(row.applied_at),
  cancelledBy: row.cancelled_by,
  cancelledAt: isoOrNull(row.cancelled_at),
})
