import { creditAccount } from './credit-account.ts'
import { call, expect, openAccount, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import type { RunningServer } from './running-server.ts'

/** Opens a real account, and returns a function that buys Bitcoin with leverage in it. */
async function trader(server: RunningServer) {
  const { user, token } = await openAccount(server)
  await creditAccount(server.dataDir, user.id, 90_000)
  const real = { Authorization: token, virtually: 'YES' }
  await call(server, '/swx/customer/user/understanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  return (lots: string) =>
    fetch(new URL('/swx/customer/order/buyContract', server.url), {
      method: 'POST',
      headers: { ...real, 'content-type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({ code: 'BTCUSDT', direction: 'buy', lots, leverage: 2, protected: false }),
    }).then((response) => response.json() as Promise<{ code: number; result: unknown }>)
}

// Walked by two here: risk.exposureLimit.

test('I16.2: two operators limit what is kept of a market, see what is left, and remove the limit', async ({
  browser,
  server,
}) => {
  const buy = await trader(server)
  expect(await buy('0.3')).toMatchObject({ code: 20004 })
  const risk = await openConsole(browser, server, 'risk')
  await pageLink(risk, 'Exposure').click()
  await expect(risk.getByText('No market has a limit.')).toBeVisible()

  await risk.getByRole('button', { name: 'Limit a market …' }).click()
  const dialog = risk.getByRole('dialog', { name: 'Limit a market' })
  await dialog.getByRole('combobox', { name: 'Market' }).click()
  await risk.getByRole('option', { name: /^BTCUSDT/ }).click()
  await dialog.getByLabel('Largest net position, USDT').fill('1.1234567')
  await dialog.getByLabel('Reason').fill('what we keep')
  await dialog.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog.getByText('At most six decimals.')).toBeVisible()
  await dialog.getByLabel('Largest net position, USDT').fill('0')
  await dialog.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(risk.getByText('no limit → 0 USDT')).toBeVisible()

  const finance = await openConsole(browser, server, 'finance')
  await finance.goto(risk.url())
  await finance.getByRole('button', { name: 'Approve' }).click()
  await expect(finance.getByText('approved', { exact: true }).first()).toBeVisible()

  await pageLink(finance, 'Exposure').click()
  const row = finance
    .getByRole('table', { name: 'Exposure limits', exact: true })
    .getByRole('row', { name: /^BTCUSDT/ })
  await expect(row).toContainText(/0\+[\d,]+.*none[\d,]+/)
  expect(await buy('0.001')).toMatchObject({ code: 10015, result: { reason: 'reserve' } })
  await finance.getByText('Changes of limits').click()
  await expect(finance.getByRole('table', { name: 'Changes of exposure limits' })).toContainText(
    'what we keep',
  )

  await row.getByRole('button', { name: 'Remove the limit of BTCUSDT' }).click()
  const removal = finance.getByRole('dialog', { name: 'Remove the exposure limit of BTCUSDT' })
  await removal.getByLabel('Reason').fill('no longer needed')
  await removal.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('0 USDT → no limit')).toBeVisible()
  await risk.goto(finance.url())
  await risk.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(async () => (await buy('0.001')).code).toBe(20004)
  await pageLink(risk, 'Exposure').click()
  await expect(risk.getByText('No market has a limit.')).toBeVisible()
})
