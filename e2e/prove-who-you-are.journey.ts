import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Customer, expect, t, test } from './journey.ts'
import { claimByKeys, openConsole, pageLink } from './operators.ts'

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()

const photo = async (page: Page, name: string, background: string) => {
  const field = page.getByRole('group', { name, exact: true })
  const buffer = await picture(background)
  await field.locator('input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await expect(field.getByRole('status')).toHaveText(t('kyc.upload.done'))
}

const choose = async (page: Page, box: string, option: string) => {
  await page.getByRole('combobox', { name: box, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const next = (page: Page) => page.getByRole('button', { name: t('kyc.next') }).click()
const fill = (page: Page, item: string, text: string) =>
  page.getByLabel(t(`kyc.field.${item}` as 'kyc.field.phone'), { exact: true }).fill(text)

test('an identity check is filled in, left, gone on with, refused, mended and approved', async ({
  page,
  server,
  customer,
  visit,
  browser,
}) => {
  await visit('/profile')
  await page.getByRole('link', { name: t('kyc.open.start') }).click()
  await next(page)
  await expect(page.getByText(t('kyc.problem.required')).first()).toBeVisible()
  await expect(page.getByLabel(t('kyc.field.firstName'), { exact: true })).toBeFocused()
  await fillPerson(page)
  await next(page)
  await expectFocusOn(page, t('kyc.step.document'))

  // Left and come back: at the step that is not done, with what was typed.
  await page.reload()
  await expect(page.getByRole('heading', { name: t('kyc.step.document') })).toBeVisible()
  await choose(page, t('kyc.field.documentType'), t('kyc.document.passport'))
  await refuseWrongFile(page)
  await photo(page, t('kyc.field.photoFront'), '#a33')
  await photo(page, t('kyc.field.photoHolding'), '#3a3')
  await fillDocument(page)
  await next(page)
  await next(page)
  await sign(page)
  await next(page)
  await expect(page.getByText('Okafor')).toBeVisible()
  await page.getByRole('button', { name: t('kyc.send') }).click()
  await expect(page.getByText(t('kyc.pending.text'))).toBeVisible()
  await expectFocusOn(page, t('codes.20001'))

  const desk = await openConsole(browser, server, 'reviewer')
  await decide(desk, customer, 'refuse')
  await expect(page.getByText(t('kyc.rejected.title'))).toBeVisible()
  await expect(page.getByText(t('kyc.reason.glare'))).toBeVisible()
  await expect(page.getByLabel(t('kyc.field.firstName'))).toHaveCount(0)
  await photo(page, t('kyc.field.photoFront'), '#33a')
  await next(page)
  await page.getByRole('button', { name: t('kyc.send') }).click()
  await expect(page.getByText(t('kyc.pending.text'))).toBeVisible()
  await decide(desk, customer, 'approve')
  await expect(page.getByText(t('kyc.certified'))).toBeVisible()
  await desk.context().close()
})

/** A step or a result begins at its heading: it has the focus and is in sight. */
async function expectFocusOn(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
}

async function fillPerson(page: Page): Promise<void> {
  await fill(page, 'firstName', 'Ada')
  await fill(page, 'lastName', 'Okafor')
  await page.getByRole('radio', { name: t('kyc.sex.female'), exact: true }).check()
  for (const [part, value] of [
    ['month', 'May'],
    ['day', '17'],
    ['year', '1990'],
  ] as const) {
    await page.getByRole('combobox', { name: part, exact: true }).click()
    if (part === 'year')
      await expect(page.getByRole('option').first()).toHaveText(String(new Date().getUTCFullYear() - 18))
    await page.getByRole('option', { name: value, exact: true }).click()
  }
  await page.getByLabel(t('kyc.field.country'), { exact: true }).click()
  await page.getByRole('option', { name: 'Germany', exact: true }).click()
  await fill(page, 'address', 'Lindenweg 4, 10115 Berlin')
  await fill(page, 'phone', '+49 30 1234567')
}

/** A passport has a last day; an expired one is refused at its field. */
async function fillDocument(page: Page): Promise<void> {
  await fill(page, 'documentNumber', 'c01x 00t47')
  const today = new Date()
  const [lastYear, nextYear] = [today.getUTCFullYear(), today.getUTCFullYear() + 1]
  await choose(page, 'month', 'January')
  await choose(page, 'day', '1')
  await choose(page, 'year', String(lastYear))
  await next(page)
  // On the first of January it is the last day on which the passport is valid.
  if (today.getUTCMonth() > 0 || today.getUTCDate() > 1)
    await expect(page.getByText(t('kyc.problem.expired'))).toBeVisible()
  await choose(page, 'year', String(nextYear))
  await expect(page.getByText(t('kyc.problem.expired'))).toHaveCount(0)
}

async function refuseWrongFile(page: Page): Promise<void> {
  const field = page.getByRole('group', { name: t('kyc.field.photoFront'), exact: true })
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  let send = (): void => undefined
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/user/upload', (route) => held.then(() => route.continue()))
  await field.locator('input[type=file]').setInputFiles(file)
  await expect(field.getByRole('progressbar')).toBeAttached()
  await expect(field.getByRole('img')).toHaveCount(0)
  send()
  await expect(page.getByText(t('kyc.refused.format'))).toBeVisible()
  await expect(field.getByRole('img')).toHaveCount(0)
  // Going on without it says the same at its field, and what is missing at the others.
  await next(page)
  await expect(page.getByText(t('kyc.problem.required')).first()).toBeVisible()
  await expect(page.getByText(t('kyc.refused.format'))).toBeVisible()
}

async function sign(page: Page): Promise<void> {
  const sheet = page.getByRole('img', { name: t('kyc.field.signature') })
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (box === null) throw new Error('there is no sheet to sign on')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 110, { steps: 5 })
  await page.mouse.move(box.x + 220, box.y + 50, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: t('kyc.pad.use') }).click()
  await expect(page.getByText(t('kyc.pad.kept'))).toBeVisible()
}

async function decide(desk: Page, customer: Customer, decision: 'refuse' | 'approve'): Promise<void> {
  await pageLink(desk, /^Identity/).click()
  await desk.reload()
  await claimByKeys(desk, customer.userName)
  await expect(desk.getByText('Lindenweg 4, 10115 Berlin')).toBeVisible()
  if (decision === 'approve') {
    await desk.keyboard.press('a')
  } else {
    await desk.keyboard.press('r')
    await desk.getByRole('checkbox', { name: 'Document, front' }).check()
    await desk.getByRole('combobox', { name: 'Reason: Document, front' }).click()
    await desk.getByRole('option', { name: t('kyc.reason.glare') }).click()
    await desk.getByRole('button', { name: 'Confirm refusal' }).click()
  }
  await expect(desk.getByText('Decision recorded.')).toBeVisible()
}
