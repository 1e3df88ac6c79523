import type { Page } from '@playwright/test'
import { type Customer, call, expect, isPhone, t, test } from './journey.ts'
import type { RunningServer } from './running-server.ts'

interface BoughtOption {
  readonly id: string
  readonly openPrice: string
}

/** Buys an option of a minute as soon as it is accepted. */
async function buyOption(
  server: RunningServer,
  { token }: Customer,
  direction: 'up' | 'down',
): Promise<BoughtOption> {
  const bought: BoughtOption[] = []
  await expect(async () => {
    const input = { code: 'BTCUSDT', direction, periodSeconds: 60, amount: '10.01' }
    const headers = { Authorization: token, 'Idempotency-Key': crypto.randomUUID() }
    bought.push(await call<BoughtOption>(server, '/swx/customer/order/buyOptions', input, headers))
  }).toPass()
  return bought[0] as BoughtOption
}

interface Quote {
  readonly bid: string
  readonly ask: string
  readonly receivedAt: number
}
interface Receipt {
  readonly order: { readonly expiresAt: number; readonly result: string }
  readonly events: readonly { readonly quote: Quote }[]
}

async function receiptOf(server: RunningServer, { token }: Customer, id: string): Promise<Receipt> {
  const response = await fetch(`${server.url}/swx/customer/order/getReceipt/${id}`, {
    headers: { Authorization: token },
  })
  return ((await response.json()) as { result: { document: Receipt } }).result.document
}

const mid = ({ bid, ask }: Quote): number => Number(((Number(bid) + Number(ask)) / 2).toFixed(6))

/** Result of a stake of 10.01 that pays 75%, from the two quotes alone. */
function resultOf(direction: 'up' | 'down', { events }: Receipt): { payout: number; net: number } {
  const [open, close] = events.map(({ quote }) => mid(quote)) as [number, number]
  const payout = open === close ? 10.01 : close > open === (direction === 'up') ? 10.01 + 7.5075 : 0
  return { payout, net: payout - 10.01 }
}

const numberIn = (text: string): number => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))

/** The number below the name of a result. */
const headline = async (page: Page, name: string): Promise<number> =>
  numberIn(await page.getByText(name, { exact: true }).locator('xpath=following-sibling::p[1]').innerText())

/** The value next to a name, the first such on the page. */
const amountOf = async (page: Page, name: string): Promise<number> =>
  numberIn(
    await page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
      .locator('xpath=following-sibling::dd')
      .innerText(),
  )

test('I15.11d: an option’s page begins with its result and how it came about, as its receipt does', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server, customer, visit }) => {
  const options = [
    ['up', await buyOption(server, customer, 'up')],
    ['down', await buyOption(server, customer, 'down')],
  ] as const
  // While it runs: the time left, and what it pays if it ends at the current price.
  await visit(`/profile/options/${options[0][1].id}`)
  await expect(page.getByText(t('options.page.ifNow'))).toBeVisible()
  await expect
    .poll(async () => [7.51, -10.01, 0].includes(await headline(page, t('options.page.ifNow'))))
    .toBe(true)
  await expect(page.getByText(t('options.run.left'))).toBeVisible()
  await server.candor('clock', 'advance', '60s')
  await expect(page.getByText(t('options.page.how'))).toBeVisible()
  for (const [direction, { id }] of options) {
    // From the list of closed orders, where a row, or a card on a phone, leads to it.
    await visit('/profile/orders?type=options')
    await page.getByRole('tab', { name: t('orders.list.closed') }).click()
    const word = t(`options.direction.${direction}`)
    const row = isPhone(page) ? page.getByRole('link', { name: /BTCUSDT/ }) : page.locator('tbody tr')
    await row.filter({ hasText: word }).click()
    await expect(page).toHaveURL(new RegExp(`#/profile/options/${id}$`))
    await expect(page.getByText(t('options.page.how'))).toBeVisible()
    const receipt = await receiptOf(server, customer, id)
    const { payout, net } = resultOf(direction, receipt)
    // Settled at the first quote at or after its expiry.
    expect(receipt.events[1]?.quote.receivedAt).toBeGreaterThanOrEqual(receipt.order.expiresAt)
    await expectResult(page, payout, net)
    await expect(page.getByText(`net = ${payout.toFixed(6)} − 10.010000 = ${net.toFixed(6)}`)).toBeVisible()
    await page.getByRole('link', { name: t('options.page.receipt'), exact: true }).click()
    await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
    await expectResult(page, payout, net)
    const condition = page.getByText(/^won if [\d.]+ [<>] [\d.]+, lost if/)
    const [closed, opened] = (await condition.innerText()).match(/[\d.]+/g)?.map(Number) ?? []
    expect([opened, closed]).toEqual(receipt.events.map(({ quote }) => mid(quote)))
    // Of both quotes the one right after is shown, once it came.
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(t('receipts.quotes.after'), { exact: true })).toHaveCount(2, {
        timeout: 3_000,
      })
    }).toPass()
  }
})

async function expectResult(page: Page, payout: number, net: number): Promise<void> {
  expect(await headline(page, t('orders.stats.net'))).toBeCloseTo(net, 2)
  expect(await amountOf(page, t('options.result.payout'))).toBeCloseTo(payout, 6)
  expect(await amountOf(page, t('options.field.amount'))).toBe(-10.01)
  await expect(page.getByRole('figure', { name: 'BTCUSDT' })).toBeVisible()
}
