import { readFile } from 'node:fs/promises'
import { creditAccount } from './credit-account.ts'
import { beSignedIn, expect, openAccount, t, test, useRealAccount } from './journey.ts'

test('a customer finds their balance in the published sum, takes it home, and reads how the house does', async ({
  page,
  server,
  visit,
}) => {
  const [me, other] = [await openAccount(server), await openAccount(server)]
  await creditAccount(server.dataDir, me.user.id, 1_234)
  await creditAccount(server.dataDir, other.user.id, 50)
  await server.candor('clock', 'advance', '24h')
  await beSignedIn(page, me)
  await useRealAccount(page)

  // The browser itself follows the balance to the published sum.
  const published = async () => {
    const response = await fetch(`${server.url}/swx/customer/index/liabilities/latest`)
    const { result } = (await response.json()) as {
      result: { proof: { document: { assets: { asset: string; customers: number }[] } } } | null
    }
    return result?.proof.document.assets.find(({ asset }) => asset === 'USDT')?.customers ?? 0
  }
  await expect.poll(published).toBeGreaterThanOrEqual(2)
  await visit('/liabilities')
  await expect(page.getByText(t('proof.own.included'))).toBeVisible()
  await expect(page.getByText(/1,234\.00/).first()).toBeVisible()
  await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()
  await expect(page.getByText(t('proof.places.none'))).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('proof.download.own') }).click(),
  ])
  const proof = JSON.parse(await readFile(await download.path(), 'utf8')) as { leaves: { amount: string }[] }
  expect(proof.leaves.map(({ amount }) => amount)).toEqual(['1234.000000'])

  // What anybody may read of the house.
  await visit('/status')
  await expect(page.getByRole('heading', { name: t('status.withdrawals') })).toBeVisible()
  await expect(page.getByText(t('status.feeds.fresh')).first()).toBeVisible()
  await expect(page.getByText(t('status.losing.fewText'))).toBeVisible()

  // Everything there is about a person, in one file, once they have shown that it is them.
  await visit('/profile/settings')
  await page.getByRole('button', { name: t('trust.data.export.act') }).click()
  const proofDialog = page.getByRole('dialog', { name: t('signin.proof.title') })
  await proofDialog.getByLabel(t('accounts.field.password'), { exact: true }).fill(me.password)
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    proofDialog.getByRole('button', { name: t('signin.proof.act') }).click(),
  ])
  expect((await readFile(await all.path())).subarray(0, 2).toString()).toBe('PK')
  await page.getByRole('button', { name: t('trust.data.export.act') }).click()
  await expect(page.getByText(t('codes.11002')).first()).toBeVisible()

  // A key for a program: shown once, it reads, and once taken away it opens nothing.
  await page.getByRole('button', { name: t('accounts.api.make') }).click()
  await page.getByRole('dialog').getByLabel(t('accounts.api.name')).fill('my program')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('accounts.api.make') })
    .click()
  const key = await page.getByText(/^candor_[\w-]{43}$/).textContent()
  const status = async () => {
    const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' }
    const path = `${server.url}/swx/customer/user/getUserInfo`
    return (await (await fetch(path, { method: 'POST', headers, body: '{}' })).json()) as { code: number }
  }
  expect((await status()).code).toBe(200)
  await page.getByRole('button', { name: t('accounts.api.done') }).click()
  await expect(page.getByText('my program')).toBeVisible()
  await page.getByRole('button', { name: t('accounts.api.revoke') }).click()
  await expect(page.getByText(t('accounts.api.none'))).toBeVisible()
  expect((await status()).code).toBe(401)
  await page.goto(`${server.url}/docs`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
