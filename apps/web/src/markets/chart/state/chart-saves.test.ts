import type { SavedChart } from '@candor/contract'
import { expect, it } from 'vitest'
import { usualChart } from './chart-choices.ts'
import { createChartSaves } from './chart-saves.ts'

const chartOf = (interval: SavedChart['interval']): SavedChart => ({ ...usualChart, interval })

/** Saves whose sending the test ends, one after the other. */
function savesOf(onFailure: 'again' | 'drop' = 'again') {
  const sent: string[] = []
  const ends: ((failed: boolean) => void)[] = []
  const saves = createChartSaves(
    (code, { interval }) => {
      sent.push(`${code} ${interval}`)
      return new Promise<void>((resolve, reject) =>
        ends.push((failed) => (failed ? reject(new Error('offline')) : resolve())),
      )
    },
    () => onFailure,
  )
  const end = async (failed = false) => {
    ends.shift()?.(failed)
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { saves, sent, end }
}

it('I15.6b: charts are sent one after the other, of each market only the newest', async () => {
  const { saves, sent, end } = savesOf()
  saves.save('BTCUSDT', chartOf('1m'))
  saves.save('BTCUSDT', chartOf('5m'))
  saves.save('EURUSD', chartOf('1h'))
  saves.save('BTCUSDT', chartOf('1d'))
  expect(sent).toEqual(['BTCUSDT 1m'])
  await end()
  await end()
  await end()
  expect(sent).toEqual(['BTCUSDT 1m', 'BTCUSDT 1d', 'EURUSD 1h'])
})

it('I15.6b: what did not arrive is sent again, in its newest form; what was refused is not', async () => {
  const { saves, sent, end } = savesOf()
  saves.save('BTCUSDT', chartOf('1m'))
  await end(true)
  saves.retry()
  saves.save('BTCUSDT', chartOf('5m'))
  await end(true)
  saves.retry()
  await end()
  expect(sent).toEqual(['BTCUSDT 1m', 'BTCUSDT 1m', 'BTCUSDT 5m'])
  const refused = savesOf('drop')
  refused.saves.save('BTCUSDT', chartOf('1m'))
  await refused.end(true)
  refused.saves.retry()
  expect(refused.sent).toEqual(['BTCUSDT 1m'])
})
