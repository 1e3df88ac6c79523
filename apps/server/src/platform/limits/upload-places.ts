import { randomUUID } from 'node:crypto'
import type { ClockedDatabase } from '../database/database.ts'
import { TooMany } from '../http/refusal.ts'
import { keyOf } from './key-of.ts'

/** Most uploads under way, of one customer and of all: an identity form has four pictures. */
const mostOfOne = 4
const mostInAll = 64
/** Longer than the server lets a request last: a place that was not given back, because its process died, ends by itself. */
const lastsMs = 120_000
const comeAgainMs = 2_000

/** Gives a place back. */
export type LeaveUpload = () => Promise<void>

/** Places for uploads, counted for all processes of the installation. */
export class UploadPlaces {
  private readonly store: ClockedDatabase

  constructor(store: ClockedDatabase) {
    this.store = store
  }

  /** Takes a place for an upload of this customer; throws `TooMany` where the customer or the installation has none left. */
  async enter(userId: string): Promise<LeaveUpload> {
    const { db, clock } = this.store
    const id = randomUUID()
    const now = clock.now()
    const { rows } = await db.pool.query<{ entered: boolean }>({
      name: 'limits-enter-upload',
      text: 'SELECT limits_enter_upload($1, $2, $3, $4, $5, $6) AS entered',
      values: [id, keyOf('upload', userId), mostOfOne, mostInAll, now, now + lastsMs],
    })
    if (rows[0]?.entered !== true) throw new TooMany(comeAgainMs)
    return async () => {
      await db.pool.query('DELETE FROM limits_uploads WHERE id = $1', [id])
    }
  }

  /** Checks whether half of the installation's places are taken. */
  async areScarce(): Promise<boolean> {
    const { db, clock } = this.store
    const { rows } = await db.pool.query<{ scarce: boolean }>({
      name: 'limits-scarce-uploads',
      text: 'SELECT count(*) >= $1 AS scarce FROM limits_uploads WHERE until_at > $2',
      values: [mostInAll / 2, clock.now()],
    })
    return rows[0]?.scarce === true
  }
}
