import { dayMs, minuteMs } from '@candor/rules/time-units.ts'
import type { Registry } from 'prom-client'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import { readGauge } from '../../platform/http/observability/read-gauge.ts'
import { lastCountedDay } from './execution-store.ts'
import { lastDayOver } from './publish-reports.ts'

/** A day that is not counted so long after it could have been is late. */
const lateMs = 30 * minuteMs

/** Returns the last day that was counted, where a later one is late; null: none is. */
export async function lateSince({ db, clock }: ClockedDatabase): Promise<string | null> {
  const due = lastDayOver(clock.now() - lateMs)
  const last = await lastCountedDay(db.query)
  return last === null || last >= due ? null : last
}

/** Registers the age of the newest counted day: a day and a minute at most, while reports are made in time. */
export function measureReports(registry: Registry, { db, clock }: ClockedDatabase): void {
  readGauge(registry, {
    name: 'candor_execution_report_age_seconds',
    help: 'Time since the end of the last day that was counted for an execution report; no value before the first',
    read: async () => {
      const last = await lastCountedDay(db.query)
      return last === null ? [] : [{ value: (clock.now() - Date.parse(last) - dayMs) / 1000 }]
    },
  })
}
