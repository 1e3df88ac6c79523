import type { FileRefusal } from '@candor/contract'
import { Refusal } from '../platform/http/refusal.ts'
import type { NftDeps } from './nft-deps.ts'

/** Re-encodes a picture in the module that stores files; a refusal names its rule. */
export type DrawPicture = (
  bytes: Uint8Array,
  longestSide: number,
) => Promise<
  | { readonly ok: true; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: FileRefusal }
>

export interface PictureDeps extends Pick<NftDeps, 'db' | 'clock' | 'newId'> {
  readonly draw: DrawPicture
}

const largeSide = 1_600
const smallSide = 560

/** Keeps what was uploaded as our own drawing, large and small. Refuses `fileRejected` with the rule it broke. */
export async function keepPicture(
  { db, clock, newId, draw }: PictureDeps,
  data: string,
  addedBy: string,
): Promise<{ id: string; image: string; thumbnail: string }> {
  const bytes = Buffer.from(data, 'base64')
  const large = await draw(bytes, largeSide)
  if (!large.ok) throw new Refusal('fileRejected', { reason: large.reason, path: 'data' })
  const small = await draw(large.bytes, smallSide)
  if (!small.ok) throw new Error(`our own drawing could not be drawn: ${small.reason}`)
  const id = newId()
  await db.query
    .insertInto('nft_pictures')
    .values({
      id,
      width: large.width,
      height: large.height,
      large: Buffer.from(large.bytes),
      small: Buffer.from(small.bytes),
      added_by: addedBy,
      created_at: BigInt(clock.now()),
    })
    .execute()
  return { id, image: `/art/${id}.jpg`, thumbnail: `/art/${id}-small.jpg` }
}
