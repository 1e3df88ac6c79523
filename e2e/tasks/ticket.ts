import type { Locator, Page } from '@playwright/test'
import { type Customer, expect, t } from '../journey.ts'
import type { RunningServer } from '../running-server.ts'

export type Visit = (path: string) => Promise<void>

export const level = (page: Page, name: 'stopLoss' | 'takeProfit'): Locator =>
  page.getByLabel(t(`orders.ticket.${name}`), { exact: true })

/** Opens the market with its ticket, whose levels are suggested by then. */
export async function openTicket(page: Page, visit: Visit, code = 'BTCUSDT'): Promise<void> {
  await visit(`/market?code=${code}`)
  await expect(level(page, 'stopLoss')).not.toHaveValue('')
}

export const chooseKind = (page: Page, kind: 'limit' | 'stop'): Promise<void> =>
  page
    .getByRole('radiogroup', { name: t('orders.field.kind') })
    .locator('label')
    .filter({ hasText: t(`orders.kind.${kind}`) })
    .click()

/** Reviews what is in the ticket, confirms it and waits until it is placed. */
export async function sendTicket(page: Page, confirm: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByText(t('orders.review.demo'))).toBeVisible()
  await page.getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('link', { name: t('orders.result.order') })).toBeVisible()
}

export interface StandingOrder {
  readonly id: string
  readonly kind: string
  readonly direction: string
  readonly lots: string
  readonly margin: string
  readonly fee: string
  readonly swap: string
  readonly price: string | null
  readonly openPrice: string | null
  readonly stopLoss: string | null
  readonly expiresAt: string | null
}

/** The customer's orders in this state, as the server has them. */
export async function ordersOf(
  server: RunningServer,
  { token }: Customer,
  status: 'open' | 'pending' | 'closed',
): Promise<readonly StandingOrder[]> {
  const response = await fetch(`${server.url}/swx/customer/order/listContractOrder?status=${status}`, {
    headers: { Authorization: token },
  })
  return ((await response.json()) as { result: { items: StandingOrder[] } }).result.items
}

/** Bid and ask of a market now. */
export async function pricesOf(
  server: RunningServer,
  code = 'BTCUSDT',
): Promise<{ readonly bid: number; readonly ask: number }> {
  const response = await fetch(`${server.url}/swx/customer/index/getMarketInfo/${code}`)
  const { result } = (await response.json()) as { result: { bid: string; ask: string } }
  return { bid: Number(result.bid), ask: Number(result.ask) }
}

/** Headers of a call that moves money in the demo account. */
export const moving = ({ token }: Customer): Record<string, string> => ({
  Authorization: token,
  'Idempotency-Key': crypto.randomUUID(),
})

export const numberIn = (text: string): number => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))

/** The number that follows a name on the page. */
export const figureOf = async (within: Page | Locator, name: string): Promise<number> => {
  const value = within
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name.replace(/[()]/g, '\\$&')}$`) })
    .first()
    .locator('xpath=following-sibling::dd')
  return numberIn(await value.innerText())
}
