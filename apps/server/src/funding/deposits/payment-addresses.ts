import type { OpsCalls, OpsResultOf, ShownSection } from '@candor/contract'
import { coinOfNetwork, type FundingNetwork, fundingNetworks } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import { type PaymentTarget, readPaymentTarget } from '../chain/payment-target.ts'
import { addTarget, newestTarget, type TargetRow } from './address-store.ts'

// A type and not an interface: it has to be plain JSON.
export type AddressChange = {
  readonly network: FundingNetwork
  /** Empty: take nothing on this network any more. */
  readonly target: string
}

/** Number of a key's addresses to show, for comparison with the wallet's own. */
const shownAddresses = 3

/** Lists the operator's present target for deposits on every network. */
export async function listPaymentAddresses({
  db,
  sandbox,
}: ServerContext): Promise<OpsResultOf<OpsCalls['opsPaymentAddresses']>> {
  return Promise.all(
    fundingNetworks.map(async (network) => {
      const newest = await newestTarget(db.query, network)
      return {
        network,
        coin: coinOfNetwork(network),
        ...(newest === null ? nothingYet(sandbox) : enteredOf(newest)),
      }
    }),
  )
}

const nothingYet = (sandbox: boolean) => ({
  target: null,
  kind: sandbox ? ('sample' as const) : ('closed' as const),
  addresses: [],
  version: 0,
  changedAt: null,
  reason: null,
})

function enteredOf({ network, target, version, reason, changed_at }: TargetRow) {
  const read = readPaymentTarget(network, target)
  return {
    target: target || null,
    kind: read?.kind ?? ('closed' as const),
    addresses: read === null ? [] : previewOf(read),
    version,
    changedAt: new Date(Number(changed_at)).toISOString(),
    reason,
  }
}

const previewOf = (target: PaymentTarget): string[] =>
  target.kind === 'address'
    ? [target.address]
    : Array.from({ length: shownAddresses }, (_, number) => target.address(number))

/** Proposals to change a payment address, which take two people (⚖, trust T10): redirected deposits could be stolen. */
export const addressProposals = (context: ServerContext): ProposalKind<AddressChange> => ({
  kind: 'funding.address',
  roles: ['finance', 'admin'],
  parse: parseChange,
  show: (db, change) => showChange(context, db, change),
  apply: async (tx, { network, target }, { proposedBy, approvedBy, reason }) => {
    refuseUnusable(context, { network, target })
    await addTarget(tx, {
      network,
      target: target.trim(),
      reason,
      proposedBy,
      approvedBy,
      at: context.clock.now(),
    })
  },
})

function parseChange(payload: Json): AddressChange {
  const { network, target } = payload as { network?: unknown; target?: unknown }
  const known = fundingNetworks.find((one) => one === network)
  if (known === undefined || typeof target !== 'string') throw new Error('not a change of a payment address')
  return { network: known, target }
}

/** Refuses with `invalidInput` what is no key or address of this network, or belongs to a test net in a real installation. */
function refuseUnusable(
  { sandbox }: ServerContext,
  { network, target }: AddressChange,
): PaymentTarget | null {
  if (target.trim() === '') return null
  const read = readPaymentTarget(network, target)
  if (read !== null && (sandbox || read.world !== 'test')) return read
  throw new Refusal('invalidInput', {
    issues: [{ path: 'target', code: read === null ? 'unreadable' : 'testNet' }],
  })
}

async function showChange(context: ServerContext, db: Kysely<Schema>, change: AddressChange) {
  const read = refuseUnusable(context, change)
  const before = await newestTarget(db, change.network)
  const rows = (target: string | null, addresses: readonly string[]): ShownSection['rows'] => [
    { label: 'Key or address', value: target || 'none: no deposits accepted', tone: 'plain' },
    ...addresses.map((value, at) => ({ label: `Address ${at + 1}`, value, tone: 'plain' as const })),
  ]
  const old = before === null ? null : readPaymentTarget(change.network, before.target)
  return {
    summary: summaryOf(change.network, read),
    sections: [
      {
        title: 'Current',
        rows: rows(before?.target ?? null, old === null ? [] : previewOf(old)),
        images: [],
      },
      {
        title: 'Proposed: compare these addresses with your wallet',
        rows: rows(change.target.trim(), read === null ? [] : previewOf(read)),
        images: [],
      },
    ],
  }
}

function summaryOf(network: FundingNetwork, target: PaymentTarget | null): string {
  const deposits = `${coinOfNetwork(network)} deposits on ${network}`
  if (target === null) return `Stop accepting ${deposits}`
  return `Accept ${deposits} at ${target.kind === 'key' ? 'one address per customer' : 'one address for all'}`
}
