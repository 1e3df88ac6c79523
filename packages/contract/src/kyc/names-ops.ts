import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { isoTime } from '../fields.ts'

export const nameList = z.object({
  source: z.enum(['ofac-sdn', 'opensanctions']),
  /** Files that the operator copies into the folder. */
  files: z.array(z.string()),
  /** The list that customers are compared with; null: none was read yet. */
  current: z
    .object({
      entries: z.number().int(),
      /** Date of the operator's copy. */
      datedAt: isoTime,
      loadedAt: isoTime,
      sha256: z.string(),
    })
    .nullable(),
  /** True for a copy of more than a week ago. */
  old: z.boolean(),
  /** Latest copy that could not be read; null: the latest one was read. */
  failure: z.object({ at: isoTime, why: z.string() }).nullable(),
})
export type NameList = z.infer<typeof nameList>

export const nameLists = z.object({
  /** False: the operator set no folder of lists. */
  folderSet: z.boolean(),
  lists: z.array(nameList),
})
export type NameLists = z.infer<typeof nameLists>

export const namesOps = {
  opsNameLists: opsCall({
    method: 'GET',
    path: '/ops/names/lists',
    summary: 'Lists of sanctioned people that customers’ names are compared with, their dates and failures',
    roles: ['reviewer', 'risk', 'admin'],
    input: z.object({}),
    result: nameLists,
  }),
} as const
