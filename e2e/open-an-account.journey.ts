import type { Locator } from '@playwright/test'
import { demoAmount, expect, newPerson, skipBoard, t, test } from './journey.ts'

/** A field has the focus, and neither it nor its label lies under a bar that stays visible. */
async function expectFocusInSight(field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  const covered = await field.page().evaluate(
    `[document.activeElement, ...document.activeElement.labels]
       .filter((shown) => {
         const { x, y, width, height } = shown.getBoundingClientRect()
         return !shown.contains(document.elementFromPoint(x + width / 2, y + height / 2))
       })
       .map((shown) => shown.outerHTML)`,
  )
  expect(covered).toEqual([])
}

test('a visitor opens an account with the mailed code and stands in demo with 10 000 USDT', {
  tag: '@task',
}, async ({ page, server, visit }) => {
  const person = newPerson()
  await skipBoard(page)
  await visit('/pass/register')
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(person.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(person.email)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(person.email))
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(person.password)
  await page.getByLabel(t('signin.consent.label')).check()
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.register.done', { amount: demoAmount }))).toBeVisible()
  await visit('/profile')
  await expect(page.locator('main')).toContainText('10,000.00')
  await expect(page.getByText(t('shell.mode.demo')).filter({ visible: true }).first()).toBeVisible()
})

test('a wrong code and a taken name are said at their fields, and nothing typed is lost', async ({
  page,
  customer,
  visit,
}) => {
  await page.addInitScript(`localStorage.clear()`)
  await visit('/pass/register')
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(customer.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(newPerson().email)
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill('000000')
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await page.getByLabel(t('signin.consent.label')).check()
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(
    page.getByText(t.maybe('codes.10006') ?? '').or(page.getByText(t.maybe('codes.11010') ?? '')),
  ).toBeVisible()
  const userName = page.getByLabel(t('accounts.field.userName'), { exact: true })
  await expect(userName).toHaveValue(customer.userName)
  await expectFocusInSight(userName)
})

test('the button stays where it is while the page learns of text messages and terms', async ({
  page,
  visit,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  await page.route(/\/(signInWays|termsInForce)\b/, async (route) => {
    held += 1
    await released
    await route.continue()
  })
  await skipBoard(page)
  await visit('/pass/register')
  const act = page.getByRole('button', { name: t('accounts.register.act') })
  await expect(act).toBeVisible()
  await expect.poll(() => held).toBe(2)
  const before = await act.boundingBox()
  release()
  await expect(page.getByRole('button', { name: t('signin.phone.optional') })).toBeVisible()
  await expect(
    page.getByText(t('signin.consent.label')).locator('..').getByRole('link').first(),
  ).toBeVisible()
  expect(await act.boundingBox()).toEqual(before)
})

test('I15.d14: the first wrong field takes the focus and is in sight, below the bar', async ({
  page,
  visit,
}) => {
  await skipBoard(page)
  await visit('/pass/register')
  const userName = page.getByLabel(t('accounts.field.userName'), { exact: true })
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expectFocusInSight(userName)
  await userName.fill(newPerson().userName)
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expectFocusInSight(page.getByLabel(t('accounts.field.email'), { exact: true }))
})

test('who signed up signs out, is refused with a wrong password, and signs in again', async ({
  page,
  customer,
  visit,
}) => {
  await skipBoard(page)
  await visit('/profile/settings')
  await page
    .getByRole('button', { name: t('shell.signOut'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/pass\/login/)
  await page.getByLabel(t('accounts.field.account'), { exact: true }).fill(customer.userName)
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill('not the password')
  await page
    .getByRole('button', { name: t('accounts.login.act'), exact: true })
    .last()
    .click()
  await expect(page.getByText(t.maybe('codes.10004') ?? '')).toBeVisible()
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
  await page
    .getByRole('button', { name: t('accounts.login.act'), exact: true })
    .last()
    .click()
  await expect(page).not.toHaveURL(/#\/pass\/login/)
})

test('a forgotten password is replaced with a mailed code, and the old one is no longer good', async ({
  page,
  server,
  customer,
  visit,
}) => {
  await page.addInitScript(`localStorage.clear()`)
  await visit('/pass/find')
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(customer.email)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await expect(page.getByText(/valid for 10 minutes/)).toBeVisible()
  await page
    .getByLabel(t('accounts.field.code'), { exact: true })
    .fill(await server.mailedCode(customer.email))
  await page.getByRole('button', { name: t('accounts.find.act') }).click()
  await expect(page).toHaveURL(/#\/pass\/reset/)
  await page.getByLabel(t('accounts.field.newPassword'), { exact: true }).fill('four other quiet words')
  await page.getByLabel(t('accounts.field.repeat'), { exact: true }).fill('four other quiet words')
  await expect(page.getByLabel(t('accounts.reset.keep'))).not.toBeChecked()
  await page.getByRole('button', { name: t('accounts.reset.act') }).click()
  await expect(page).toHaveURL(/#\/pass\/login/)
  await page.getByLabel(t('accounts.field.account'), { exact: true }).fill(customer.email)
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill('four other quiet words')
  await page
    .getByRole('button', { name: t('accounts.login.act'), exact: true })
    .last()
    .click()
  await expect(page).not.toHaveURL(/#\/pass\/login/)
})

test('I15.s3: at sign-up the password is entered once, which the page says, and can be shown', async ({
  page,
  visit,
}) => {
  await skipBoard(page)
  await visit('/pass/register')
  const password = page.getByLabel(t('accounts.field.password'), { exact: true })
  await expect(page.getByText(t('accounts.field.password.once'))).toBeVisible()
  await password.fill('three quiet words')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: t('shell.showPassword') }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('three quiet words')
  await expect(page.locator('input[autocomplete=new-password]')).toHaveCount(1)
})
