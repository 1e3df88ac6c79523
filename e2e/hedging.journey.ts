import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VenueServer } from '../apps/server/src/cli/local-venue/venue-server.ts'
import { creditAccount } from './credit-account.ts'
import { test as base, call, expect, openAccount } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import { type RunningServer, useServer } from './running-server.ts'

const keys = { key: 'local-key', secret: 'local-secret' }

const test = base.extend<{ venue: VenueServer; hedged: RunningServer }>({
  venue: async ({ browserName: _ }, use) => {
    const venue = new VenueServer({
      keys,
      symbols: { BTCUSDT: { step: '0.001', minimum: '0.001', most: '100' } },
      priceOf: () => ({ bid: '60000', ask: '60010' }),
    })
    await use(venue)
    await venue.close()
  },
  hedged: async ({ venue }, use) => {
    const port = await venue.listen(0)
    const folder = mkdtempSync(join(tmpdir(), 'candor-hedging-'))
    const file = join(folder, 'hedging.json')
    const sizes = { step: '0.001', minimum: '0.001', most: '100', backlog: '1000000' }
    writeFileSync(
      file,
      JSON.stringify({
        venue: { kind: 'binance', url: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` },
        markets: [{ code: 'BTCUSDT', symbol: 'BTCUSDT', ...sizes }],
      }),
    )
    const env = { HEDGING_FILE: file, HEDGING_KEY: keys.key, HEDGING_SECRET: keys.secret }
    await useServer(use, { env })
    rmSync(folder, { recursive: true, force: true })
  },
})

test('I16.3: what customers hold beyond a limit of two people is hedged, and operators see it and stop it @one-size', async ({
  browser,
  hedged: server,
  venue,
}) => {
  const { user, token } = await openAccount(server)
  await creditAccount(server.dataDir, user.id, 90_000)
  const real = { Authorization: token, virtually: 'YES' }
  await call(server, '/swx/customer/user/understanding', { leverage: 'b', stopOut: 'c', gap: 'a' }, real)
  const trade = (lots: string, direction = 'buy') =>
    fetch(new URL('/swx/customer/order/buyContract', server.url), {
      method: 'POST',
      headers: { ...real, 'content-type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({ code: 'BTCUSDT', direction, lots, leverage: 2, protected: false }),
    }).then((response) => response.json() as Promise<{ code: number; result: unknown }>)

  const risk = await openConsole(browser, server, 'risk')
  await pageLink(risk, 'Hedging').click()
  const row = risk.getByRole('table', { name: 'Hedged markets' }).getByRole('row', { name: /^BTCUSDT/ })
  await expect(row).toContainText('no limit: all is kept')
  await pageLink(risk, 'Exposure').click()
  await risk.getByRole('button', { name: 'Limit a market …' }).click()
  const limit = risk.getByRole('dialog', { name: 'Limit a market' })
  await limit.getByRole('combobox', { name: 'Market' }).click()
  await risk.getByRole('option', { name: /^BTCUSDT/ }).click()
  await limit.getByLabel('Largest net position, USDT').fill('0')
  await limit.getByLabel('Reason').fill('all of it goes to the venue')
  await limit.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(risk.getByText('no limit → 0 USDT')).toBeVisible()
  const finance = await openConsole(browser, server, 'finance')
  await finance.goto(risk.url())
  await finance.getByRole('button', { name: 'Approve' }).click()
  await expect(finance.getByText('approved', { exact: true }).first()).toBeVisible()

  await pageLink(risk, 'Hedging').click()
  await expect(row).toContainText('hedged')
  await expect(row).toContainText('agrees')
  await expect.poll(async () => (await trade('0.2')).code).toBe(20004)
  await expect.poll(() => venue.account.position('BTCUSDT')).toBe(20_000_000n)
  await expect(row).toContainText('none')
  const orders = risk.getByRole('table', { name: 'Orders at the venue' })
  await expect(orders.getByRole('row', { name: /BTCUSDT buy 0.2 filled 0.2 at 60010/ })).toBeVisible()

  await row.getByRole('button', { name: 'Stop hedging BTCUSDT' }).click()
  const dialog = risk.getByRole('dialog', { name: 'Stop hedging BTCUSDT' })
  await dialog.getByLabel('Reason').fill('the venue is slow')
  await dialog.getByRole('button', { name: 'Stop hedging' }).click()
  await expect(row).toContainText('stopped: the venue is slow')
  await expect.poll(async () => (await trade('0.001')).code).toBe(10015)
  await row.getByRole('button', { name: 'Resume hedging BTCUSDT' }).click()
  const resumption = risk.getByRole('dialog', { name: 'Resume hedging BTCUSDT' })
  await resumption.getByLabel('Reason').fill('fast again')
  await resumption.getByRole('button', { name: 'Resume hedging' }).click()
  await expect(row).not.toContainText('stopped')
  await expect.poll(async () => (await trade('0.1', 'sell')).code).toBe(20004)
  await expect.poll(() => venue.account.position('BTCUSDT')).toBe(10_000_000n)
})
