import { beSignedIn, expect, openAccount, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import { placeOrder } from './place-order.ts'
import { startServer } from './running-server.ts'

test('I16.10: all stocks are halted at once, found among those that are not tradable, and resumed together', async ({
  browser,
}) => {
  const server = await startServer()
  const risk = await openConsole(browser, server, 'risk')
  await pageLink(risk, 'Markets').click()
  const prices = risk.getByRole('table', { name: 'Prices', exact: true })
  await expect(prices.getByRole('row', { name: /^BTCUSDT/ })).toContainText('simulated')
  await risk.getByRole('searchbox', { name: 'Search markets' }).fill('tesla')
  await expect(prices.getByRole('row')).toHaveCount(2)

  await risk.getByRole('button', { name: 'Halt trading …' }).click()
  const dialog = risk.getByRole('dialog', { name: 'Halt trading' })
  await dialog.getByRole('combobox', { name: 'Market' }).click()
  await risk.getByRole('option', { name: /^Stocks \(\d+\)/ }).click()
  await dialog.getByLabel('Note').fill('the feed fails')
  await dialog.getByRole('button', { name: /^Halt \d+ markets now$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(prices.getByRole('row', { name: /^TSLA/ })).toContainText('halted')

  await risk.getByRole('searchbox', { name: 'Search markets' }).fill('')
  await risk.getByRole('radio', { name: /^Not tradable/ }).check({ force: true })
  await expect(prices.getByRole('row', { name: /^EURUSD/ })).toHaveCount(0)
  await risk.getByRole('button', { name: 'Resume several …' }).click()
  const resume = risk.getByRole('dialog', { name: 'Resume trading' })
  await resume.getByLabel('Note').fill('the feed is back')
  await resume.getByRole('button', { name: /^Resume \d+ markets$/ }).click()
  await expect(resume).toHaveCount(0)
  await expect(risk.getByText('Every market that is open can be traded.')).toBeVisible()
  await server.dispose()
})

test('I16.10: EURTRY is proposed, refused without USDTRY, approved by a second person, and traded by a customer', async ({
  browser,
}) => {
  const server = await startServer()
  const [risk, admin] = [
    await openConsole(browser, server, 'risk'),
    await openConsole(browser, server, 'admin'),
  ]
  await pageLink(risk, 'Markets').click()
  const dialog = risk.getByRole('dialog', { name: 'Add a market' })
  const fill = async (base: string, name: string, price: string) => {
    await risk.getByRole('button', { name: 'Add a market …' }).click()
    await dialog.getByLabel('Base currency or coin').fill(base)
    await dialog.getByLabel('Quote currency').fill('TRY')
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Start price').fill(price)
    await dialog.getByLabel('Simulated spread').fill('0.02')
    await dialog.getByLabel('Sessions').fill('')
    await dialog.getByLabel('Reason', { exact: true }).fill('our customers asked for it')
  }
  const submit = () => dialog.getByRole('button', { name: 'Submit for approval' }).click()
  // Two people walk the proposal `markets.instrument`.
  const approve = async (shown: RegExp) => {
    await expect(dialog).toHaveCount(0)
    await pageLink(admin, /^Four eyes/).click()
    await admin.reload()
    await admin.getByRole('link', { name: shown }).first().click()
    await admin.getByRole('button', { name: 'Approve and apply' }).click()
    await expect(admin.getByText('Approved and applied.').first()).toBeVisible()
    await pageLink(risk, 'Markets').click()
  }

  await fill('EUR', 'Euro / Turkish Lira', '48.5')
  await dialog.getByLabel('Sessions').fill('Mon-Fri 10:00-18:00')
  await dialog.getByRole('button', { name: 'Preview seven days' }).click()
  // Five sessions, and a sixth while one is under way.
  await expect(dialog.getByRole('list', { name: 'Open in the next seven days' })).toContainText('–')
  await submit()
  await expect(dialog.getByText(/add one of TRYUSD, USDTRY, TRYUSDT first/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await fill('USD', 'US Dollar / Turkish Lira', '42')
  await submit()
  await approve(/^Add the market USDTRY/)
  await fill('EUR', 'Euro / Turkish Lira', '48.5')
  await dialog.getByLabel('Names in other languages').fill('de: Euro / Türkische Lira')
  await submit()
  await approve(/^Add the market EURTRY/)
  const prices = risk.getByRole('table', { name: 'Prices', exact: true })
  await expect(prices.getByRole('row', { name: /^EURTRY/ })).toContainText('open')
  await expect(risk.getByRole('table', { name: 'Markets you offer' })).toContainText('added')

  const customer = await openAccount(server)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await beSignedIn(page, customer)
  const { orderNo } = await placeOrder(server, customer, { code: 'EURTRY', leverage: 10 })
  await page.goto(`${server.url}/#/market?code=EURTRY`)
  await expect(page.getByText('Euro / Turkish Lira').first()).toBeVisible()
  await expect(
    page
      .getByText(orderNo)
      .or(page.getByRole('row', { name: /EURTRY/ }))
      .first(),
  ).toBeVisible()
  await server.dispose()
})
