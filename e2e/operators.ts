import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { watchCalls } from './refused-calls.ts'
import type { RunningServer } from './running-server.ts'

type Role = 'reviewer' | 'finance' | 'content' | 'risk' | 'admin'

/**
 * Opens the console in a browser context of its own, signed in as the sandbox's sample operator of this role. Close the context at
 * the end.
 */
export async function openConsole(browser: Browser, server: RunningServer, role: Role): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  watchCalls(page)
  await signInToConsole(page, server, role)
  return page
}

/** Signs in the sample operator of this role. */
export async function signInToConsole(page: Page, server: RunningServer, role: Role): Promise<void> {
  const { email, password, totp } = await sampleOperator(server, role)
  await page.goto(`${server.url}/console/`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Code from your authenticator app').fill(totp)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
}

/** The link to a page in the list at the side of the console; the dashboard links to some of them too. */
export const pageLink = (desk: Page, name: string | RegExp): Locator =>
  desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })

/** Opens and claims the first waiting case of a queue, by keyboard only, once it is in the list. */
export async function claimByKeys(desk: Page, summary: string): Promise<void> {
  // The queue refreshes every 15 s.
  await expect(desk.getByRole('button').filter({ hasText: summary }).first()).toBeVisible()
  await desk.keyboard.press('j')
  await expect(desk.getByRole('button', { name: 'Claim', exact: true })).toBeVisible()
  await desk.keyboard.press('c')
  await expect(desk.getByText(/^Claimed by you until/)).toBeVisible()
}

/** Makes a call of the operators' API; throws where it is refused. */
export type CallOps = <T>(path: string, body?: object) => Promise<T>

/** Signs in the sandbox's sample operator of this role over HTTP, for steps that a journey needs but does not test. */
export async function callOpsAs(server: RunningServer, role: Role): Promise<CallOps> {
  let cookie = ''
  const call: CallOps = async <T>(path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-candor-console': '1', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const reply = (await response.json()) as { code: number; result: T }
    if (reply.code !== 200) throw new Error(`${path} answered ${reply.code}`)
    return reply.result
  }
  await call('/ops/login', await sampleOperator(server, role))
  return call
}

/** Makes changes that need two people, each path with its proposal: finance proposes, an admin approves exactly that. */
export async function byTwo(
  server: RunningServer,
  changes: readonly (readonly [path: string, body: object])[],
): Promise<void> {
  await agree([await callOpsAs(server, 'finance'), await callOpsAs(server, 'admin')], changes)
}

/** The same by two who are signed in: a code of a second factor is good once. */
export async function agree(
  [finance, admin]: readonly [CallOps, CallOps],
  changes: readonly (readonly [path: string, body: object])[],
): Promise<void> {
  for (const [path, body] of changes) {
    const { id } = await finance<{ id: string }>(path, body)
    const { shownHash } = await admin<{ shownHash: string }>(`/ops/proposals/${id}`)
    await admin(`/ops/proposals/${id}/approve`, { shownHash })
  }
}

/** Gives the sample operator's current sign-in data for this role. */
export async function sampleOperator(
  server: RunningServer,
  role: Role,
): Promise<{ readonly email: string; readonly password: string; readonly totp: string }> {
  const email = `${role}@sandbox.example`
  const { password, secret } = await secretsOf(server, email)
  return { email, password, totp: await nextCode(server, secret) }
}

export const passwordOf = async (server: RunningServer, email: string): Promise<string> =>
  (await secretsOf(server, email)).password

/** The file is written right after the server has printed its path. */
async function secretsOf(
  server: RunningServer,
  email: string,
): Promise<{ readonly password: string; readonly secret: string }> {
  const file = join(server.dataDir, 'operators.txt')
  let found: { password: string; secret: string } | null = null
  await expect
    .poll(async () => {
      const text = await readFile(file, 'utf8').catch(() => '')
      const line = text.split('\n').find((one) => one.startsWith(email))
      const [, password, secret] = /password (\S+)\s+secret (\S+)/.exec(line ?? '') ?? []
      found = password === undefined || secret === undefined ? null : { password, secret }
      return found
    })
    .not.toBeNull()
  return found ?? { password: '', secret: '' }
}

const periodMs = 30_000
const lastStep = new Map<string, number>()

/**
 * Gives a code that was not used yet. A code is good once at each server, and servers share their secrets. The next one is accepted
 * early too, the one after it is waited for.
 */
export async function nextCode(server: RunningServer, secret: string): Promise<string> {
  const door = `${server.dataDir} ${secret}`
  const now = async () => Math.floor((await serverTime(server)) / periodMs)
  const step = Math.max(await now(), (lastStep.get(door) ?? 0) + 1)
  lastStep.set(door, step)
  await expect.poll(now).toBeGreaterThanOrEqual(step - 1)
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodMs / 1_000, digits: 6 })
  return totp.generate({ timestamp: step * periodMs })
}

/** Codes follow the server's clock, which a journey may have moved. */
async function serverTime(server: RunningServer): Promise<number> {
  const service = await fetch(`${server.url}/swx/customer/index/serviceRecord`, { headers: { lang: 'en' } })
  const { result } = (await service.json()) as { result: { at: string } }
  return Date.parse(result.at)
}
