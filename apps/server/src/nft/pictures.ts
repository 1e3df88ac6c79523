import type { ServerContext } from '../module.ts'
import type { Drawing } from '../platform/files/drawing/drawing.ts'
import { imageKindOf } from '../platform/files/image-kind.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { NftPorts } from './nft-ports.ts'

const leastSide = 200
const mostBytes = 2 * 1024 * 1024
const largeSide = 1_600
const smallSide = 560

/** Stores an upload as our own redrawn picture, large and small. Refuses `fileRejected` with the rule it broke. */
export async function keepPicture(
  { db, clock, newId, drawing }: ServerContext & NftPorts,
  data: string,
  addedBy: string,
): Promise<{ id: string; image: string; thumbnail: string }> {
  const bytes = Buffer.from(data, 'base64')
  const large = await draw(drawing, bytes, largeSide)
  if (!large.ok) throw new Refusal('fileRejected', { reason: large.reason, path: 'data' })
  const small = await draw(drawing, large.bytes, smallSide)
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

/** Re-encodes a work's picture as customers' pictures are, by the same process and the same rules; a refusal names its rule. */
async function draw(
  drawing: NftPorts['drawing'],
  bytes: Uint8Array,
  longestSide: number,
): Promise<Drawing | { readonly ok: false; readonly reason: 'size' }> {
  if (bytes.length > mostBytes) return { ok: false, reason: 'size' }
  const kind = imageKindOf(bytes)
  if (kind === null) return { ok: false, reason: 'format' }
  return drawing.draw({ kind, bytes, keep: 'jpeg', leastSide, longestSide }, 'operators')
}
