import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

export const challengeValidMs = 5 * 60_000

/** Whose it is: a challenge for one is none for another. */
export interface ChallengeFor {
  readonly purpose: string
  /** Null while nobody is known. */
  readonly ownerId: string | null
}

/** A new one, base64url. */
export async function newChallenge(db: Database, clock: Clock, whose: ChallengeFor): Promise<string> {
  const challenge = randomBytes(32)
  await db.query
    .insertInto('accounts_challenges')
    .values({
      challenge,
      purpose: whose.purpose,
      owner_id: whose.ownerId,
      expires_at: new Date(clock.now() + challengeValidMs),
    })
    .execute()
  return challenge.toString('base64url')
}

/** True once, in time, for whom it was made. */
export async function takeChallenge(
  db: Database,
  clock: Clock,
  challenge: string,
  { purpose, ownerId }: ChallengeFor,
): Promise<boolean> {
  const { numDeletedRows } = await db.query
    .deleteFrom('accounts_challenges')
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))
    .where('purpose', '=', purpose)
    .where('owner_id', 'is not distinct from', ownerId)
    .where('expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function forgetOldChallenges(db: Database, clock: Clock): Promise<void> {
  await db.query.deleteFrom('accounts_challenges').where('expires_at', '<', new Date(clock.now())).execute()
}
