import { expect, test } from 'vitest'
import { freshDatabase } from '../../platform/database/temporary/test-database.ts'
import { runAgainstModel } from './against-model.ts'

test('proof "ledger against a bigint model": every answer and every balance is the model’s, whatever the steps', async () => {
  const seen = await runAgainstModel({ runs: 12, commandsPerRun: 250, seed: 2026, fresh: freshDatabase })
  for (const outcome of [
    'done',
    'repeated',
    'insufficient',
    'forbidden',
    'no-account',
    'no-hold',
    'no-reservation',
  ]) {
    expect([outcome, (seen.get(outcome) ?? 0) >= 100]).toEqual([outcome, true])
  }
  const outcomeCount = [...seen.values()].reduce((sum, one) => sum + one, 0)
  expect(outcomeCount).toBeGreaterThan(20_000)
})
