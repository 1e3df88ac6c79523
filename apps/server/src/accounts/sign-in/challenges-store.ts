import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

export const challengeValidMs = 5 * 60_000

/** Purpose and owner of a challenge: one made for another does not match. */
export interface ChallengeFor {
  readonly purpose: string
  /** Null while the person is not known. */
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

/** Uses up a challenge; returns true once, in time, for its own purpose and owner. */
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
