import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { price } from '@candor/money'

import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { conversionsModule } from '../funding/conversions/conversions.module.ts'
import { conversionQuotes, withoutLetters } from '../funding/funding-fixture.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { followMarketEvents } from '../market-data/market-events/follow-market-events.ts'
import { PersonKeys } from '../platform/files/person-keys.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import { openReceiptSigner } from '../proofs/receipts/receipt-keys.ts'
import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { type OptionsFixture, openOptionsFixture } from '../trading/options/options-fixture.ts'
import { ordersHandlers } from '../trading/orders/routes.ts'
import { FreshRule } from '../trading/quotes/fresh-rule.ts'
import { noon } from './module-fixture.ts'
import type { Call } from './serve-handlers.ts'
import { requestInTime } from './test-market-events.ts'

// Contracts, options and conversions of an installation that is no sandbox, and a customer with a demo and a real account.

export type Mode = 'demo' | 'real'
export const modes: readonly Mode[] = ['demo', 'real']

interface FallbackFixture {
  options: OptionsFixture
  contracts: TradingRuntime
  keys: string
  trade: Call
  convert: Call
  /** The customer of the running test. */
  as: string
  /** True while what is bought ends with its contract. */
  ending: boolean
  /** Warnings about actions of markets. */
  warnings: string[]
}

/** Of the running test; filled by `useFallbackFixture`. */
export const fixture = {} as FallbackFixture

/** To be called once at the top of a test file. Every test begins with bitcoin at 94 000, of both sources. */
export function useFallbackFixture(): void {
  beforeAll(async () => {
    const keys = mkdtempSync(join(tmpdir(), 'candor-fallback-'))
    const options = await openOptionsFixture(1_000_000n, { sandbox: false })
    Object.assign(fixture, { keys, options, ending: false, warnings: [] })
    for (const asset of ['DEMO', 'USDT'] as const)
      await options.fund('negative-balance', 'house', asset, 1_000_000_000_000n)
    await options.parameters.change({
      key: 'options.realCountries',
      value: ['BR'],
      reason: 'a test',
      changedBy: 'ana',
      approvedBy: 'ben',
    })
    await openContracts()
    const ports = {
      prices: {
        board: options.board,
        fresh: new FreshRule(options, options.board, 50),
        journal: options.journal,
      },
      quotes: conversionQuotes,
      customerOf: async () => ({ frozen: false }),
      places: {
        keys: new PersonKeys(Buffer.alloc(32, 7), options.clock),
        markKey: Buffer.alloc(32),
        notifyOfNew: withoutLetters(options.db),
        proveSecondFactor: async () => undefined,
      },
    }
    // Funds the operator's accounts; the board decides which quotes count.
    const { handlers } = await options.openModule(conversionsModule, ports, { sandbox: true })
    fixture.convert = await options.serve(handlers)
  })
  afterAll(async () => {
    await fixture.contracts.close()
    await fixture.options.dispose()
    rmSync(fixture.keys, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const { options } = fixture
    options.clock.set(Math.max(options.clock.now(), noon))
    fixture.as = await options.customer(10_000n, 10_000n)
    options.customers.set(fixture.as, { country: 'BR', frozen: false })
    for (let n = 0; n < 3; n++) both('BTCUSDT', '94000')
  })
  afterEach(async () => expect(await reconcile(fixture.options.db)).toEqual([]))
}

async function openContracts(): Promise<void> {
  const { options, keys, warnings } = fixture
  const { db, clock, board, proofs } = options
  const quotes = { board, rebase: board.rebase.bind(board) }
  const warn = (_details: object, message: string) => void warnings.push(message)
  const log = { warn, error: warn }
  const { actions } = followMarketEvents({ db, clock, quotes, log, audit: createAudit(clock) })
  fixture.contracts = await TradingRuntime.open({ ...options, quoteHistory: proofs, actions })
  const { sign } = openReceiptSigner(keys)
  fixture.trade = await options.serve(
    ordersHandlers({
      runtime: fixture.contracts,
      clock,
      proofs,
      sign,
      endsAtRoll: async () => fixture.ending,
    }),
  )
}

/** The engine ends and another begins. */
export async function restart(): Promise<void> {
  await fixture.contracts.close()
  await openContracts()
}

/** Both sources show this price and can be traded on; the live one came last. */
export function both(code: string, mid: string): void {
  fixture.options.warm(code, mid, 'simulated')
  fixture.options.warm(code, mid, 'live')
}

const spread = price('0.00001')
/** A quote of a currency pair, a fiftieth of a pip wide. */
export function pair(code: string, mid: string, source: 'live' | 'simulated', times = 1): void {
  const at = price(mid)
  for (let n = 0; n < times; n++) {
    const sides = { bid: (at - spread) as typeof at, ask: (at + spread) as typeof at }
    fixture.options.board.offer({ code, ...sides, time: fixture.options.clock.now(), source, volume: 0 })
  }
}

type Fields = Readonly<Record<string, unknown>>
export const plain = { code: 'BTCUSDT', direction: 'buy', lots: '0.1', leverage: 2, protected: false }

/** A call about contracts in one of the customer's accounts. */
export const trade = (call: Parameters<Call>[0], input: Fields, mode: Mode): ReturnType<Call> =>
  fixture.trade(call, input, { as: fixture.as, mode })

export async function buy(mode: Mode, fields: Fields = {}): Promise<string> {
  const { code, result } = await trade('buyContract', { ...plain, ...fields }, mode)
  expect({ mode, code }).toEqual({ mode, code: 20004 })
  return String(result.id)
}

/** The same order in both accounts. */
export const buyBoth = async (fields: Fields = {}) => ({
  demo: await buy('demo', fields),
  real: await buy('real', fields),
})

export async function show(mode: Mode, id: string) {
  await fixture.contracts.queue.settled()
  return (await trade('getContractOrderById', { id }, mode)).result
}

export const receipt = async (orderId: string) =>
  (await trade('getReceipt', { orderId }, 'real')).result as {
    document: Readonly<Record<string, unknown>>
  }

/** Lets the engine carry out what is due, and what was requested meanwhile. */
export async function pass(): Promise<void> {
  await fixture.contracts.readActions()
  await fixture.contracts.engine.actions.still()
  await fixture.contracts.queue.settled()
}

/** Ten shares of each of these stocks become one. */
export async function mergeShares(...codes: string[]): Promise<void> {
  const { db, clock } = fixture.options
  const merger = { kind: 'split', value: '1:10', at: clock.now() + 1, by: 'olga' } as const
  for (const code of codes) expect(await requestInTime(db.query, clock, { ...merger, code })).toBeNull()
  clock.advance(1)
  await pass()
}
