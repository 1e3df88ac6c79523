import { expect, test } from 'vitest'
import { freshDatabase } from '../../../platform/database/temporary/test-database.ts'
import { HedgingRun } from './hedging-run.ts'
import { seededChance, walk } from './walk.ts'

test('proof, hedging (short): with kills, disconnects, lost answers and repeated events nothing is hedged twice and no fill is lost', async ({
  annotate,
}) => {
  const db = await freshDatabase()
  const chance = seededChance(16_3)
  const report = await new HedgingRun({
    ...{ db, market: 'BTCUSDT', prices: walk(50_000, 40, chance), chance },
    ...{ kills: 2, disconnects: 12 },
  }).run()
  await db.dispose()
  const { wrong, residualMs, disturbedMs, ...counts } = report
  await annotate(JSON.stringify(counts))
  expect(wrong).toEqual([])
  expect(counts).toMatchObject({ kills: 2, disconnects: 12 })
  expect(report.fills).toBeGreaterThan(20)
}, 300_000)
