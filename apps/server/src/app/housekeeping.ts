import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { forgetOldKeys } from '../http/run-once.ts'
import type { Job } from '../jobs/timetable.ts'
import { forgetLimits } from '../limits/limit-rules.ts'
import { pruneQuotes } from '../markets/prune-quotes.ts'
import { thinEquity } from '../orders/thin-equity.ts'

const minute = 60_000

/** Jobs that delete what has served its time. */
export const housekeeping = ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): readonly Job[] => [
  {
    name: 'forget-limits',
    noCases: 'one statement',
    everyMs: 60 * minute,
    run: () => forgetLimits({ db, clock }),
  },
  {
    name: 'forget-keys',
    noCases: 'one statement',
    everyMs: 60 * minute,
    run: () => forgetOldKeys(db.query, clock),
  },
  {
    name: 'prune-quotes',
    noCases: 'deletes by age, hour after hour',
    everyMs: 60 * minute,
    run: () => pruneQuotes(db, clock),
  },
  {
    name: 'thin-equity',
    noCases: 'deletes by age, stretch after stretch',
    everyMs: 10 * minute,
    run: () => thinEquity(db, clock.now()),
  },
]
