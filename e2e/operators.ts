import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import type { RunningServer } from './running-server.ts'

type Role = 'reviewer' | 'finance' | 'content' | 'risk' | 'admin'

/** The console in a browser of its own, signed in with the sandbox's sample operator of this role. Close its context at the end. */
export async function openConsole(browser: Browser, server: RunningServer, role: Role): Promise<Page> {
  const email = `${role}@sandbox.example`
  const password = await passwordOf(server, email)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/console/`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const code = (await server.candor('operator', 'code', '--email', email)).trim()
  await page.getByLabel('Code of your second factor').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible()
  return page
}

/** The file is written right after the server said where it is. */
export async function passwordOf(server: RunningServer, email: string): Promise<string> {
  const file = join(server.dataDir, 'operators.txt')
  let found: string | undefined
  await expect
    .poll(async () => {
      const text = await readFile(file, 'utf8').catch(() => '')
      const line = text.split('\n').find((one) => one.startsWith(email))
      found = /password (\S+)/.exec(line ?? '')?.[1]
      return found
    })
    .toBeDefined()
  return found ?? ''
}
