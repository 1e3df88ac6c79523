import type { Calls, ResultOf } from '@candor/contract'
import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { call, expect, t, test } from './journey.ts'
import { placeOrder } from './place-order.ts'

type Feeds = ResultOf<Calls['newsAndCalendar']>
const entry = { summary: null, url: null, host: null, source: 'Wire' }

/** The server reads no feed of this machine, so the response is given here; how it comes about has tests of its own. */
const haveFeeds = (page: Page, feeds: Feeds) =>
  page.route('**/newsAndCalendar*', (route) =>
    route.fulfill({ json: { code: 200, message: '', result: feeds } }),
  )

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('I15.12: a signed-in customer’s home has their positions, watchlist and alerts, then news and events as text', {
  tag: '@one-size',
}, async ({ page, server, customer, visit }) => {
  const headers = { Authorization: customer.token, virtually: 'NO' }
  await placeOrder(server, customer)
  await call(server, '/swx/customer/user/watchlist', { code: 'ETHUSDT', on: true }, headers)
  await call(
    server,
    '/swx/customer/user/addAlert',
    { code: 'BTCUSDT', price: '900000', side: 'above' },
    headers,
  )
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await haveFeeds(page, {
    news: [
      {
        ...{ ...entry, id: '1', title: '<b>Rates</b> held', summary: 'By <script>all</script>' },
        ...{ url: 'https://news.example/1', host: 'news.example', publishedAt: new Date().toISOString() },
      },
    ],
    events: [{ ...entry, id: '2', title: 'Payrolls', startsAt: tomorrow, endsAt: null, allDay: false }],
  })
  await visit('/')
  await expect(page.getByRole('heading', { level: 1, name: t('shell.nav.home') })).toBeAttached()
  const attention = part(page, t('accounts.profile.attention'))
  await expect(attention.getByRole('link', { name: t('home.own.attention.identity') })).toBeVisible()
  await expect(part(page, t('home.own.positions'))).toContainText('BTCUSDT')
  await expect(part(page, t('home.own.watchlist'))).toContainText('ETHUSDT')
  await expect(part(page, t('notifications.waiting'))).toContainText('BTCUSDT')
  const news = part(page, t('home.own.news'))
  const link = news.getByRole('link', { name: '<b>Rates</b> held' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(link).toHaveAttribute('href', 'https://news.example/1')
  await expect(news).toContainText('By <script>all</script>')
  await expect(news).toContainText('news.example')
  await expect(part(page, t('home.own.calendar'))).toContainText('Payrolls')
  expect(await findViolations(page)).toEqual([])
  await attention.getByRole('link', { name: t('home.own.attention.identity') }).press('Enter')
  await expect(page).toHaveURL(/#\/profile\/identity$/)
})

test('I15.12: a new customer’s home leads on, and has no news where the operator set no feed', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer: _signedIn, visit }) => {
  await visit('/')
  await expect(part(page, t('home.own.positions'))).toContainText(t('orders.empty.open'))
  await expect(part(page, t('home.own.watchlist'))).toContainText(t('markets.list.watchedEmpty'))
  await expect(part(page, t('notifications.waiting'))).toContainText(t('notifications.empty.text'))
  await expect(part(page, t('home.own.news'))).toHaveCount(0)
  await expect(part(page, t('home.own.calendar'))).toHaveCount(0)
})

test('I15.12: without a connection a part says so, and is loaded again on request', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer: _signedIn, visit }) => {
  await page.route('**/listAlert*', (route) => route.abort())
  await visit('/')
  const alerts = part(page, t('notifications.waiting'))
  await expect(alerts.getByRole('alert')).toContainText(t('home.own.failed'))
  await expect(part(page, t('home.own.positions'))).toContainText(t('orders.empty.open'))
  await page.unroute('**/listAlert*')
  await alerts.getByRole('button', { name: t('shell.retry') }).press('Enter')
  await expect(alerts).toContainText(t('notifications.empty.text'))
})
