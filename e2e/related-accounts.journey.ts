import { expect, openAccount, test } from './journey.ts'
import { claimByKeys, openConsole, pageLink } from './operators.ts'
import { submitIdentity } from './verify-identity.ts'

test('I16.8: a reviewer who holds an identity check reads which other account is of the same person, and opens it', {
  tag: '@one-size',
}, async ({ server, customer, browser }) => {
  const other = await openAccount(server)
  await submitIdentity(server, customer)
  await submitIdentity(server, other)
  const desk = await openConsole(browser, server, 'reviewer')
  await pageLink(desk, /^Identity/).click()
  await claimByKeys(desk, customer.userName)
  const row = desk.getByRole('table', { name: 'Related accounts' }).getByRole('row').filter({
    hasText: other.userName,
  })
  for (const words of ['Name and date of birth', 'Phone', 'Home address'])
    await expect(row.getByText(words, { exact: true })).toBeVisible()
  // On a narrow screen the case has the page to itself, with a way back to the list.
  await desk.setViewportSize({ width: 320, height: 800 })
  const card = desk.getByRole('list', { name: 'Related accounts' }).getByRole('listitem').filter({
    hasText: other.userName,
  })
  await expect(card.getByText('Phone', { exact: true })).toBeVisible()
  const waiting = desk.getByRole('region', { name: 'Identity' })
  await expect(waiting).toBeHidden()
  await desk.getByRole('region', { name: 'Case' }).getByRole('link', { name: 'Identity' }).click()
  await expect(waiting).toBeVisible()
  await waiting.getByRole('button').filter({ hasText: customer.userName }).click()
  await desk.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('link', { name: other.userName }).click()
  await expect(desk.getByRole('heading', { name: other.userName })).toBeVisible()
  await desk.context().close()
})
