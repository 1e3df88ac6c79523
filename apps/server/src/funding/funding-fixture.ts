import { Amount, type AssetCode } from '@candor/money'
import type { FundingNetwork } from '@candor/rules'
import { pino } from 'pino'
import type { ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import { Letters } from '../platform/email/letters.ts'
import type { Message } from '../platform/email/messenger.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { SignedTexts } from '../platform/http/security/signed-text.ts'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import type { PayoutPlaces } from './bank-cards/payout-places.ts'
import type { Chains } from './chain/chain.ts'
import type { DepositPorts } from './deposits/deposit-ports.ts'
import { worldAccounts } from './deposits/deposits.module.ts'
import { lookAtChain } from './deposits/look-at-chain.ts'
import { fundingHandlers } from './routes.ts'
import { type PricesOfCoins, valueInUsdt } from './value-in-usdt.ts'

/** Adds payout destinations without sending letters. */
export const withoutLetters =
  (db: Database): PayoutPlaces['notifyOfNew'] =>
  async (_userId, make) =>
    (await db.transaction(make)).made

export interface FundingFixture extends ModuleFixture {
  readonly context: ServerContext & DepositPorts
  /** Calls of the module over HTTP, in the real account. */
  readonly call: Call
  readonly verified: Set<string>
  /** Errors that were logged. */
  readonly faults: readonly unknown[]
  /** Letters that were sent, in order. */
  readonly mails: readonly Message[]
  /** Files that may be claimed, by their owner. */
  readonly files: Map<string, string>
  /** Creates a customer without money; verified unless `verified` is false. */
  person(options?: { readonly verified?: boolean; readonly frozen?: boolean }): Promise<string>
  /** Does what two operators would do: opens a network with this key or address. */
  take(network: FundingNetwork, target: string): Promise<void>
  /** Runs the scheduled look at the chain, later than the last one. */
  look(): Promise<number>
  balance(owner: string, asset: AssetCode): Promise<string>
}

const prices = { BTC: 'BTCUSDT', ETH: 'ETHUSDT' } as const

/** Opens the funding module on real parts; the chains are those of the test. */
export async function openFundingFixture(chains: Chains = {}): Promise<FundingFixture> {
  const fixture = await openModuleFixture()
  const { ledger, board, clock } = fixture
  await ledger.open(worldAccounts)
  const verified = new Set<string>()
  const faults: unknown[] = []
  const files = new Map<string, string>()
  const mails: Message[] = []
  const log = pino({ level: 'error', hooks: { logMethod: ([fault]) => void faults.push(fault) } })
  fixture.warm(prices.BTC, '100000')
  fixture.warm(prices.ETH, '4000')
  const context: FundingFixture['context'] = {
    ...fixture,
    letters: lettersTo(mails, { ...fixture, log }),
    chains,
    depositors: {
      of: async (id) => fixture.customers.get(id) ?? { frozen: false },
      isVerified: async (id) => verified.has(id),
      nameOf: async (id) => id,
    },
    proofs: {
      claim: async (_tx, userId, fileId) => {
        if (files.get(fileId) !== userId) throw new Refusal('fileRejected')
        files.delete(fileId)
      },
      read: async () => null,
    },
    checks: unmonitored(board),
    log,
  }
  const served = await fixture.serve(fundingHandlers(context))
  let versions = 0
  return {
    ...fixture,
    context,
    verified,
    faults,
    mails,
    files,
    call: (name, input, who) => served(name, input, { mode: 'real', ...who }),
    person: async (options = {}) => {
      const id = await addPerson(fixture)
      if (options.verified !== false) verified.add(id)
      if (options.frozen === true) fixture.customers.set(id, { country: null, frozen: true })
      return id
    },
    take: (network, target) => {
      versions += 1
      return addTarget(fixture, network, { version: versions, target })
    },
    look: async () => {
      clock.advance(15_000)
      return lookAtChain(context)
    },
    balance: async (owner, asset) => {
      const found = (await ledger.balancesOf(owner)).find((one) => one.asset === asset)
      return new Amount(asset, found?.balanceMinor ?? 0n).toString()
    },
  }
}

/** Values coins at the board's prices; no rule is applied. */
const unmonitored = (board: PricesOfCoins): DepositPorts['checks'] => ({
  valueInUsdt: (coin, minor) => valueInUsdt(board, coin, minor),
  monitor: async () => undefined,
})

const lettersTo = (mails: Message[], { db, clock, log }: ServerContext) =>
  new Letters({
    db,
    clock,
    messenger: { send: async (message) => void mails.push(message) },
    readerOf: async (userId) => ({ email: `${userId}@candor.example`, language: 'en' }),
    head: () => null,
    undoLink: (undoingId) => undoingId,
    log,
  })

async function addTarget(
  { db, clock }: ModuleFixture,
  network: FundingNetwork,
  named: { readonly version: number; readonly target: string },
): Promise<void> {
  const people = { reason: 'a test', proposed_by: 'ana', approved_by: 'ben' }
  await db.query
    .insertInto('funding_targets')
    .values({ network, ...named, ...people, changed_at: BigInt(clock.now()) })
    .execute()
}

/** Adds a customer with accounts for every coin, and nothing in them. */
async function addPerson(fixture: ModuleFixture): Promise<string> {
  const id = await fixture.customer(0n, 0n)
  await fixture.addUser(id)
  await fixture.ledger.open(
    (['BTC', 'ETH'] as const).map((asset) => ({ class: 'customer', owner: id, asset })),
  )
  return id
}

/** Signs conversion quotes with one secret, as all processes of an installation do. */
export const conversionQuotes = new SignedTexts(Buffer.alloc(32, 9))
