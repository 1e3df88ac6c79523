import type { Page } from '@playwright/test'
import { demoAmount, expect, isPhone, newPerson, skipBoard, t, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import type { RunningServer } from './running-server.ts'

/** A friend follows the link in a browser of their own, mistypes the code, is told so, and opens an account with the right one. */
async function joinBy(link: string, page: Page, server: RunningServer): Promise<string> {
  const friend = newPerson()
  await skipBoard(page)
  await page.goto(link)
  const code = page.getByLabel(t('invites.field.optional'), { exact: true })
  const right = await code.inputValue()
  expect(right).toMatch(/^[A-Z2-9]{10}$/)
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(friend.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(friend.email)
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(friend.email))
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(friend.password)
  await page.getByLabel(t('signin.consent.label')).check()
  await code.fill('NOBODYSCODE')
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('invites.problem.unknown'))).toBeVisible()
  await code.fill(right)
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.register.done', { amount: demoAmount }))).toBeVisible()
  return friend.userName
}

test('a friend joins by a customer’s link, stands masked in their list, and one’s own code is refused', async ({
  page,
  browser,
  server,
  customer,
  visit,
}) => {
  expect(customer.userName).toContain('ada')
  await visit('/profile/invite')
  await expect(page.getByRole('img', { name: t('invites.qr') })).toBeVisible()
  const link = await page.locator('code').first().textContent()
  const code = await page.locator('code').nth(1).textContent()
  await expect(page.getByText(t('invites.list.empty'))).toBeVisible()

  await page.getByLabel(t('invites.field'), { exact: true }).fill(code ?? '')
  await page.getByRole('button', { name: t('invites.enter.act') }).click()
  await expect(page.getByText(t('invites.problem.own'))).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const friend = await joinBy(link ?? '', await context.newPage(), server)
  await context.close()
  // The inviter hears of it without reloading.
  const masked = `${friend.at(0)}•••${friend.at(-1)}`
  await expect(page.getByText(masked, { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

test('a customer writes to support with a picture, and the answer comes while they look and while they do not', async ({
  page,
  browser,
  server,
  customer,
  visit,
}) => {
  await visit('/profile/invite')
  await page
    .getByRole('link', { name: t('shell.supportHere') })
    .first()
    .click()
  await expect(page.getByText(t('support.empty'))).toBeVisible()
  await page.getByRole('button', { name: t('support.send') }).click()
  await expect(page.getByText(t('support.missing'))).toBeVisible()
  const question = `Where is my deposit, ${customer.userName}?`
  await page.getByLabel(t('support.field'), { exact: true }).fill(question)
  const buffer = await page.screenshot({ type: 'png' })
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer })
  await expect(page.getByText(t('kyc.upload.done'))).toBeVisible()
  await page.getByRole('button', { name: t('support.send') }).click()
  const log = page.getByRole('log', { name: t('support.log') })
  await expect(log.getByText(question)).toBeVisible()
  await expect(log.getByRole('img', { name: t('support.picture') })).toBeVisible()

  const desk = await openConsole(browser, server, isPhone(page) ? 'finance' : 'reviewer')
  await pageLink(desk, /^Support/).click()
  await desk.getByText(question).click()
  await desk.getByRole('button', { name: 'Claim', exact: true }).click()
  await desk.getByRole('button', { name: 'Show picture' }).click()
  await expect(desk.getByRole('img', { name: 'Sent by the customer' })).toBeVisible()
  await desk.getByLabel('Your reply').fill('It is on its way.')
  await desk.getByRole('button', { name: 'Send reply' }).click()
  await expect(log.getByText('It is on its way.')).toBeVisible()

  // What was seen is read; only then is the next answer counted.
  await expect(page.getByRole('link', { name: t('shell.supportHere'), exact: true }).first()).toBeVisible()
  await visit('/help/faq')
  await desk.getByLabel('Your reply').fill('And now it is there.')
  await desk.getByRole('button', { name: 'Send reply' }).click()
  await expect(desk.getByRole('log').getByText('And now it is there.')).toBeVisible()
  // The count beside the link is what says so.
  await expect(page.getByRole('link', { name: `${t('shell.supportHere')} 1` }).first()).toBeVisible()
  await desk.context().close()
  await visit('/help/support')
  await expect(log.getByText('And now it is there.')).toBeVisible()
})
