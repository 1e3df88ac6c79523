import { creditAccount } from './credit-account.ts'
import { type Customer, call, expect, openAccount, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import type { RunningServer } from './running-server.ts'

/** Opens a real account that holds Bitcoin bought with leverage. */
async function holder(server: RunningServer, lots: string): Promise<Customer> {
  const customer = await openAccount(server)
  await creditAccount(server.dataDir, customer.user.id, 30_000)
  const real = { Authorization: customer.token, virtually: 'YES' }
  await call(server, '/swx/customer/user/understanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  const order = { code: 'BTCUSDT', direction: 'buy', lots, leverage: 2, protected: false }
  await call(server, '/swx/customer/order/buyContract', order, {
    ...real,
    'Idempotency-Key': crypto.randomUUID(),
  })
  return customer
}

test('I16.1: an operator sees what customers hold, what a move would cost, and who is largest', async ({
  browser,
  server,
}) => {
  const large = await holder(server, '0.4')
  await holder(server, '0.1')
  const desk = await openConsole(browser, server, 'risk')
  await pageLink(desk, 'Exposure').click()

  const positions = desk.getByRole('table', { name: 'Open positions by market' })
  const rowOf = (name: RegExp) => positions.getByRole('row', { name })
  await expect(rowOf(/^All markets/)).toBeVisible()
  await expect(rowOf(/^Crypto/)).toBeVisible()
  await expect(rowOf(/^BTCUSDT \d+\.\d\d ?\d+\.\d\d \+[\d,]+ [\d,]+/)).toContainText('2')

  const moves = desk.getByRole('table', { name: 'Result of price moves' })
  await expect(moves.getByRole('columnheader', { name: '±10%' })).toBeVisible()
  await desk.getByLabel('Another move, %').fill('40')
  await expect(moves.getByRole('columnheader', { name: '±40%' })).toBeVisible()
  // Sums of one market alone: a rise costs the operator what customers would win.
  await expect(moves.getByRole('row', { name: /^BTCUSDT/ })).toContainText(/−[\d,]+/)
  // Anything but a whole percentage from 1 to 90 leaves the usual moves.
  await desk.getByLabel('Another move, %').fill('400')
  await expect(moves.getByRole('columnheader', { name: '±40%' })).toBeHidden()

  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'CSV' }).first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^exposure.*\.csv$/)

  await desk.getByRole('radio', { name: '7 days' }).check({ force: true })
  await expect(desk.getByRole('figure', { name: 'Result since the first day' })).toBeVisible()

  await desk
    .getByRole('table', { name: 'Largest customers' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .click()
  await expect(desk.getByRole('heading', { name: large.userName })).toBeVisible()
})
