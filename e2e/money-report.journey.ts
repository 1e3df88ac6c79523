import type { Locator } from '@playwright/test'
import { creditAccount } from './credit-account.ts'
import { expect, openAccount, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'

/** Entries and total of a row of movements, zero without one. */
async function paidIn(row: Locator): Promise<{ readonly entries: number; readonly cents: number }> {
  if ((await row.count()) === 0) return { entries: 0, cents: 0 }
  const cells = await row.getByRole('cell').allInnerTexts()
  return { entries: Number(cells[3]), cents: Number(cells[4]?.replaceAll(/\D/g, '')) }
}

test('I16.9: an operator reads what moved in a month, and the balances at its end', async ({
  browser,
  server,
}) => {
  const customer = await openAccount(server)
  const desk = await openConsole(browser, server, 'finance')
  await pageLink(desk, 'Money reports').click()
  const movements = desk.getByRole('table', { name: 'Movements' })
  await expect(movements.getByRole('row', { name: /^operator-funding/ }).first()).toBeVisible()
  const profit = movements.getByRole('row', { name: /^contract-profit trading-capital customer/ })
  // Other journeys with this server may have paid customers today.
  const paidBefore = await paidIn(profit)
  await creditAccount(server.dataDir, customer.user.id, 1_234)
  await desk.reload()
  await expect(profit).toBeVisible()
  expect(await paidIn(profit)).toEqual({
    entries: paidBefore.entries + 1,
    cents: paidBefore.cents + 123_400,
  })
  await expect(movements).not.toContainText('demo-grant')
  await desk.getByRole('radio', { name: 'Demo money' }).check({ force: true })
  await expect(movements.getByRole('row', { name: /^demo-grant world customer/ })).toBeVisible()
  await desk.getByRole('radio', { name: 'Real money' }).check({ force: true })

  // What a customer won is the operator's loss; what was put in is no result.
  const result = desk.getByRole('table', { name: 'Operator’s result by product' })
  await expect(result.getByRole('row', { name: /^Positions of customers USDT/ })).toBeVisible()
  await expect(result.getByRole('row', { name: /^Put in and taken out USDT/ })).toBeVisible()
  await expect(desk.getByText('Late deposits and withdrawals').first()).toBeVisible()
  for (const [format, ending] of [
    ['PDF', /\.pdf$/],
    ['camt.053', /\.xml$/],
  ] as const) {
    await desk.getByRole('button', { name: 'File …' }).click()
    await desk.getByRole('radio', { name: format }).check({ force: true })
    const saved = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toMatch(ending)
  }

  await desk.getByRole('radio', { name: 'Month' }).check({ force: true })
  await expect(desk.getByLabel('Month', { exact: true }).last()).toHaveValue(/^\d{4}-\d\d$/)
  const balances = desk.getByRole('table', { name: 'Trial balance' })
  await expect(balances.getByRole('row', { name: /^Liabilities:Customers USDT/ })).toBeVisible()
  const sums = await balances
    .getByRole('row', { name: /^Total USDT/ })
    .getByRole('cell')
    .allInnerTexts()
  expect(sums.at(-1)).toMatch(/[1-9]/)
  expect(sums.at(-1)).toBe(sums.at(-2))

  await desk.getByRole('radio', { name: 'Range' }).check({ force: true })
  await desk.getByLabel('First day').fill('2027-01-05')
  await expect(desk.getByText('The last day has to be the first one or later.')).toBeVisible()
  await expect(balances).toHaveCount(0)
  await desk.context().close()
})
