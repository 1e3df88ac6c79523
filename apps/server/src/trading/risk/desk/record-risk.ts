import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../../module.ts'
import type { Job } from '../../../platform/jobs/timetable.ts'
import { keepAlerts } from './alerts-store.ts'
import { forgetHours, isRecorded, recordHour } from './hours-store.ts'
import type { OpenRisk, RequestedMoves } from './open-risk.ts'
import { recordResults } from './results-store.ts'
import { alertsOf, readThresholds } from './risk-alerts.ts'

const retentionDays = 366
const tenSeconds = 10_000

type OpenRiskOf = (moves: RequestedMoves) => Promise<OpenRisk>

/** Returns the jobs that record results, exposure and alerts. */
export const riskJobs = (context: ServerContext, openRisk: OpenRiskOf): readonly Job[] => [
  {
    name: 'record-results',
    noCases: 'one statement a day',
    everyMs: tenSeconds,
    run: () => recordResults(context),
  },
  {
    name: 'record-risk',
    noCases: 'sums of what is open',
    everyMs: tenSeconds,
    run: () => recordRisk(context, openRisk),
  },
]

/** Compares open positions with the thresholds, and records the first look of each hour. */
async function recordRisk({ db, clock, parameters }: ServerContext, openRisk: OpenRiskOf): Promise<void> {
  const thresholds = await readThresholds(parameters)
  const risk = await openRisk({ common: [`-${thresholds.move}`, thresholds.move], own: {} })
  const now = clock.now()
  await keepAlerts(db, alertsOf(risk, thresholds), now)
  const hour = now - (now % hourMs)
  if (await isRecorded(db.query, hour)) return
  await recordHour(db, hour, risk)
  await db.transaction((tx) => forgetHours(tx, hour - retentionDays * dayMs))
}
