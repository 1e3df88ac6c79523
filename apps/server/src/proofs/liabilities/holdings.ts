import type { Holding, ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { Amount, type AssetCode } from '@candor/money'
import { coinOfNetwork, type FundingNetwork, fundingNetworks, repeatedPlaces } from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import { controlOf } from './holding-control.ts'
import {
  type HeldAddress,
  type HeldAsset,
  type HoldingRow,
  heldAddress,
  placesInUse,
} from './holdings-store.ts'
import type { LiabilitiesContext } from './liabilities-context.ts'

// A type and not an interface: it has to be plain JSON.
export type HoldingChange = {
  readonly name: string
  readonly asset: AssetCode
  readonly network: FundingNetwork | null
  readonly address: string | null
  /** In the asset's own units; zero: the place is not used any more. */
  readonly stated: string
}

const amountText = (row: HoldingRow) => new Amount(row.asset, row.stated).toString()

/**
 * Returns the current holdings of each asset, read from the chain where a node of it is configured (trust T15). A holding is
 * verified on chain only where control of the address was shown too: a balance does not prove whose address it is.
 */
export async function lookAtHoldings(context: LiabilitiesContext): Promise<readonly HeldAsset[]> {
  return Promise.all(
    (await placesInUse(context.db.query)).map(async (row) => {
      const held = heldAddress(row)
      const control = held === null ? null : await controlOf(context.db.query, held)
      const minor = held === null ? null : await shownByChain(context, held)
      return {
        asset: row.asset,
        name: row.name,
        network: row.network,
        address: row.address,
        stated: amountText(row),
        onChain: minor === null ? null : new Amount(row.asset, minor).toString(),
        control,
        basis: minor === null || control === null ? ('stated' as const) : ('chain' as const),
      }
    }),
  )
}

async function shownByChain(
  context: LiabilitiesContext,
  { network, address }: HeldAddress,
): Promise<bigint | null> {
  try {
    return await context.addresses.balanceAt(network, address)
  } catch (err) {
    // Then it counts as before the look-up: stated.
    context.log.error({ err, network, address }, 'the holdings could not be read from the chain')
    return null
  }
}

export async function listHoldings({ db, addresses }: LiabilitiesContext): Promise<Holding[]> {
  return Promise.all(
    (await placesInUse(db.query)).map(async (row) => {
      const held = heldAddress(row)
      const control = held === null ? null : await controlOf(db.query, held)
      return {
        name: row.name,
        asset: row.asset,
        network: row.network,
        address: row.address,
        stated: amountText(row),
        checkable: held !== null && addresses.canLook(held.network),
        controlShownAt: control?.shownAt ?? null,
        version: row.version,
        changedAt: new Date(Number(row.changed_at)).toISOString(),
        reason: row.reason,
      }
    }),
  )
}

/** Proposals to change the stated holdings, which take two people (⚖, trust T10). */
export const holdingProposals = (context: LiabilitiesContext): ProposalKind<HoldingChange> => ({
  kind: 'trust.holding',
  roles: ['finance', 'admin'],
  parse: parseChange,
  show: async (db, change) => {
    const next = usable(context, change)
    const before = (await placesInUse(db)).find(({ name }) => name === change.name)
    return {
      summary: `State a holding of ${change.stated} ${change.asset} at “${change.name}”`,
      sections: [
        {
          title: 'Current',
          rows: rowsOf(before === undefined ? null : { ...before, stated: amountText(before) }),
        },
        { title: 'Proposed', rows: rowsOf(next) },
      ].map((section) => ({ ...section, images: [] })),
    }
  },
  judge: (db, change) => judgeHolding(context, db, change),
  apply: async (tx, change, { reason, proposedBy, approvedBy }) => {
    // Places wait for each other: of two with one address the second sees the first.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('trust_holdings', 0))`.execute(tx)
    const { address } = await judgeHolding(context, tx, change)
    const last = await tx
      .selectFrom('trust_holdings')
      .select('version')
      .where('name', '=', change.name)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    await tx
      .insertInto('trust_holdings')
      .values({
        name: change.name,
        version: (last?.version ?? 0) + 1,
        asset: change.asset,
        network: change.network,
        address,
        stated: Amount.parse(change.asset, change.stated)?.minor ?? 0n,
        reason,
        proposed_by: proposedBy,
        approved_by: approvedBy,
        changed_at: BigInt(context.clock.now()),
      })
      .execute()
  },
})

function rowsOf(held: Omit<HoldingChange, 'name'> | null): ShownSection['rows'] {
  if (held === null) return [plainRow('Amount held', 'not stated')]
  return [
    plainRow('Amount held', `${held.stated} ${held.asset}`),
    plainRow('Network', held.network ?? 'none (bank or custodian)'),
    plainRow('Address', held.address ?? 'none'),
  ]
}

function parseChange(payload: Json): HoldingChange {
  const { name, asset, network, address, stated } = payload as Partial<Record<keyof HoldingChange, unknown>>
  const known = fundingNetworks.find((one) => one === network) ?? null
  if (typeof name !== 'string' || typeof stated !== 'string' || !isAsset(asset))
    throw new Error('not a place where money is held')
  return { name, asset, network: known, address: typeof address === 'string' ? address : null, stated }
}

const isAsset = (asset: unknown): asset is AssetCode => asset === 'USDT' || asset === 'BTC' || asset === 'ETH'

const most = 10n ** 18n

/** Refuses with `invalidInput` at its field: an amount below zero or too fine, an address without its network or not of it, another coin's network. */
function usable(context: LiabilitiesContext, change: HoldingChange): HoldingChange {
  const stated = Amount.parse(change.asset, change.stated)
  if (stated === null || stated.minor < 0n || stated.minor > most) throw invalidField('stated')
  if ((change.network === null) !== (change.address === null))
    throw invalidField(change.network === null ? 'network' : 'address', 'missing')
  if (change.network === null || change.address === null) return { ...change, stated: stated.toString() }
  if (coinOfNetwork(change.network) !== change.asset) throw invalidField('network')
  const address = context.addresses.readAddress(change.network, change.address)
  if (address === null) throw invalidField('address', 'unreadable')
  return { ...change, address, stated: stated.toString() }
}

/** Refuses with `invalidInput` what cannot be stated, and the address of another place in use: its coins would count twice. */
export async function judgeHolding(
  context: LiabilitiesContext,
  db: Kysely<Schema>,
  change: HoldingChange,
): Promise<HoldingChange> {
  const next = usable(context, change)
  const { name, address, stated } = next
  if (address === null || Number(stated) === 0) return next
  const others = (await placesInUse(db)).filter((one) => one.name !== name)
  if (repeatedPlaces([...others, next]).includes(next))
    throw new Refusal('invalidInput', { issues: [{ path: 'address', code: 'repeated' }] })
  return next
}
