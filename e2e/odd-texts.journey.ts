import { enterAll } from '../apps/server/src/system-tests/fuzz/enter-texts.ts'
import { clientOf } from '../apps/server/src/system-tests/fuzz/fuzz-process.ts'
import { oddTexts } from '../apps/server/src/system-tests/fuzz/odd-texts.ts'
import { signInOperator } from '../apps/server/src/testing/test-operators.ts'
import { beSignedIn, expect, openAccount, test } from './journey.ts'
import { OddTextWalk, openHookedPage } from './odd-text-walk.ts'
import { signInToConsole } from './operators.ts'

test('I12.Fc: five hundred texts that would run are read as they were written, by the customer and in the console', async ({
  browser,
  server,
}) => {
  expect(oddTexts.length).toBeGreaterThanOrEqual(500)
  const customer = await openAccount(server)
  const app = clientOf(server, server.dataDir)
  const operator = await signInOperator(app, 'admin')
  await enterAll(app, { id: customer.user.id, token: customer.token }, operator).finally(() => app.db.close())

  const page = await openHookedPage(browser, { lax: true })
  await beSignedIn(page, customer)
  const web = new OddTextWalk(page, `${server.url}/`)
  await web.look('/help/support')
  await page.context().close()

  const desk = await openHookedPage(browser, { lax: true })
  await signInToConsole(desk, server, 'admin')
  const console = new OddTextWalk(desk, `${server.url}/console/`)
  await console.look(`/support/${customer.user.id}`)
  await desk.context().close()

  expect([...web.traces, ...console.traces]).toEqual([])
  expect([web.shown.size, console.shown.size]).toEqual([oddTexts.length, oddTexts.length])
})
