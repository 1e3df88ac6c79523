import { pino } from 'pino'
import { expect, test } from 'vitest'
import { OffsetClock } from '../clock.ts'
import { startTimetable, type WholeJob } from './timetable.ts'

const silent = pino({ level: 'silent' })
const longMs = 3_600_000

/** A job whose turns end when they are told to. */
function jobInSteps(): WholeJob & { begun: number; end(): void } {
  const ends: (() => void)[] = []
  return {
    name: 'in-steps',
    noCases: 'a test',
    everyMs: longMs,
    begun: 0,
    run() {
      this.begun += 1
      return new Promise<void>((resolve) => ends.push(resolve))
    },
    end: () => ends.shift()?.(),
  }
}

test('a moved clock gives each job its turn at once, and one under way another when it has ended', async () => {
  const clock = new OffsetClock()
  const job = jobInSteps()
  const stop = startTimetable([job], silent, clock)
  expect(job.begun).toBe(0)
  clock.moveTo(longMs)
  expect(job.begun).toBe(1)
  clock.moveTo(2 * longMs)
  clock.moveTo(3 * longMs)
  expect(job.begun).toBe(1)
  job.end()
  await expect.poll(() => job.begun).toBe(2)
  clock.moveTo(3 * longMs)
  const stopped = stop()
  clock.moveTo(4 * longMs)
  job.end()
  await stopped
  expect(job.begun).toBe(2)
})
