import { creditAccount } from './credit-account.ts'
import {
  test as base,
  beSignedIn,
  type Customer,
  call,
  expect,
  openAccount,
  t,
  useRealAccount,
} from './journey.ts'
import { byTwo } from './operators.ts'
import { placeOrder } from './place-order.ts'
import { type RunningServer, useServer } from './running-server.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

// A server of its own: its clock moves.
const test = base.extend<object, { server: RunningServer }>({
  server: [({}, use) => useServer(use), { scope: 'worker' }],
})

test('a customer whom the operator froze reads why, closes a position, finds the other doors shut, and withdraws to an address of before', async ({
  page,
  server,
  visit,
}) => {
  const { userName, password, email, ...opened } = await openAccount(server)
  const { id } = opened.user
  const real = { Authorization: opened.token, virtually: 'YES' }
  await creditAccount(server.dataDir, id, 1_000)
  const own = '/swx/customer/user'
  const place = { network: 'ERC20', address: wallet, label: '' }
  const { id: addressId } = await call<{ id: string }>(server, `${own}/addAddress`, place, real)
  const confirmed = { id: addressId, code: await server.mailedCode(email) }
  await call(server, `${own}/confirmAddress`, confirmed, real)
  await server.candor('clock', 'advance', '24h')
  const { id: order } = await placeOrder(server, opened, { leverage: 2 })
  const freeze = { reason: 'a letter of the bank', why: 'paymentCheck', legalHoldUntil: null }
  await byTwo(server, [[`/ops/customers/${id}/freeze`, freeze]])

  const login = { account: userName, password }
  const signedIn = await call<Pick<Customer, 'token' | 'user'>>(server, '/swx/customer/login/login', login)
  await beSignedIn(page, signedIn)
  await visit(`/profile/orders/${order}`)
  const banner = page.locator('[data-frozen]')
  await expect(banner).toContainText(t('trust.frozen.why.paymentCheck'))
  await page
    .getByRole('button', { name: t('orders.close.open'), exact: true })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('orders.close.confirm') })
    .click()
  await expect(page.getByText(t('orders.status.closed')).filter({ visible: true }).first()).toBeVisible()

  await useRealAccount(page)
  await visit('/profile/balance?tab=deposit')
  await page.reload()
  await expect(page.getByText(t('trust.frozen.shut'))).toBeVisible()
  await visit('/profile/balance?tab=withdraw')
  await expect(banner).toBeVisible()
  await page.getByRole('combobox', { name: t('withdraw.place.address'), exact: true }).click()
  await page.getByRole('option', { name: /^0x529084/ }).click()
  await page.getByLabel(t('convert.amount'), { exact: true }).fill('100')
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(page.getByText(t('accounts.code.sent', { minutes: 10 }))).toBeVisible()
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(email))
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(t('withdraw.made.title'))).toBeVisible()
  expect(await server.candor('reconcile')).toContain('clean')

  // A country that closes is said above every page of the real account, and not of the demo one.
  const closed = { options: false, plans: true, accounts: false, reason: 'new sanctions' }
  await byTwo(server, [['/ops/countries/CH', closed]])
  await page.reload()
  await expect(page.locator('[data-country=closed]')).toContainText(t('trust.country.closed.title'))
})
