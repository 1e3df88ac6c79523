import { createHash } from 'node:crypto'
import type { WorkAsked } from '@candor/contract'
import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { ClockedDatabase } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { MessageDays, MessageKind } from './message-days.ts'

/** 256 tries on average, of about 1 ms each on a computer and three on a phone; checking takes one. */
const hardness = { algorithm: 'PBKDF2/SHA-256', cost: 3_000, keyPrefix: '00' } as const
const goodForMs = 10 * 60_000

export interface ProofOfWorkOptions extends ClockedDatabase {
  readonly days: MessageDays
  /** Signs the challenge, so that none of it has to be stored. */
  readonly secret: string
  /** True turns it off: only a sandbox's owner gets its letters. */
  readonly sandbox: boolean
}

/** Proof of work for a code on an unusual day: a short calculation, so that a flood of letters is costly for its sender. */
export class ProofOfWork {
  private readonly options: ProofOfWorkOptions

  constructor(options: ProofOfWorkOptions) {
    this.options = options
  }

  /** Refuses with `proofOfWorkRequired` and the challenge where a proof is needed and `given` is none, or was used before. */
  async require(kind: MessageKind, given: string | undefined): Promise<void> {
    if (this.options.sandbox || !(await this.options.days.isUnusual(kind))) return
    if (given === undefined || !(await this.accepts(given)))
      throw new Refusal('proofOfWorkRequired', await this.call())
  }

  private async call(): Promise<WorkAsked> {
    const expiresAt = Math.floor((this.options.clock.now() + goodForMs) / 1_000)
    const challenge = await createChallenge({
      ...hardness,
      deriveKey,
      expiresAt,
      hmacSignatureSecret: this.options.secret,
    })
    return { challenge: JSON.stringify(challenge) }
  }

  private async accepts(given: string): Promise<boolean> {
    const payload = read(given)
    if (payload === null) return false
    const { challenge, solution } = payload
    const outcome = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: this.options.secret,
    }).catch(() => null)
    return outcome?.verified === true && (await this.isFirstUse(challenge.signature ?? ''))
  }

  private async isFirstUse(signature: string): Promise<boolean> {
    const proof = createHash('sha256').update(signature).digest()
    const { rowCount } = await this.options.db.pool.query(
      'INSERT INTO limits_spent_work (proof, ends_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [proof, new Date(this.options.clock.now() + 2 * goodForMs)],
    )
    return rowCount === 1
  }
}

/** Exactly the fields of a challenge that we sign: any others are dropped before its signature is checked. */
const shape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(hardness.cost),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Parses any input; only what we signed ourselves is examined further. */
function read(given: string): Payload | null {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(given, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
