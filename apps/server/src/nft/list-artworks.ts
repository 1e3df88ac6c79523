import type { Artwork, ArtworkPage, CallName, Calls, ParsedInputOf } from '@candor/contract'
import type { ServerContext } from '../module.ts'
import { readCursor } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { bidsOf, type ListedWork, listWorks, workById } from './nft-store.ts'
import { toArtworkPageResponse, toArtworkResponse } from './work-response.ts'

type InputOf<N extends CallName> = ParsedInputOf<Calls[N]>
const shownBids = 50

/** Returns one page of the market in the requested order; refuses `invalidInput` for an unknown cursor. */
export async function listArtworks(
  { db, clock }: ServerContext,
  { cursor, limit, ...request }: InputOf<'listNft'>,
): Promise<{ items: Artwork[]; nextCursor: string | null }> {
  const nowMs = clock.now()
  const after = readPlace(cursor)
  const found = await listWorks(db.query, { ...request, after, limit: limit + 1, nowMs })
  const rows = found.slice(0, limit)
  return {
    items: rows.map((row) => toArtworkResponse(row, nowMs)),
    nextCursor: found.length > rows.length ? writeCursor(rows.at(-1)) : null,
  }
}

/** A work's place in its order: the key it is sorted by, then its number. */
const writeCursor = (row: ListedWork | undefined): string | null =>
  row === undefined ? null : `${row.key}_${row.sequence}`

function readPlace(cursor: string | undefined) {
  const [key, sequence] = readCursor(cursor, /^(-?\d{1,19})_(\d{1,18})$/) ?? []
  return key === undefined || sequence === undefined ? null : { key: BigInt(key), sequence: BigInt(sequence) }
}

/** One artwork with its bids; `notFound` for what is not on the market. */
export async function showArtwork({ db, clock }: ServerContext, id: string): Promise<ArtworkPage> {
  const row = await workById(db.query, id)
  if (row === null || row.state === 'draft' || row.state === 'withdrawn') throw new Refusal('notFound')
  return toArtworkPageResponse(row, await bidsOf(db.query, row.id, shownBids), clock.now())
}
