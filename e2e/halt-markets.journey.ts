import { expect, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
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
