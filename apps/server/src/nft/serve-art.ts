import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { VisitorLines } from '../platform/http/files/fair-line.ts'
import { ResponseCache } from '../platform/http/responses/response-cache.ts'
import { lineCallerOf } from '../platform/limits/network-of.ts'
import { isUuid } from '../platform/uuid.ts'
import { sampleDrawing } from './sample/sample-drawings.ts'

const yearSeconds = 31_536_000
/** Pictures in memory; a large one is some hundred kB. */
const maxCached = 100
/** Cache lifetime in ms; short for a missing picture, which may be uploaded soon. */
const lifetimeMs = (bytes: Buffer | null) => (bytes === null ? 1_000 : 3_600_000)

type ArtRequest = FastifyRequest<{ Params: { file: string } }>

interface PictureName {
  readonly id: string
  readonly size: 'large' | 'small'
}

/**
 * `/art/<picture>.jpg`, `/art/<picture>-small.jpg` and our own drawings as SVG; none of them ever changes. A picture that is not in memory
 * is read in turn among the visitors' calls.
 */
export function serveArt(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
  { calls }: VisitorLines,
): void {
  const cache = new ResponseCache<Buffer | null>(clock, maxCached)
  const pictureFor = async ({ ip, params: { file } }: ArtRequest) => {
    const picture = readPictureName(file)
    if (picture === null) return null
    const read = () => calls.run(lineCallerOf(ip), () => pictureBytes(db, picture))
    return cache.getInTurn(file, read, lifetimeMs)
  }
  app.get<{ Params: { file: string } }>(
    '/art/:file',
    { config: { readsPath: true } },
    async (request, reply) => {
      const { file } = request.params
      const drawing = file.endsWith('.svg') ? sampleDrawing(file.slice(0, -4)) : null
      const bytes = drawing ?? (await pictureFor(request))
      if (bytes === null) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('content-type', drawing === null ? 'image/jpeg' : 'image/svg+xml; charset=utf-8')
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(bytes)
    },
  )
}

/** Reads the name of a picture's file; null: there is no such file. */
function readPictureName(file: string): PictureName | null {
  const found = /^([^.]{36})(-small)?\.jpg$/.exec(file)
  const id = found?.[1] ?? ''
  return isUuid(id) ? { id, size: found?.[2] === undefined ? 'large' : 'small' } : null
}

async function pictureBytes(db: Database, { id, size }: PictureName): Promise<Buffer | null> {
  const row = await db.query
    .selectFrom('nft_pictures')
    .select(`${size} as bytes`)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** A work's picture for a printed page: a JPEG as it was uploaded, or the words of our own drawing. */
export async function printablePicture(
  db: Database,
  { picture_id, drawing }: { readonly picture_id: string | null; readonly drawing: string | null },
): Promise<Buffer | string | null> {
  if (picture_id !== null) return pictureBytes(db, { id: picture_id, size: 'large' })
  return drawing === null ? null : sampleDrawing(drawing)
}
