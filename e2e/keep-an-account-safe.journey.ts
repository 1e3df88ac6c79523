import { Secret, TOTP } from 'otpauth'
import { beSignedIn, type Customer, call, expect, skipBoard, t, test } from './journey.ts'
import { placeOrder } from './place-order.ts'

test('a session ended from another device ends, and a changed password is the only good one', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  const signIn = (password: string) =>
    call<Pick<Customer, 'token' | 'user'>>(server, '/swx/customer/login/login', {
      account: customer.userName,
      password,
    })
  const elsewhere = await browser.newContext()
  try {
    const other = await elsewhere.newPage()
    await beSignedIn(other, { ...customer, ...(await signIn(customer.password)) })
    await other.goto(`${server.url}/#/profile/settings`)
    await expect(other.getByText(t('accounts.settings.sessions.here'))).toBeVisible()
    await visit('/profile/settings')
    const list = page.locator('main li').filter({ hasText: /Last seen/ })
    await list.getByRole('button', { name: t('accounts.settings.sessions.end') }).click()
    await expect(page.getByText(t('accounts.settings.sessions.ended'))).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL(/#\/pass\/login/)
  } finally {
    await elsewhere.close()
  }
  await page.getByRole('button', { name: t('accounts.settings.password.act') }).click()
  await page.getByLabel(t('accounts.field.oldPassword'), { exact: true }).fill(customer.password)
  await page.getByLabel(t('accounts.field.newPassword'), { exact: true }).fill('four other quiet words')
  await page.getByLabel(t('accounts.field.repeat'), { exact: true }).fill('four other quiet words')
  await page.getByRole('button', { name: t('accounts.settings.password.act') }).click()
  await expect(page.getByText(t('accounts.settings.password.done'))).toBeVisible()
  await expect(signIn(customer.password)).rejects.toThrow(/10004/)
  expect((await signIn('four other quiet words')).token).not.toBe('')
})

test('a while after signing in, a new API key asks anew who is there; what was typed stays, and the key is made by itself', async ({
  page,
  server,
  customer,
  visit,
}) => {
  await server.candor('clock', 'advance', '11m')
  await visit('/profile/settings')
  await page.getByRole('button', { name: t('accounts.api.make') }).click()
  const form = page.getByRole('dialog', { name: t('accounts.api.make') })
  await form.getByLabel(t('accounts.api.name')).fill('my program')
  const make = form.getByRole('button', { name: t('accounts.api.make') })
  await make.click()
  const proof = page.getByRole('dialog', { name: t('signin.proof.title') })
  const password = proof.getByLabel(t('accounts.field.password'), { exact: true })
  await expect(password).toBeFocused()
  // Put away, it leaves everything as it was.
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(form.getByText(t('codes.11019'))).toBeVisible()
  await expect(form.getByLabel(t('accounts.api.name'))).toHaveValue('my program')
  await make.click()
  await password.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(proof.getByText(t('codes.10004'))).toBeVisible()
  await password.fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^candor_[\w-]{43}$/)).toBeVisible()
  await form.getByRole('button', { name: t('accounts.api.done') }).click()
  // What was proven holds for a while, for other pages too.
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('trust.data.export.act') }).click(),
  ])
  expect(all.suggestedFilename()).toContain('candor-export')
})

test('the letter about a new API key undoes it without signing in, and signs every device out', async ({
  page,
  server,
  customer,
  visit,
}) => {
  const headers = { Authorization: customer.token }
  const made = { name: 'not mine', scope: 'read' }
  await call(server, '/swx/customer/user/makeApiKey', made, headers)
  const link = new URL(await server.mailedLink(customer.email))
  await page.addInitScript('localStorage.clear()')
  await visit(link.hash.slice(1))
  await expect(page.getByText(t('signin.undo.what.apiKey'))).toBeVisible()
  await page.getByRole('button', { name: t('signin.undo.act') }).click()
  await expect(page.getByText(t('signin.undo.done.text'))).toBeVisible()
  await expect(call(server, '/swx/customer/user/getUserInfo', {}, headers)).rejects.toThrow(/401/)
  await page.reload()
  await expect(page.getByText(t('signin.undo.none.text'))).toBeVisible()
  await page.getByRole('link', { name: t('signin.undo.done.act') }).click()
  await expect(page).toHaveURL(/#\/pass\/find/)
})

test('recovery codes are shown once when the second factor is turned on, and one of them signs in without the app', {
  tag: '@task',
}, async ({ page, customer, visit }) => {
  await visit('/profile/settings')
  const turnOn = page.getByRole('button', { name: t('accounts.settings.totp.turnOn') })
  await turnOn.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog
    .getByLabel(t('accounts.field.totp'))
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: t('signin.recovery.title') })
  await codes.getByRole('button', { name: t('signin.recovery.make') }).click()
  await expect(codes.getByText(t('signin.recovery.once'))).toBeVisible()
  const [code = ''] = await codes.locator('li').allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: t('signin.recovery.download') }).click(),
  ])
  expect(file.suggestedFilename()).toBe('candor-recovery-codes.txt')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await codes.getByRole('button', { name: t('signin.recovery.copy') }).click()
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe((await codes.locator('li').allInnerTexts()).join('\n'))
  // A browser under test has no printer: what is asked for is noted, and what would be on paper is looked at.
  await page.evaluate('window.print = () => { document.documentElement.dataset.printed = "yes" }')
  await codes.getByRole('button', { name: t('signin.recovery.print') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(codes.getByText(code)).toBeVisible()
  await expect(codes.getByText(t('signin.recovery.print'))).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await codes.getByRole('button', { name: t('signin.recovery.done') }).click()
  await expect(page.getByText(t('signin.recovery.left', { left: 10 }))).toBeVisible()

  await page.addInitScript('localStorage.clear()')
  await visit('/pass/login')
  await page.getByLabel(t('accounts.field.account')).fill(customer.userName)
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('signin.recovery.use') }).click()
  const field = page.getByLabel(t('signin.recovery.field'), { exact: true })
  await field.fill('abcde-fghjk')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('codes.11011'))).toBeVisible()
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/pass\/login/)
})

test('the mail address is changed with a code sent to the new one, and the address before undoes it', async ({
  page,
  server,
  customer,
  visit,
}) => {
  const email = `new-${customer.email}`
  await visit('/profile/settings')
  await page
    .getByRole('button', { name: `${t('signin.email.change')}: ${t('accounts.field.email')}` })
    .click()
  const dialog = page.getByRole('dialog', { name: t('signin.email.change.title') })
  await dialog.getByLabel(t('signin.email.new')).fill(email)
  await dialog.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(dialog.getByText(t('accounts.code.sent', { minutes: 10 }))).toBeVisible()
  await dialog.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(email))
  await dialog.getByRole('button', { name: t('signin.email.save') }).click()
  await expect(page.getByText(t('signin.email.saved'))).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  const link = new URL(await server.mailedLink(customer.email))
  await visit(link.hash.slice(1))
  await expect(page.getByText(t('signin.undo.what.email'))).toBeVisible()
  await expect(page.getByText(t('signin.undo.lead.email'))).toBeVisible()
  await page.getByRole('button', { name: t('signin.undo.act') }).click()
  await expect(page.getByText(t('signin.undo.done.text.email'))).toBeVisible()
  // The old password is void, and the address is theirs again: a new one is set with it.
  const login = '/swx/customer/login'
  const signedIn = { account: customer.email, password: customer.password }
  await expect(call(server, `${login}/login`, signedIn)).rejects.toThrow(/10004/)
  await call(server, `${login}/sendCode`, { email: customer.email, purpose: 'forget' })
  const proven = { email: customer.email, code: await server.mailedCode(customer.email) }
  const { resetToken } = await call<{ resetToken: string }>(server, `${login}/forget`, proven)
  const password = 'four other quiet words'
  await call(server, `${login}/forget`, { resetToken, password })
  const again = await call<{ token: string }>(server, `${login}/login`, { ...signedIn, password })
  expect(again.token).not.toBe('')
})

test('erasing one’s account is asked for with password and code, told by a letter, and taken back with one button', async ({
  page,
  server,
  customer,
  visit,
}) => {
  await visit('/profile/settings')
  await page.getByRole('button', { name: t('trust.closing.act') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(dialog.getByText(/Valid for 10 minutes/)).toBeVisible()
  await dialog
    .getByLabel(t('trust.closing.code'), { exact: true })
    .fill(await server.mailedCode(customer.email))
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: t('trust.closing.confirm') }).click()
  await expect(dialog.getByText(t('codes.10004'))).toBeVisible()
  await dialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t('trust.closing.confirm') }).click()
  await expect(page.getByText(t('trust.closing.asked.text'))).toBeVisible()
  await page.getByRole('button', { name: t('trust.closing.keep') }).click()
  await expect(page.getByText(t('trust.closing.kept'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('trust.closing.act') })).toBeVisible()
})

test('a receipt can be read and checked by a stranger at its public address', async ({
  page,
  server,
  customer,
}) => {
  const { result } = await fetch(`${server.url}/swx/customer/index/getMarketInfo/BTCUSDT`).then(
    (response) => response.json() as Promise<{ result: { bid: string } }>,
  )
  const near = (by: number) => (Number(result.bid) + by).toFixed(2)
  const exits = { stopLoss: near(-5_000), takeProfit: near(5_000) }
  const order = await placeOrder(server, customer, { lots: '0.001', protected: true, ...exits })
  const headers = { Authorization: customer.token }
  const response = await fetch(`${server.url}/swx/customer/order/getReceipt/${order.id}`, { headers })
  const receipt = (await response.json()) as { result: { publicId: string } }
  await page.addInitScript('localStorage.clear()')
  await skipBoard(page)
  await page.goto(`${server.url}/#/receipt/${receipt.result.publicId}`)
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
})

test('after every so many minutes of a visit one is told how long it was and what it changed, and can put that away', async ({
  page,
  server,
  customer,
  visit,
}) => {
  const limits = { reminderMinutes: 30 }
  await call(server, '/swx/customer/user/limits', limits, { Authorization: customer.token })
  await page.clock.install()
  const known = page.waitForResponse(/getUserInfo/)
  const saved = page.waitForResponse(/user\/limits/)
  await visit('/market')
  await Promise.all([known, saved])
  // The visit is counted from when the page knows of it.
  await page.waitForLoadState('networkidle')
  const reminder = (count: number) => page.getByText(t('trust.reminder.said', { count, result: '0.00' }))
  const close = page.getByRole('button', { name: t('trust.reminder.close') })
  await page.clock.fastForward('29:00')
  await expect(close).toHaveCount(0)
  await page.clock.fastForward('01:30')
  await expect(reminder(30)).toBeVisible()
  await close.click()
  await expect(close).toHaveCount(0)
  // Put away is not switched off: the next one comes half an hour later, and counts from the beginning.
  await page.clock.fastForward('30:00')
  await expect(reminder(60)).toBeVisible()
})
