import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { creditAccount } from './credit-account.ts'
import { test as base, type Customer, call, expect, openAccount, t } from './journey.ts'
import { placeOrder } from './place-order.ts'
import { type RunningServer, useServer } from './running-server.ts'

// A server of its own: whether it has a report is what the journey is about.
const test = base.extend<object, { server: RunningServer }>({
  server: [({}, use) => useServer(use), { scope: 'worker' }],
})

/** Opens a real account that may trade with leverage. */
async function trader(server: RunningServer): Promise<Customer> {
  const customer = await openAccount(server)
  await creditAccount(server.dataDir, customer.user.id, 30_000)
  const real = { Authorization: customer.token, virtually: 'YES' }
  await call(server, '/swx/customer/user/understanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  return customer
}

/** Lets each of them trade four times on the present day, and waits for the report of it, which is this many days' newest. */
async function tradeADay(server: RunningServer, people: readonly Customer[], reports: number): Promise<void> {
  for (const customer of people) for (let n = 0; n < 4; n += 1) await placeOrder(server, customer, {}, 'YES')
  await server.candor('clock', 'advance', '24h')
  const published = async () => {
    const response = await fetch(`${server.url}/swx/customer/index/execution/latest`)
    const { result } = (await response.json()) as { result: { dates?: readonly string[] } | null }
    return result?.dates?.length ?? 0
  }
  await expect.poll(published).toBe(reports)
}

/** Goes on with the Tab key until an element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let stops = 0; stops < 120; stops += 1) {
    if ((await goal.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key never reached it')
}

test('T22, T23: how orders were filled is open to everybody, with what the operator has of it, by the keyboard too', async ({
  page,
  server,
  visit,
  context,
}) => {
  const none = t('execution.none.text', { customers: 5, fills: 20 })
  await visit('/status')
  await expect(page.getByRole('heading', { name: t('execution.conflict') })).toBeVisible()
  await expect(page.getByText(none)).toBeVisible()
  await visit('/execution')
  await expect(page.getByRole('heading', { name: t('execution.none') })).toBeVisible()
  await expect(page.getByText(none)).toBeVisible()

  const people: Customer[] = []
  for (let person = 0; person < 5; person += 1) people.push(await trader(server))
  await tradeADay(server, people, 1)
  await tradeADay(server, people, 2)

  // The figures themselves, and the way to the whole report.
  await visit('/status')
  await expect(page.getByText(t('execution.conflict.kept', { share: '100%' }))).toBeVisible()
  await expect(page.getByText(t('execution.conflict.all'))).toBeVisible()
  for (const figure of ['net', 'laidOff', 'prices', 'charges', 'capital'] as const)
    await expect(page.getByText(t(`execution.conflict.${figure}`), { exact: true })).toBeVisible()
  await expect(page.getByText(t('execution.conflict.covered'))).toBeVisible()
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  await expect(page.getByText(none)).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: t('execution.title') })
  await tabTo(page, link)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: t('execution.title') })).toBeVisible()
  await expect(page.getByText('BTCUSDT').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // An earlier day, chosen with the keyboard; its address opens it again.
  const command = page.getByText(/recompute-execution --day 20\d\d-\d\d-\d\d --server http/)
  const newest = await command.innerText()
  const days = page.getByRole('combobox', { name: t('proof.day') })
  await tabTo(page, days)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/day=20\d\d-\d\d-\d\d/)
  await expect(command).not.toHaveText(newest)
  await expect(days).toBeFocused()
  const earlier = await command.innerText()
  await page.reload()
  await expect(command).toHaveText(earlier)
  const save = page.getByRole('button', { name: t('proof.download') })
  await tabTo(page, save)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const report = JSON.parse(await readFile(await download.path(), 'utf8')) as { document: { kind: string } }
  expect(report.document.kind).toBe('execution')

  // A day that has no report, one that is none, and a report without a network.
  for (const wrong of ['2020-02-30', 'yesterday']) {
    await visit(`/execution?day=${wrong}`)
    await expect(page.getByRole('heading', { name: t('execution.noDay') })).toBeVisible()
  }
  await context.setOffline(true)
  await days.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('shell.noNetwork'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('shell.retry') })).toBeVisible()
  await context.setOffline(false)
  // With the network it comes by itself.
  await expect(command).toHaveText(newest)

  // The stored report is computed again where it was made, from the quotes that are stored there.
  expect(await server.candor('recompute-execution', '--day', 'latest')).toMatch(
    /is valid: computed again from 20 fills, whose \d+ quotes are those of the published market/,
  )
})
