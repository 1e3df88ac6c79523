import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findViolations } from './accessibility.ts'
import { countScript, firstVisits } from './first-visit.ts'
import { beSignedIn, demoAmount, expect, openAccount, skipBoard, t, test } from './journey.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Queries an address needs behind it to show something. */
const queries: Readonly<Record<string, string>> = {
  '/cruuency': '?code=EURUSD&type=1&id=fx-eurusd',
  '/detail': '?id=about',
  '/adv/detail': '?id=adv-practice',
}
/** Every route of the app’s own table but those of one order, plan, loan or receipt. */
const routes = [
  ...readFileSync(join(root, 'apps/web/src/shell/routes.tsx'), 'utf8').matchAll(/\broute\(\s*'([^':]+)'/g),
].map(([, path = '']) => path + (queries[path] ?? ''))

// One in each layout: all four are opened at every size.
for (const [scheme, language, tag] of [
  ['light', 'en', '@one-size'],
  ['dark', 'ar', '@phone-size'],
] as const) {
  test(`every route opens and axe finds nothing on it (${scheme}, ${language})`, { tag }, async ({
    page,
    server,
    visit,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await beSignedIn(page, await openAccount(server))
    await page.addInitScript(`localStorage.setItem('language', '${language}')`)
    expect(routes.length).toBeGreaterThan(25)
    const found: string[] = []
    for (const route of routes) {
      // The page before stays while the next one loads: its heading must not be taken for the new one's.
      await page.evaluate(
        `document.querySelector('main')?.querySelectorAll('h1').forEach((it) => it.setAttribute('data-before', ''))`,
      )
      await visit(route)
      await expect(page.locator('main h1:not([data-before])').first(), route).toBeAttached()
      found.push(...(await findViolations(page)).map((violation) => `${route}: ${violation}`))
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (Number(wider) > 0) found.push(`${route}: ${wider} px wider than the screen`)
    }
    expect(found).toEqual([])
  })
}

test('an unknown path leads home', { tag: '@one-size' }, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/no/such/page')
  await expect(page).toHaveURL(/#\/$/)
})

test('an address typed without its # leads to its page, and one that is none to a page with a way home', {
  tag: ['@one-size', '@release'],
}, async ({ page, server }) => {
  await skipBoard(page)
  await page.goto(`${server.url}/help/fees`)
  await expect(page).toHaveURL(/\/#\/help\/fees$/)
  await expect(page.locator('main h1')).toHaveText(t('shell.page.fees'))
  await page.goto(`${server.url}/no/such/page`)
  await expect(page.locator('main h1')).toHaveText(t('shell.notFound.title'))
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: t('shell.notFound.home') }).click()
  await expect(page.locator('main h1')).toHaveText(t('home.headline'))
})

test('in Arabic the whole page reads from right to left, and the choice is remembered', {
  tag: '@one-size',
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/profile/settings')
  await page.locator('main').getByLabel(t('accounts.settings.language')).first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(await findViolations(page), 'an open list').toEqual([])
  await page.getByRole('option', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await visit('/market?code=BTCUSDT')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('switching to the real account is asked first and told after', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await visit('/profile/settings')
  await page
    .getByRole('button', { name: t('shell.mode.label', { mode: t('shell.mode.demo') }) })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.mode.toReal.act') })
    .click()
  await expect(page.getByText(t('shell.mode.switchedToReal'))).toBeVisible()
  await visit('/profile')
  await expect(page.locator('main')).toContainText('0.00')
})

test('for who wants no motion every change is there at once: nothing is transitioned', {
  tag: '@one-size',
}, async ({ page, server }) => {
  await page.goto(`${server.url}/#/market?code=BTCUSDT`)
  await expect(page.locator('main')).toBeVisible()
  const transitioned = await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')]
       .filter((each) => getComputedStyle(each).transitionDuration.split(', ').some((one) => one !== '0s'))
       .map((each) => each.outerHTML.slice(0, 80))`,
  )
  expect(transitioned).toEqual([])
})

test('the first visit on a phone shows the board, once a session', { tag: '@only-phone' }, async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/`)
  await page.getByRole('button', { name: t('shell.board.skip') }).click()
  await expect(page.locator('main')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: t('shell.board.skip') })).toHaveCount(0)
})

for (const [path, headline] of [
  ['/', 'home.headline'],
  ['/pass/register', 'accounts.register.title'],
  ['/pass/login', 'accounts.login.title'],
] as const) {
  test(`a first visit of ${path} sees its headline before the program is here`, async ({ page, server }) => {
    let send = (): void => undefined
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route(/\/assets\/.*\.js$/, (route) => held.then(() => route.continue()))
    await skipBoard(page)
    // Nothing is loaded before the program is let through.
    await page.goto(`${server.url}/#${path}`, { waitUntil: 'commit' })
    const drawn = page.locator('#first-paint [data-first]')
    await expect(drawn).toHaveText(t(headline))
    await expect(page.locator('#first-paint')).toContainText(t('shell.sandbox'))
    if (path !== '/pass/login') await expect(page.locator('#first-paint')).toContainText(demoAmount)
    const before = await drawn.boundingBox()
    send()
    await expect(page.locator('#first-paint')).toHaveCount(0)
    const real = page.locator('main h1')
    await expect(real).toHaveText(t(headline))
    const after = await real.boundingBox()
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThanOrEqual(1)
    // Beside home's headline on wide screens stand figures, which it is centred against.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(path === '/' ? 24 : 1)
  })
}

for (const { name, path, scriptGoalKb } of firstVisits) {
  test(`a first visit of the ${name} loads little script`, { tag: '@only-desktop' }, async ({
    page,
    server,
  }) => {
    const scriptKb = await countScript(page)
    await page.goto(server.url + path)
    expect(await scriptKb()).toBeLessThanOrEqual(scriptGoalKb)
  })
}
