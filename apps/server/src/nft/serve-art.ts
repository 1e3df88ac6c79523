import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { ResponseCache } from '../platform/http/responses/response-cache.ts'
import { isUuid } from '../platform/uuid.ts'
import { sampleDrawing } from './sample/sample-drawings.ts'

const yearSeconds = 31_536_000
/** Pictures in memory; a large one is some hundred kB. */
const maxCached = 100
/** Cache lifetime in ms; short for a missing picture, which may be uploaded soon. */
const lifetimeMs = (bytes: Buffer | null) => (bytes === null ? 1_000 : 3_600_000)

/** `/art/<picture>.jpg`, `/art/<picture>-small.jpg` and our own drawings as SVG; none of them ever changes. */
export function serveArt(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const cache = new ResponseCache<Buffer | null>(clock, maxCached)
  app.get<{ Params: { file: string } }>(
    '/art/:file',
    { config: { readsPath: true } },
    async (request, reply) => {
      const { file } = request.params
      const drawing = file.endsWith('.svg') ? sampleDrawing(file.slice(0, -4)) : null
      const bytes = drawing ?? (await cache.get(file, () => pictureBytes(db, file), lifetimeMs))
      if (bytes === null) return reply.code(404).send()
      return reply
        .header('content-type', drawing === null ? 'image/jpeg' : 'image/svg+xml; charset=utf-8')
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(bytes)
    },
  )
}

async function pictureBytes(db: Database, file: string): Promise<Buffer | null> {
  const found = /^([^.]{36})(-small)?\.jpg$/.exec(file)
  const id = found?.[1] ?? ''
  if (!isUuid(id)) return null
  const size = found?.[2] === undefined ? 'large' : 'small'
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
  if (picture_id !== null) return pictureBytes(db, `${picture_id}.jpg`)
  return drawing === null ? null : sampleDrawing(drawing)
}
