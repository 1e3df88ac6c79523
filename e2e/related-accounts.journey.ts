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
  await row.getByRole('link', { name: other.userName }).click()
  await expect(desk.getByRole('heading', { name: other.userName })).toBeVisible()
  await desk.context().close()
})
