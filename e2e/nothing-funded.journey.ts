import { creditAccount } from './credit-account.ts'
import { test as base, expect, isPhone, t, useRealAccount } from './journey.ts'
import { agree, callOpsAs } from './operators.ts'
import { type RunningServer, useServer } from './running-server.ts'

// A server of its own: its operators take their money out of it.
const test = base.extend<object, { server: RunningServer }>({
  server: [({}, use) => useServer(use), { scope: 'worker' }],
})

interface Account {
  readonly place: string
  readonly coin: string
  readonly free: string
}
const pays = ['trading-capital', 'negative-balance', 'loan-capital', 'conversion']

test('with nothing funded every page says what is not offered to real accounts, and offers it again once two people have put money in', async ({
  page,
  server,
  customer,
  visit,
}) => {
  expect(customer.userName).not.toBe('')
  const move = (act: string, { place, coin }: Omit<Account, 'free'>, amount: string) =>
    [
      '/ops/treasury/moves',
      { act, place, to: null, coin, amount, reference: `${act} ${place} ${coin}`, reason: 'a new beginning' },
    ] as const
  const [finance, admin] = [await callOpsAs(server, 'finance'), await callOpsAs(server, 'admin')]
  const { accounts } = await finance<{ accounts: readonly Account[] }>('/ops/treasury')
  const full = accounts.filter(({ place, free }) => pays.includes(place) && /[1-9]/.test(free))
  await agree(
    [finance, admin],
    full.map((account) => move('take-out', account, account.free)),
  )

  await useRealAccount(page)
  await visit('/loan')
  await expect(page.getByText(t('loans.unfunded.title'))).toBeVisible()
  await expect(page.getByText(/You can borrow up to/)).toHaveCount(0)
  await visit('/profile/balance?tab=convert')
  await expect(page.getByText(t('convert.unfunded.title'))).toBeVisible()
  await visit('/market?code=BTCUSDT')
  // On a phone the button has its price once one is known.
  if (isPhone(page))
    await page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) }).click()
  await expect(page.getByText(t('orders.ticket.unfunded'))).toBeVisible()
  await expect(page.locator('form button[type=submit]').first()).toBeDisabled()

  await agree(
    [finance, admin],
    full.map((account) => move('put-in', account, account.free)),
  )
  await page.reload()
  await visit('/loan')
  await expect(page.getByText(t('loans.identity.title'))).toBeVisible()
  await visit('/profile/balance?tab=convert')
  await expect(page.getByLabel(t('convert.amount'), { exact: true })).toBeVisible()

  // What was converted is said where one looks, and takes the focus from the button.
  await creditAccount(server.dataDir, customer.user.id, 100)
  await page.reload()
  await page.getByLabel(t('convert.amount'), { exact: true }).fill('50')
  await page.getByRole('button', { name: t('convert.act', { amount: '\u206650 USDT\u2069' }) }).click()
  const done = page
    .getByRole('status')
    .filter({ hasText: t('convert.done', { amount: '|' }).split('|').pop() ?? '' })
  await expect(done).toBeFocused()
  await expect(done).toBeInViewport()
})
