import { pruneQuotes } from '../market-data/prune-quotes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { forgetOldKeys } from '../platform/http/run-once.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { forgetLimits } from '../platform/limits/limit-rules.ts'
import { thinEquity } from '../trading/equity/thin-equity.ts'

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
