import type { executionCalls } from '@candor/contract'
import type { Database } from '../../platform/database/database.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readFills, readReport, reportDates } from './execution-store.ts'

/** The public execution reports and the fills they were computed from (trust T22, T23). */
export const executionHandlers = (db: Database): HandlersOf<typeof executionCalls> => ({
  execution: async ({ date }) => {
    const [found, dates] = await Promise.all([readReport(db, date), reportDates(db)])
    if (found === null) throw new Refusal('notFound')
    const { keyId, signature, document } = found
    return { report: { keyId, signature, document }, dates }
  },
  executionFills: async ({ date, part }) => {
    const fills = await readFills(db, date, part)
    if (fills === null) throw new Refusal('notFound')
    return { date, part, fills }
  },
})
