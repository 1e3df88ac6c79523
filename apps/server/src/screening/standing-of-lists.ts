import { dayMs } from '@candor/rules/time-units.ts'
import { copyOf, listFiles } from './list-files.ts'
import type { ListSource } from './screening-tables.ts'

/** OFAC and OpenSanctions publish on most days. */
export const oldAfterMs = 7 * dayMs

export interface ListStanding {
  readonly good: boolean
  readonly sentence: string
}

/** Describes the operator's copy of each list, in a sentence; null: no folder is set. */
export async function standingOfLists(folder: string | null, now: number): Promise<readonly ListStanding[]> {
  if (folder === null)
    return [{ good: false, sentence: 'SCREENING_DIR is not set: customers are not compared with any list' }]
  const sources = Object.keys(listFiles) as ListSource[]
  return Promise.all(
    sources.map(async (source) => {
      const files = listFiles[source].join(' and ')
      const copy = await copyOf(folder, source)
      if (copy === null) return { good: false, sentence: `${files}: not in ${folder}` }
      const days = Math.floor((now - copy.datedAt.getTime()) / dayMs)
      const isOld = now - copy.datedAt.getTime() > oldAfterMs
      return { good: !isOld, sentence: `${files}: ${days} days old${isOld ? ', copy newer ones' : ''}` }
    }),
  )
}
