import type { User } from '@candor/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
const ada = { id: '1', userName: 'ada' } as User
const sent: string[] = []
let place = { hash: '#/profile/orders' }
let response: { status: number; body: unknown }

beforeEach(() => {
  storage.clear()
  sent.length = 0
  place = { hash: '#/profile/orders' }
  vi.stubGlobal('location', place)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
    clear: () => storage.clear(),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return new Response(JSON.stringify(response.body), { status: response.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function startSignedIn() {
  vi.resetModules()
  const session = await import('../../session/session-store.ts')
  session.signIn('secret', { ...ada, userName: 'ada as she was' })
  const { keepSession } = await import('./keep-session.ts')
  keepSession(new QueryClient())
  return session
}

describe('the session while the app runs', () => {
  test('specification §4: on app start, when the login flag exists, the user info is fetched again', async () => {
    response = { status: 200, body: { code: 200, result: { user: ada } } }
    const { sessionNow } = await startSignedIn()
    await expect.poll(() => sessionNow().user?.userName).toBe('ada')
    expect(sent).toEqual(['/swx/customer/user/getUserInfo'])
  })
  test('specification §4: a visitor’s start asks for no user', async () => {
    vi.resetModules()
    const { keepSession } = await import('./keep-session.ts')
    keepSession(new QueryClient())
    expect(sent).toEqual([])
  })
  test('specification §4: whenever a session ends, by code or by HTTP 401, the login page shows', async () => {
    for (const status of [200, 401]) {
      place.hash = '#/profile/orders'
      response = { status, body: { code: 401 } }
      const { sessionNow } = await startSignedIn()
      await expect.poll(() => sessionNow().isLogin).toBe(false)
      expect(place.hash).toBe('#/pass/login')
    }
  })
})
