import type { NameList, NameLists } from '@candor/contract'
import type { Selectable } from 'kysely'
import type { ServerContext } from '../module.ts'
import { listFiles } from './list-files.ts'
import type { ListSource, ScreeningTables } from './screening-tables.ts'
import { oldAfterMs } from './standing-of-lists.ts'

type ListRow = Selectable<ScreeningTables['screening_lists']>

/** Shows operators which lists customers are compared with, and which copy could not be read. */
export async function showLists(
  { db, clock }: ServerContext,
  screeningDir: string | null,
): Promise<NameLists> {
  const rows = await db.query
    .selectFrom('screening_lists')
    .selectAll()
    .where((eb) => eb.or([eb('loaded_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .orderBy('began_at', 'desc')
    .execute()
  const lists = (Object.keys(listFiles) as ListSource[]).map((source) =>
    shown(
      source,
      rows.filter((row) => row.source === source),
      clock.now(),
    ),
  )
  return { folderSet: screeningDir !== null, lists }
}

function shown(source: ListSource, rows: readonly ListRow[], now: number): NameList {
  const current = rows.find(({ loaded_at }) => loaded_at !== null)
  const [latest] = rows
  return {
    source,
    files: [...listFiles[source]],
    current: current === undefined ? null : currentShown(current),
    old: current !== undefined && now - current.dated_at.getTime() > oldAfterMs,
    failure:
      latest?.failed_at == null ? null : { at: latest.failed_at.toISOString(), why: latest.failure ?? '' },
  }
}

const currentShown = ({ entries, dated_at, loaded_at, sha256 }: ListRow): NameList['current'] => ({
  entries,
  datedAt: dated_at.toISOString(),
  loadedAt: (loaded_at ?? dated_at).toISOString(),
  sha256: sha256 ?? '',
})
