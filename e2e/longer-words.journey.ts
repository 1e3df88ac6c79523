import { languageCodes, languages } from '@candor/texts/languages.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { lengthenTexts, longer, pseudoScript } from './pseudo-texts.ts'

const everySize = process.env.CANDOR_EVERY_SIZE === '1'
/** 640 is a window of 1280 px at 200 % zoom. */
const widths = [320, 390, 640, 768, 1024, 1440, 2560]
const few = ['/', '/market', '/profile', '/loan', '/profile/settings']
const others = [
  '/cruuency',
  '/trading',
  '/nfts',
  '/nfts/mine',
  '/nfts/charity',
  '/profile/balance',
  '/profile/identity',
  '/profile/orders',
  '/profile/invite',
  '/profile/notification',
  '/help',
  '/help/faq',
  '/help/fees',
  '/help/support',
  '/introduction',
  '/adv/vip',
  '/bank/bind',
  '/liabilities',
  '/execution',
  '/status',
]

// A service worker would fetch the scripts past the journey.
test.use({ serviceWorkers: 'block' })

/** Sizes at which a page is wider than the screen, and by how much. */
async function overflows(page: Page, path: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const wider = await page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done(document.documentElement.scrollWidth - document.documentElement.clientWidth))))`,
    )
    if (Number(wider) > 0) found.push(`${path} at ${width} px: ${wider} px wider than the screen`)
  }
  return found
}

/** Visits a page and waits for its heading: before it there is only a page's placeholder. */
async function visitWhole(page: Page, visit: (path: string) => Promise<void>, path: string): Promise<void> {
  await page.evaluate(`document.querySelector('main h1')?.setAttribute('data-before', '')`)
  await visit(path)
  await expect(page.locator('main h1:not([data-before])').first(), path).toBeAttached()
}

test('words 40 % longer fit on every page, from 320 to 2560 px and at 200 % zoom, in both directions', {
  tag: ['@one-size', '@release'],
}, async ({ page, customer, visit }) => {
  expect(customer.token).not.toBe('')
  await lengthenTexts(page)
  const found: string[] = []
  for (const language of ['en', 'ar'] as const) {
    await page.addInitScript(`localStorage.setItem('language', '${language}')`)
    await visit('/help')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', languages[language].direction)
    for (const path of everySize ? [...few, ...others] : few) {
      await visitWhole(page, visit, path)
      const words = await page.locator('main').innerText()
      expect(words, 'the texts are the longer ones').toMatch(language === 'en' ? /éé|áá|óó/i : /ــ/)
      found.push(...(await overflows(page, `${language} ${path}`)))
    }
  }
  expect(found).toEqual([])
})

// `npm run test:e2e:every-size`: minutes for what the longer words above show of most pages.
if (everySize) {
  test('each of the ten languages fits on every page at every size', async ({ page, customer, visit }) => {
    expect(customer.token).not.toBe('')
    const found: string[] = []
    for (const language of languageCodes) {
      await page.addInitScript(`localStorage.setItem('language', '${language}')`)
      await visit('/help')
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', languages[language].tag)
      for (const path of [...few, ...others]) {
        await visitWhole(page, visit, path)
        await page.waitForLoadState('networkidle')
        found.push(...(await overflows(page, `${language} ${path}`)))
      }
    }
    expect(found).toEqual([])
  })
}

test('longer words have accents and stay whole; names of places and scripts without texts stay', {
  tag: '@one-size',
}, () => {
  expect(longer('Open order')).toBe('ÓÓpééñ óórdéér')
  expect(longer('أمر')).toBe('أمرــ')
  const script = 'const a=JSON.parse(`{"shell.a":["One ",["n","plural",{"other":["#"," days"]}]]}`)'
  expect(pseudoScript(script)).toBe(
    `const a=JSON.parse(${JSON.stringify('{"shell.a":["ÓÓñéé ",["n","plural",{"other":["#"," dááýs"]}]]}')})`,
  )
  expect(pseudoScript('JSON.parse(`{"b":1}`)')).toBe('JSON.parse(`{"b":1}`)')
})
