import { expect, it } from 'vitest'
import { withEarnings } from './with-earnings.ts'

it('adds the earnings of options and plans to the figures of the account', async () => {
  const figures = Promise.resolve({ equity: '5.000000', todayEarnings: '1.500000' })
  expect(await withEarnings(figures, Promise.resolve(250_000n))).toEqual({
    equity: '5.000000',
    todayEarnings: '1.750000',
  })
})

it('fails with the call while the figures are still awaited: an unhandled failure ends the server', async () => {
  const figures = new Promise<{ todayEarnings: string }>(() => undefined)
  const failed = Promise.reject(new Error('the connection was cut'))
  await expect(withEarnings(figures, failed)).rejects.toThrow('the connection was cut')
})
