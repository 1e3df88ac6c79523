import { translator } from '@candor/texts/server.ts'
import { test as base, expect, type Page } from '@playwright/test'
import { takeRefusedCalls, watchCalls } from './refused-calls.ts'
import { type RunningServer, useServer } from './running-server.ts'

/** The words of the pages, from the same files the pages take them from. */
export const t = translator('en')
/** Balance of a new demo account, as texts have it. */
export const demoAmount = '10,000 USDT'
export { expect }

export interface Customer {
  readonly userName: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly user: { readonly id: string; readonly inviteCode: string }
}

const password = 'three quiet words'
let born = 0

/** A new name and address, never used before in this run. */
export function newPerson(): {
  readonly userName: string
  readonly email: string
  readonly password: string
} {
  born += 1
  const userName = `ada.${Date.now().toString(36)}${process.pid}.${born}`
  return { userName, email: `${userName}@example.org`, password }
}

export async function call<T>(
  server: RunningServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en', ...headers },
    body: JSON.stringify(body),
  })
  const reply = (await response.json()) as { code: number; result: T; message: string }
  if (reply.code !== 200 && (reply.code < 20001 || reply.code > 20005)) {
    throw new Error(`${path} answered ${reply.code}: ${reply.message}`)
  }
  return reply.result
}

/** Opens an account over HTTP, for journeys that are not about opening one. */
export async function openAccount(server: RunningServer): Promise<Customer> {
  const person = newPerson()
  await call(server, '/swx/customer/login/sendCode', { email: person.email, purpose: 'register' })
  const code = await server.mailedCode(person.email)
  const opened = await call<Pick<Customer, 'token' | 'user'>>(server, '/swx/customer/login/register', {
    ...person,
    code,
    country: 'CH',
    accepted: await termsNow(server),
  })
  return { ...person, ...opened }
}

/** The terms as they hold now: who opens an account agrees to them. */
async function termsNow(server: RunningServer): Promise<readonly object[]> {
  const terms = await fetch(`${server.url}/swx/customer/login/termsInForce`, { headers: { lang: 'en' } })
  const { result } = (await terms.json()) as {
    result: readonly { id: string; language: string; version: number }[]
  }
  return result.map(({ id, language, version }) => ({ id, language, version }))
}

/** Makes this browser remember the customer, as after signing in, and not show the first-visit board. */
export async function beSignedIn(
  page: Page,
  customer: { readonly token: string; readonly user: { readonly id: string } },
): Promise<void> {
  await page.addInitScript(
    `localStorage.setItem('token', ${JSON.stringify(customer.token)});
     localStorage.setItem('userInfo', ${JSON.stringify(JSON.stringify(customer.user))});
     localStorage.setItem('isLogin', 'true');
     localStorage.getItem('adRead') ?? localStorage.setItem('adRead', 'another journey’s');`,
  )
  await skipBoard(page)
}

/** The first-visit board of the phone is a journey of its own. */
export async function skipBoard(page: Page): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('boardDismissed', '1')`)
}

/** As `beSignedIn`, and in the real account. */
export async function useRealAccount(page: Page): Promise<void> {
  await page.addInitScript(`localStorage.setItem('virtualStatus', '0')`)
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600

/** Returns whether the browser draws a frame within two seconds. */
const stillDraws = (page: Page): Promise<boolean> =>
  page
    .evaluate<boolean>(
      'new Promise((tell) => { setTimeout(() => tell(false), 2000); requestAnimationFrame(() => tell(true)) })',
    )
    .catch(() => false)

/** One server for all journeys of a worker: each brings its own customer. */
export const test = base.extend<
  { refusedCalls: undefined; customer: Customer; visit: (path: string) => Promise<void> },
  { server: RunningServer }
>({
  server: [({}, use) => useServer(use), { scope: 'worker' }],
  // What a failure alone does not tell: a machine that ran it may be gone.
  refusedCalls: [
    async ({ page }, use, testInfo) => {
      watchCalls(page)
      await use(undefined)
      const lines = takeRefusedCalls()
      if (testInfo.status === testInfo.expectedStatus) return
      const shown = await page.locator('main').first().innerText({ timeout: 1_000 }).catch(String)
      const drawn = (await stillDraws(page)) ? '' : 'the browser has stopped drawing the page\n'
      process.stdout.write(
        `calls refused during this journey:\n${lines.join('\n')}\n${drawn}the page says:\n${shown}\n`,
      )
    },
    { auto: true },
  ],
  customer: async ({ server, page }, use) => {
    const customer = await openAccount(server)
    await beSignedIn(page, customer)
    await use(customer)
  },
  visit: async ({ server, page }, use) => {
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    await use(async (path) => {
      await page.goto(`${server.url}/#${path}`)
      await page.locator('main').first().waitFor()
    })
    expect(broken, 'no script of a page may fail').toEqual([])
  },
})
