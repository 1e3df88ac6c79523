import { readFile } from 'node:fs/promises'
import { creditAccount } from './credit-account.ts'
import { type Customer, call, expect, openAccount, t, test } from './journey.ts'
import { placeOrder } from './place-order.ts'
import type { RunningServer } from './running-server.ts'

/** Opens a real account that may trade with leverage. */
async function trader(server: RunningServer): Promise<Customer> {
  const customer = await openAccount(server)
  await creditAccount(server.dataDir, customer.user.id, 30_000)
  const real = { Authorization: customer.token, virtually: 'YES' }
  await call(server, '/swx/customer/user/understanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  return customer
}

test('how orders were filled is open to everybody, with what the operator has of it', async ({
  page,
  server,
  visit,
}) => {
  for (let person = 0; person < 5; person += 1) {
    const customer = await trader(server)
    for (let n = 0; n < 4; n += 1) await placeOrder(server, customer, {}, 'YES')
  }
  await server.candor('clock', 'advance', '24h')
  const reported = async () =>
    ((await (await fetch(`${server.url}/swx/customer/index/execution/latest`)).json()) as { code: number })
      .code
  await expect.poll(reported).toBe(200)

  await visit('/status')
  await page.locator('dl a[href$="/execution"]').click()
  await expect(page.getByRole('heading', { level: 1, name: t('execution.title') })).toBeVisible()
  await expect(page.getByText('BTCUSDT').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  await expect(page.getByText(t('execution.conflict.kept', { share: '100%' }))).toBeVisible()
  await expect(page.getByText(t('execution.conflict.all'))).toBeVisible()
  await expect(page.getByText(/recompute-execution --day 20\d\d-\d\d-\d\d --server http/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('proof.download') }).click(),
  ])
  const report = JSON.parse(await readFile(await download.path(), 'utf8')) as { document: { kind: string } }
  expect(report.document.kind).toBe('execution')
})
