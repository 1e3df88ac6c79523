import type { NewPasskey, Passkey, PasskeyRequest, PasskeyWanted, ShownPasskey } from '@candor/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { PasskeyRow } from '../accounts-tables.ts'
import { challengeValidMs, newChallenge, takeChallenge } from './challenges-store.ts'
import type { PasskeyStore } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'

export interface PasskeysOptions {
  readonly db: Database
  readonly clock: Clock
  readonly party: RelyingParty
  readonly store: PasskeyStore
}

export interface PasskeyOwner {
  readonly id: string
  /** As the device shows it in its list. */
  readonly name: string
}

/** Inserts a new passkey, false where the device has one here already. */
export type KeepPasskey = (id: string, insert: (tx?: Tx) => Promise<boolean>) => Promise<boolean>

/** EdDSA, ES256, RS256: what devices of today make. */
const algorithms = [-8, -7, -257] as const
export const manyPasskeys = 20

/**
 * Passkeys of customers or of operators. The device always requires its owner's finger, face or PIN, so a passkey proves possession as well
 * as knowledge or biometrics: password and second factor in one. Null or false: invalid, without a reason that could help an attacker.
 */
export class Passkeys {
  private readonly options: PasskeysOptions
  private readonly store: PasskeyStore

  constructor(options: PasskeysOptions) {
    this.options = options
    this.store = options.store
  }

  async startAssertion(): Promise<PasskeyRequest> {
    const { db, clock, party } = this.options
    const challenge = await newChallenge(db, clock, this.toShow)
    return { challenge, rpId: party.id, timeout: challengeValidMs, userVerification: 'required' }
  }

  /** Returns the owner of the passkey; null when it is unknown or was not proven. */
  async shown(passkey: ShownPasskey): Promise<string | null> {
    const challenge = await this.useChallenge(passkey.response.clientDataJSON, this.toShow)
    const row = await this.store.byCredential(Buffer.from(passkey.id, 'base64url'))
    if (challenge === null || row === undefined) return null
    const verified = await orNull(() =>
      verifyAuthenticationResponse({
        response: passkey,
        expectedChallenge: challenge.challenge,
        expectedOrigin: challenge.origin,
        expectedRPID: this.options.party.id,
        requireUserVerification: true,
        credential: {
          id: row.credential_id.toString('base64url'),
          publicKey: Uint8Array.from(row.public_key),
          counter: Number(row.counter),
        },
      }),
    )
    if (verified?.verified !== true) return null
    const { newCounter } = verified.authenticationInfo
    const now = new Date(this.options.clock.now())
    return (await this.store.use(row.id, BigInt(newCounter), now)) ? row.owner_id : null
  }

  async startRegistration(owner: PasskeyOwner): Promise<PasskeyWanted> {
    const { db, clock, party } = this.options
    const challenge = await newChallenge(db, clock, this.toAdd(owner.id))
    const known = await this.store.listOf(owner.id)
    return {
      challenge,
      rp: { id: party.id, name: party.name },
      user: {
        id: Buffer.from(owner.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: owner.name,
        displayName: owner.name,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: challengeValidMs,
      attestation: 'none',
      excludeCredentials: known.map((row) => ({
        id: row.credential_id.toString('base64url'),
        type: 'public-key',
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    }
  }

  /** Adds what the device made; `keep` puts it into a transaction of the caller's. */
  async add(
    ownerId: string,
    name: string,
    passkey: NewPasskey,
    keep: KeepPasskey = (_id, insert) => insert(),
  ): Promise<Passkey | null> {
    const challenge = await this.useChallenge(passkey.response.clientDataJSON, this.toAdd(ownerId))
    if (challenge === null) return null
    const verified = await orNull(() =>
      verifyRegistrationResponse({
        response: passkey,
        expectedChallenge: challenge.challenge,
        expectedOrigin: challenge.origin,
        expectedRPID: this.options.party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...algorithms],
      }),
    )
    if (verified?.verified !== true) return null
    const { id, publicKey, counter } = verified.registrationInfo.credential
    const row: PasskeyRow = {
      id: newId(),
      owner_id: ownerId,
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter: BigInt(counter),
      name,
      created_at: new Date(this.options.clock.now()),
      last_used_at: null,
    }
    return (await keep(row.id, (tx) => this.store.add(row, tx))) ? toResponse(row) : null
  }

  async listOf(ownerId: string): Promise<Passkey[]> {
    return (await this.store.listOf(ownerId)).map(toResponse)
  }

  rename(ownerId: string, id: string, name: string): Promise<boolean> {
    return isUuid(id) ? this.store.rename(ownerId, id, name) : Promise.resolve(false)
  }

  remove(ownerId: string, id: string, tx?: Tx): Promise<boolean> {
    return isUuid(id) ? this.store.remove(ownerId, id, tx) : Promise.resolve(false)
  }

  removeAllOf(tx: Tx, ownerId: string): Promise<void> {
    return this.store.removeAllOf(tx, ownerId)
  }

  private get toShow() {
    return { purpose: `${this.store.table} show`, ownerId: null }
  }

  private toAdd(ownerId: string) {
    return { purpose: `${this.store.table} add`, ownerId }
  }

  /** Reads the challenge that the device signed, if it is ours, from a page of ours, and unused. */
  private async useChallenge(clientData: string, whose: { purpose: string; ownerId: string | null }) {
    const parsed = readClientData(clientData)
    const { db, clock, party } = this.options
    if (parsed === null || !party.allows(parsed.origin)) return null
    return (await takeChallenge(db, clock, parsed.challenge, whose)) ? parsed : null
  }
}

function readClientData(base64url: string): { challenge: string; origin: string } | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'))
    const { challenge, origin } = (parsed ?? {}) as {
      readonly challenge?: unknown
      readonly origin?: unknown
    }
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    // Not JSON: the sender was not a browser.
    return null
  }
}

/** The library throws for any fault in a device's response; all of them are one refusal here. */
const orNull = <T>(verify: () => Promise<T>): Promise<T | null> => verify().catch(() => null)

const toResponse = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
