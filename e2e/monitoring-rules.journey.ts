import { randomBytes, randomUUID } from 'node:crypto'
import { call, expect, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'

// Walked by two here: monitoring.rule.

test('I16.8: a rule is tested on past deposits, changed by two people, and explained to who reviews the next one', async ({
  server,
  customer,
  browser,
}) => {
  const report = (amount: string) =>
    call(
      server,
      '/swx/customer/user/recharge',
      { coin: 'USDT', network: 'ERC20', amount, hash: randomBytes(32).toString('hex') },
      { Authorization: customer.token, virtually: 'YES', 'Idempotency-Key': randomUUID() },
    )
  await report('123')
  const desk = await openConsole(browser, server, 'risk')
  await pageLink(desk, 'Parameters').click()
  await desk.getByRole('link', { name: 'Monitoring rules' }).click()
  await desk.getByRole('link', { name: 'Large amount' }).click()
  await desk.getByLabel('At least, USDT').fill('123.0000001')
  await desk.getByRole('button', { name: 'Run test' }).click()
  await expect(desk.getByText('Too many decimals for this coin.')).toBeVisible()
  await desk.getByLabel('At least, USDT').fill('123')
  await desk.getByRole('button', { name: 'Run test' }).click()
  await expect(desk.getByText('Complete: last 30 days.')).toBeVisible()
  const row = desk.getByRole('row').filter({ hasText: customer.userName })
  await expect(row.getByText('123 USDT, worth 123 USDT.')).toBeVisible()
  await expect(row.getByText('new', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'Propose …' }).click()
  await desk.getByLabel('Reason').fill('smaller amounts matter')
  await desk.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(desk.getByRole('heading', { name: 'Change the monitoring rule Large amount' })).toBeVisible()
  const proposal = new URL(desk.url())

  const second = await openConsole(browser, server, 'finance')
  await second.goto(proposal.href)
  await second.getByRole('button', { name: 'Approve and apply' }).click()
  await expect(second.getByText('approved', { exact: true }).first()).toBeVisible()
  await second.context().close()

  await report('124')
  const reviewer = await openConsole(browser, server, 'reviewer')
  await pageLink(reviewer, /^Deposits/).click()
  await reviewer.getByRole('button').filter({ hasText: '124.000000' }).first().click()
  await reviewer.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(reviewer.getByText('124 USDT, worth 124 USDT.')).toBeVisible()
  await reviewer.getByRole('link', { name: 'Large amount' }).click()
  await expect(reviewer.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(3)
  await expect(reviewer.getByRole('button', { name: 'Propose …' })).toHaveCount(0)
  await desk.context().close()
  await reviewer.context().close()
})
