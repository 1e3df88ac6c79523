import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { beSignedIn, openAccount } from './journey.ts'
import { startServer } from './running-server.ts'

/** Takes a picture of each page of a sandbox in one language. Returns the pictures' file names by place. */
export async function takeScreens(
  language: string,
  routes: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  await mkdir(folder, { recursive: true })
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await beSignedIn(page, await openAccount(server))
    await page.addInitScript(`localStorage.setItem('language', '${language}')`)
    const taken = new Map<string, string>()
    for (const route of routes) {
      const name = `${language}${route.replaceAll('/', '-')}.png`
      await takeScreen(page, `${server.url}/#${route}`, join(folder, name))
      taken.set(`page ${route}`, name)
    }
    return taken
  } finally {
    await browser.close()
    await server.dispose()
  }
}

async function takeScreen(page: Page, address: string, path: string): Promise<void> {
  await page.goto(address)
  await page.reload()
  await page.locator('main').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path, fullPage: true })
}
