import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LanguageCode, languageCodes, languages } from '@candor/texts/languages.ts'
import type { Page } from '@playwright/test'
import { expect, isPhone, skipBoard, t, test } from './journey.ts'

const texts = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/texts/src')
const pages = ['/', '/market', '/profile', '/profile/settings']

async function catalog(language: LanguageCode): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const file of (await readdir(join(texts, language))).filter((name) => name.endsWith('.json'))) {
    const entries = Object.entries(JSON.parse(await readFile(join(texts, language, file), 'utf8')) as object)
    for (const [key, text] of entries) all.set(`${file}.${key}`, String(text))
  }
  return all
}

/** English texts that this language says otherwise, everywhere: one of them on a page was left untranslated. */
async function englishOnly(language: LanguageCode): Promise<Set<string>> {
  const [english, own] = await Promise.all([catalog('en'), catalog(language)])
  const texts = new Set(own.values())
  return new Set([...english.values()].filter((text) => /[a-z]{3}/.test(text) && !texts.has(text)))
}

/** A page where a value to copy stands beside its name: the widest lines a phone has to hold. */
async function pageOfAWork(url: string): Promise<string> {
  const artworks = await fetch(`${url}/swx/customer/index/listNft`, { headers: { lang: 'en' } })
  const { result } = (await artworks.json()) as { result: { items: readonly { id: string }[] } }
  return `/nfts/works/${result.items[0]?.id}`
}

/** Left to right, long words, right to left, no spaces: what goes wrong in a language goes wrong in one of these first. */
const first: readonly LanguageCode[] = ['en', 'de', 'ar', 'zh']

const others = languageCodes.filter((code) => !first.includes(code))

test('home, market, account and settings are whole in four languages: nothing is left in English, and nothing is wider than the screen', {
  tag: '@phone-size',
}, async ({ page, server, customer, visit }) => {
  expect(customer.token).not.toBe('')
  expect(await faultsIn(first, page, server.url, visit)).toEqual([])
})

test('home, market, account and settings are whole in the other six languages', {
  tag: ['@phone-size', '@release'],
}, async ({ page, server, customer, visit }) => {
  expect(customer.token).not.toBe('')
  expect(await faultsIn(others, page, server.url, visit)).toEqual([])
})

/** Shows the pages in each language; gives the lines in English and the pages wider than the screen. */
async function faultsIn(
  walked: readonly LanguageCode[],
  page: Page,
  url: string,
  visit: (path: string) => Promise<void>,
): Promise<readonly string[]> {
  const found: string[] = []
  const shown = isPhone(page) ? [...pages, await pageOfAWork(url)] : pages
  await visit('/profile/settings')
  for (const language of walked) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', languages[language].tag)
    const english = language === 'en' ? new Set<string>() : await englishOnly(language)
    for (const path of shown) {
      await page.evaluate(`document.querySelector('main h1')?.setAttribute('data-before', '')`)
      await visit(path)
      await expect(page.locator('main h1:not([data-before])').first(), `${language} ${path}`).toBeAttached()
      const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
      found.push(...lines.filter((line) => english.has(line)).map((line) => `${language} ${path}: ${line}`))
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (Number(wider) > 0) found.push(`${language} ${path}: ${wider} px wider than the screen`)
    }
    await page.evaluate(`document.querySelector('main h1')?.removeAttribute('data-before')`)
  }
  return found
}

test('a language and a theme chosen on one device are there after signing in on another', {
  tag: ['@one-size', '@task', '@release'],
}, async ({ page, server, customer, visit, browser }) => {
  await visit('/profile/settings')
  const main = page.locator('main')
  const saved = () =>
    page.waitForResponse((response) => response.url().endsWith('/settings') && response.ok())
  const theme = saved()
  await main
    .getByRole('radiogroup', { name: t('accounts.settings.theme') })
    .locator('label')
    .last()
    .click()
  await theme
  const language = saved()
  await main.getByLabel(t('accounts.settings.language')).first().click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await language
  const elsewhere = await browser.newContext({ locale: 'en-GB' })
  try {
    const other = await elsewhere.newPage()
    await skipBoard(other)
    await other.goto(`${server.url}/#/pass/login`)
    await other.getByLabel(t('accounts.field.account'), { exact: true }).fill(customer.userName)
    await other.getByLabel(t('accounts.field.password'), { exact: true }).fill(customer.password)
    await other
      .getByRole('button', { name: t('accounts.login.act'), exact: true })
      .last()
      .click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'de')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'ink')
  } finally {
    await elsewhere.close()
  }
})
