import { chainOfNetwork, coinOfNetwork } from '@candor/rules'
import type { Console } from '../back-office/operators/console.ts'
import { readAddress } from '../funding/chain/address.ts'
import type { Chains } from '../funding/chain/chain.ts'
import { checkSignedMessage } from '../funding/chain/signed-message.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { askForControl, type ControlDeps, showControl } from '../proofs/holding-control.ts'
import {
  addressHeldAt,
  type HoldingsDeps,
  holdingProposals,
  judgeHolding,
  listHoldings,
  lookAtHoldings,
} from '../proofs/holdings.ts'
import { liabilityHandlers } from '../proofs/liability-calls.ts'
import { dayOf, publishLiabilities } from '../proofs/publish-liabilities.ts'
import type { ReceiptSigner } from '../proofs/receipt-keys.ts'
import { owedToCustomers } from './owed-to-customers.ts'

export interface ProofParts {
  readonly db: Database
  readonly clock: Clock
  readonly chains: Chains
  readonly sign: ReceiptSigner['sign']
  readonly console: Console
  /** Public address of this server now, without a path. */
  readonly ownUrl: () => string | null
  readonly log: { error(details: object, message: string): void }
}

const turnMs = 1_000

/** Opens the proof of liabilities: each day's liabilities, the assets that cover them, and each customer's own part (trust T15). */
export function openProof({ chains, console, sign, ownUrl, ...parts }: ProofParts) {
  const holdings: HoldingsDeps = {
    ...parts,
    readAddress: (network, text) => readAddress(network, text)?.address ?? null,
    canLook: (network) => chains[chainOfNetwork(network)] !== undefined,
    balanceAt: async (network, address) =>
      (await chains[chainOfNetwork(network)]?.balance(coinOfNetwork(network), address)) ?? null,
  }
  const { db, clock } = parts
  const control: ControlDeps = {
    db,
    clock,
    audit: console.audit,
    ownUrl,
    checkSignature: checkSignedMessage,
    addressOf: addressHeldAt,
  }
  console.registerProposalKind(holdingProposals(holdings))
  console.handle({
    opsHoldings: () => listHoldings(holdings),
    opsProposeHolding: async ({ reason, ...change }, operator) => {
      await judgeHolding(holdings, db.query, change)
      return console.propose({ kind: 'trust.holding', payload: change, reason }, operator)
    },
    opsAskHoldingControl: ({ name }, operator) => askForControl(control, name, operator),
    opsShowHoldingControl: (input, operator) => showControl(control, input, operator),
  })
  const deps = { db, clock, sign, owed: () => owedToCustomers(db), held: () => lookAtHoldings(holdings) }
  // Asked each second, so that the day's proof comes with the day; looked up once a day.
  let published = ''
  const publish = async () => {
    const today = dayOf(clock.now())
    if (today === published) return
    await publishLiabilities(deps)
    published = today
  }
  const jobs: readonly Job[] = [
    { name: 'publish-liabilities', noCases: 'one proof a day, of everybody', everyMs: turnMs, run: publish },
  ]
  const handlers = liabilityHandlers(db) satisfies Handlers
  return { jobs, handlers }
}
