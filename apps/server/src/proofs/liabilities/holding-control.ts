import { randomBytes } from 'node:crypto'
import type { HeldControl, HoldingChallenge } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import { addressHeldAt, type HeldAddress } from './holdings-store.ts'
import type { LiabilitiesContext } from './liabilities-context.ts'

const nonceBytes = 32
const notFound = () => new Refusal('notFound')

/** Makes the text that the key of a place's address has to sign within a day. Refuses `notFound` a place without an address. */
export async function requestControl(
  { db, clock, ownUrl }: LiabilitiesContext,
  name: string,
  operator: Operator,
): Promise<HoldingChallenge> {
  const held = await addressHeldAt(db.query, name)
  if (held === null) throw notFound()
  const { network, address } = held
  const [id, askedAt] = [newId(), clock.now()]
  const nonce = randomBytes(nonceBytes).toString('hex')
  const at = new Date(askedAt).toISOString()
  // One line in plain ASCII: wallets disagree about everything else.
  const message = `Candor proof of control | ${ownUrl() ?? 'no address'} | ${network} ${address} | ${nonce} | ${at}`
  const expiresAt = askedAt + dayMs
  await db.query
    .insertInto('trust_holding_control')
    .values({
      id,
      network,
      address,
      message,
      asked_by: operator.id,
      asked_at: BigInt(askedAt),
      expires_at: BigInt(expiresAt),
    })
    .execute()
  return { id, name, network, address, message, expiresAt: new Date(expiresAt).toISOString() }
}

export interface ControlSignature {
  readonly name: string
  readonly id: string
  readonly signature: string
}

/**
 * Stores a signature that shows control of the holding's address. Refuses `notFound` for an unknown text, `changedMeanwhile`
 * for one that is used or too old, or whose holding has another address by now, and `invalidInput` at `signature` for an
 * invalid signature (`unreadable`) or one by another key or of another text (`other`).
 */
export function showControl(
  context: LiabilitiesContext,
  { name, id, signature }: ControlSignature,
  operator: Operator,
): Promise<HeldControl> {
  const { db, clock, console, addresses } = context
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, id)
    if (request === null) throw notFound()
    const now = clock.now()
    const { network, address, message } = request
    const isOpen = request.shown_at === null && Number(request.expires_at) >= now
    if (!isOpen || !isSame(await addressHeldAt(tx, name), request)) throw new Refusal('changedMeanwhile')
    const signatureText = signature.trim()
    const verdict = addresses.checkSignature(network, { address, message, signature: signatureText })
    if (verdict !== 'signed') throw invalidField('signature', verdict)
    await tx
      .updateTable('trust_holding_control')
      .set({ signature: signatureText, shown_by: operator.id, shown_at: BigInt(now) })
      .where('id', '=', id)
      .execute()
    await console.audit.write(tx, {
      actor: operator.id,
      action: 'trust.holding.control',
      subject: `address:${network}:${address}`,
      after: { message, signature: signatureText },
    })
    return { message, signature: signatureText, shownAt: new Date(now).toISOString() }
  })
}

const isSame = (one: HeldAddress | null, other: HeldAddress): boolean =>
  one?.network === other.network && one.address === other.address

/** Returns the latest proof of control of an address; null: there is none. */
export async function controlOf(
  db: Kysely<Schema>,
  { network, address }: HeldAddress,
): Promise<HeldControl | null> {
  const row = await db
    .selectFrom('trust_holding_control')
    .select(['message', 'signature', 'shown_at'])
    .where('network', '=', network)
    .where('address', '=', address)
    .where('shown_at', 'is not', null)
    .orderBy('shown_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.signature === null) return null
  const { message, signature, shown_at: shownAt } = row
  return { message, signature, shownAt: new Date(Number(shownAt)).toISOString() }
}

async function lockRequest(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('trust_holding_control')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}
