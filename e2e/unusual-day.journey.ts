import { withData } from '../apps/server/src/cli/open-data.ts'
import { temporaryDataDir } from '../apps/server/src/db/temporary-data-dir.ts'
import { test as base, expect, newPerson, skipBoard, t } from './journey.ts'
import { type RunningServer, startServer } from './running-server.ts'

// A real installation: a sandbox never asks for a calculation.
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({
        dataDir: temporaryDataDir('candor-journey-'),
        flags: ['--no-sandbox', '--host', '127.0.0.1'],
      })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

test('on a day with far more codes than usual a visitor signs up all the same: the browser does its calculation by itself', async ({
  page,
  server,
  visit,
}) => {
  await withData(server.dataDir, ({ db }) =>
    db.pool.query(`INSERT INTO limits_messages (day, kind, sent) VALUES ($1, 'mail', 1000)`, [
      new Date().toISOString().slice(0, 10),
    ]),
  )
  const person = newPerson()
  await skipBoard(page)
  await visit('/pass/register')
  await page.getByLabel(t('accounts.field.userName'), { exact: true }).fill(person.userName)
  await page.getByLabel(t('accounts.field.email'), { exact: true }).fill(person.email)
  const codes = page.waitForResponse(async (response) =>
    response.url().endsWith('/sendCode') ? (await response.text()).includes('"code":11052') : false,
  )
  await page.getByRole('button', { name: t('accounts.code.send') }).click()
  await codes
  await page.getByLabel(t('accounts.field.code'), { exact: true }).fill(await server.mailedCode(person.email))
  await page.getByLabel(t('accounts.field.password'), { exact: true }).fill(person.password)
  await page.getByLabel(t('signin.consent.label')).check()
  // Where accounts are closed is said at the field.
  const country = page.getByLabel(t('accounts.field.country'), { exact: true })
  const choose = async (name: string) => {
    await country.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('North Korea')
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.problem.countryClosed'))).toBeVisible()
  await choose('Switzerland')
  await page.getByRole('button', { name: t('accounts.register.act') }).click()
  await expect(page.getByText(t('accounts.register.done'))).toBeVisible()
})
