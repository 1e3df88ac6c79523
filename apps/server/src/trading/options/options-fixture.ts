import { randomUUID } from 'node:crypto'
import { calls } from '@candor/contract'
import { Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import type { Call } from '../../testing/serve-handlers.ts'
import { openTestEngine } from '../../testing/test-engine.ts'
import { FreshRule } from '../quotes/fresh-rule.ts'
import { optionHouseAccounts } from './option-postings.ts'
import type { OptionPurchasePorts } from './option-purchase-ports.ts'
import { optionNow, optionsHandlers } from './routes.ts'
import { OptionSettler, type OptionSettlerOptions } from './settlement/option-settler.ts'

export interface OptionsFixture extends ModuleFixture {
  /** Calls of the module over HTTP. */
  readonly call: Call
  /** Makes a demo purchase without HTTP, so that those of one turn share a batch in order; returns the code. */
  buy(userId: string, input: Readonly<Record<string, unknown>>): Promise<number>
  readonly settler: OptionSettler
  /** Problems that the settler has reported. */
  readonly problems: string[]
  /** Opens the module as after a start, on the same database: none of the first one's memory remains. */
  another(changes?: Partial<OptionSettlerOptions>): OptionSettler
  balance(owner: string, asset?: 'DEMO' | 'USDT'): Promise<{ balance: bigint; held: bigint }>
}

/** Opens the options module on real parts, with capital of this many units in demo and real money. */
export async function openOptionsFixture(
  capital = 100_000n,
  options: {
    sandbox?: boolean
    ownLimit?: (fixture: ModuleFixture) => OptionPurchasePorts['ownLimit']
    /** With the engine's own desk for money, and not one for accounts without positions. */
    engine?: boolean
    /** Longest wait of a purchase for a database that is away: short where a test wants it given up. */
    patienceMs?: number
    /** With the parameters' rule of how old a purchase's price may be. */
    fresh?: boolean
  } = {},
): Promise<OptionsFixture> {
  const fixture = await openModuleFixture(options)
  const { ledger } = fixture
  await ledger.open(optionHouseAccounts)
  for (const asset of ['DEMO', 'USDT'] as const)
    if (capital > 0n) await fixture.fund('trading-capital', 'house', asset, capital * 1_000_000n)
  const problems: string[] = []
  const another: OptionsFixture['another'] = (changes = {}) => settlerOn(fixture, problems, changes)
  const settler = another()
  await settler.start()
  const ownLimit = options.ownLimit?.(fixture)
  const engine = options.engine === true ? await openTestEngine(fixture) : null
  const handlers = optionsHandlers({
    ...fixture,
    settler,
    ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
    customerOf: async (id) => fixture.customers.get(id) ?? { country: null, frozen: false },
    newId,
    ...(ownLimit !== undefined && { ownLimit }),
    ...(options.fresh === true && { fresh: new FreshRule(fixture, fixture.board) }),
    ...(engine !== null && { funds: engine.funds }),
  })
  const call = await fixture.serve(handlers)
  return {
    ...fixture,
    call,
    settler,
    problems,
    another,
    buy: buysWith(handlers),
    balance: async (owner, asset = 'DEMO') => {
      const found = (await ledger.balancesOf(owner)).find((account) => account.asset === asset)
      return { balance: found?.balanceMinor ?? 0n, held: found?.heldMinor ?? 0n }
    },
    dispose: async () => {
      await settler.stop()
      await engine?.close()
      await fixture.dispose()
    },
  }
}

const settlerOn = (
  { db, ledger, clock, board, events, journal, splits, proofs }: ModuleFixture,
  problems: string[],
  changes: Partial<OptionSettlerOptions>,
) =>
  new OptionSettler({
    db,
    ledger,
    clock,
    board,
    journal,
    splits,
    quoteHistory: proofs,
    onSettled: (row) => events.publish(row.user_id, row.mode, 'order', optionNow(board, row)),
    log: { error: (_details, message) => void problems.push(message) },
    retryMs: 20,
    ...changes,
  })

const buysWith =
  ({ buyOptions }: Pick<ReturnType<typeof optionsHandlers>, 'buyOptions'>): OptionsFixture['buy'] =>
  async (userId, input) => {
    const caller = { userId, sessionId: userId, mode: 'demo', language: 'en', address: '127.0.0.1' } as const
    const key = { key: randomUUID(), bodyHash: '-', call: 'buyOptions' } as const
    try {
      await buyOptions(calls.buyOptions.input.parse(input), caller, key)
      return 20004
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
