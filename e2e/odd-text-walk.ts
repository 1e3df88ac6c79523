import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { oddTexts } from '../apps/server/src/system-tests/fuzz/odd-texts.ts'

/** Every address of an app's own table that needs nothing behind it. */
export function pathsIn(app: 'web' | 'console'): string[] {
  const [file, address] =
    app === 'web'
      ? ['web/src/shell/routes.tsx', /\broute\(\s*'([^':]+)'/g]
      : ['console/src/shell/pages.tsx', /(?:\bpath: |\bqueue\()'(\/?[^':]+)'/g]
  const table = readFileSync(join(import.meta.dirname, '../apps', file), 'utf8')
  return [...table.matchAll(address)].map(([, path = '']) => (path.startsWith('/') ? path : `/${path}`))
}

/** Runs before every page: what an odd text calls, and what the policy stops. */
const hook = `
  globalThis.ranNumbers = []
  globalThis.ran = (number) => globalThis.ranNumbers.push('ran ' + number)
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    globalThis.ranNumbers.push('stopped: ' + [violatedDirective, blockedURI, sample].join(' ')), true)
`

/** Traces of a text that became more than a text: a call, an element, an address; and everything that a reader sees. */
const traces = `({
  ran: globalThis.ranNumbers,
  elements: [...document.querySelectorAll('[id^="xss-"]')].map((one) => one.id),
  addresses: ['href', 'src', 'action', 'formaction', 'srcdoc', 'data', 'style']
    .flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map((one) => one.getAttribute(name)))
    .filter((value) => /^\\s*(javascript|data:text|vbscript)|^(?!#\\/).*xss-\\d/i.test(value)),
  text: [
    document.body.innerText,
    ...[...document.querySelectorAll('input, textarea, option')].map((one) => one.value),
    ...[...document.querySelectorAll('[title], [alt], [aria-label], [placeholder]')].flatMap((one) =>
      ['title', 'alt', 'aria-label', 'placeholder'].map((name) => one.getAttribute(name) ?? '')),
  ].join(' '),
})`
interface Traces {
  readonly ran: readonly string[]
  readonly elements: readonly string[]
  readonly addresses: readonly string[]
  readonly text: string
}

/** An article may show pictures that its own server has (ADR-111). */
const picturesOfArticles = /^\/xss-\d+$/
const neverMatches = /(?!)/

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const plainTexts = oddTexts.map(plain)

/** Walks an app's addresses and those that its pages link to, one of a kind, and looks on each for odd texts that are more than texts. */
export class OddTextWalk {
  /** Everything that a text ran, made or asked for, with the page where it did. */
  readonly traces: string[] = []
  /** Numbers of the texts that were read on some page as they were written. */
  readonly shown = new Set<number>()
  /** Pages, with the number of texts that each showed, also cut ones. */
  readonly pages = new Map<string, number>()
  private readonly page: Page
  private readonly home: string

  constructor(page: Page, home: string) {
    this.page = page
    this.home = home
    page.on('dialog', (dialog) => {
      this.traces.push(`${page.url()}: a dialog`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      const { host, pathname } = new URL(request.url())
      // A call of the app itself may name what it looks for.
      if (/xss-\d/.test(host + pathname) && !/^\/(swx|ops)\//.test(pathname))
        this.traces.push(`${page.url()}: asked for ${request.url()}`)
    })
    page.on('pageerror', ({ message }) => this.traces.push(`${page.url()}: ${message}`))
  }

  async through(paths: readonly string[]): Promise<void> {
    const kindOf = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\?.*/, '')
    const kinds = new Set(paths.map(kindOf))
    const waiting = [...paths]
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      for (const link of await this.look(path)) {
        if (kinds.has(kindOf(link))) continue
        kinds.add(kindOf(link))
        waiting.push(link)
      }
  }

  /** Keeps what is found; answers the addresses that the page links to. */
  async look(path: string): Promise<string[]> {
    const { page } = this
    await page.goto(`${this.home}#${path}`)
    await expect(page.locator('main').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true], main [role=status][aria-label]')).toHaveCount(0)
    await this.read(path)
    const links = page.locator('main a[href^="#/"]')
    return links.evaluateAll((found) => found.map((link) => link.getAttribute('href')?.slice(1) ?? '/'))
  }

  /** Figures of the walk, in words. */
  summary(): string {
    const showing = [...this.pages.values()].filter((texts) => texts > 0).length
    return `${this.pages.size} pages of ${this.home}, ${showing} of them with odd texts: ${this.shown.size} read whole, ${this.traces.length} more than texts`
  }

  /** Reads the page as it stands. */
  async read(name: string): Promise<void> {
    const { ran, elements, addresses, text } = (await this.page.evaluate(traces)) as Traces
    const pictures = /^\/(detail|content)\b/.test(name) ? picturesOfArticles : neverMatches
    const others = addresses.filter((address) => !pictures.test(address))
    for (const trace of [...ran, ...elements, ...others]) this.traces.push(`${name}: ${trace}`)
    const read = plain(text)
    const marks = [...read.matchAll(/xss-(\d+)/g)].map(([, number]) => Number(number))
    for (const [number, one] of plainTexts.entries()) if (read.includes(one)) this.shown.add(number)
    this.pages.set(name, new Set(marks).size)
  }
}

/** A page on which every text that runs leaves a trace. With `lax` the policy lets every script run: what is left is how texts are written into the page. */
export async function openHookedPage(browser: Browser, { lax }: { readonly lax: boolean }): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: lax, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(hook)
  return context.newPage()
}
