import type { User } from '@candor/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
  clear: () => stored.clear(),
}
const ada = { id: '1', userName: 'ada' } as User
const responses: { status: number; body: unknown }[] = []
const requests: { url: string; init: RequestInit }[] = []

async function load() {
  vi.resetModules()
  const session = await import('./session-store.ts')
  const { callServer, address } = await import('./calls/call-server.ts')
  const { CallFailure } = await import('./calls/failure.ts')
  // Loaded with the first call of a kind otherwise, where a failure to load it is reported as a lost network.
  await import('./calls/call-table.ts')
  return { ...session, callServer, address, CallFailure }
}

const sent = (at: number) => requests[at]?.init.headers as Record<string, string>

beforeEach(() => {
  stored.clear()
  responses.length = 0
  requests.length = 0
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    const response = responses.shift()
    if (response === undefined) throw new TypeError('no network')
    return new Response(JSON.stringify(response.body), { status: response.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the session (spec §4)', () => {
  test('is kept in the browser and comes back with the next visit', async () => {
    const first = await load()
    first.signIn('secret', ada)
    expect(stored.get('isLogin')).toBe('true')
    const second = await load()
    expect(second.sessionNow()).toMatchObject({ token: 'secret', isLogin: true, user: ada, mode: 'demo' })
  })
  test('a flag without a token is no session', async () => {
    stored.set('isLogin', 'true')
    expect((await load()).sessionNow().isLogin).toBe(false)
  })
  test('demo is the default; the mode is kept as 1 or not, and sent with every request', async () => {
    const { chooseMode, callServer } = await load()
    responses.push(
      { status: 200, body: { code: 200, result: [] } },
      { status: 200, body: { code: 200, result: [] } },
    )
    await callServer('listMarketByType', {})
    chooseMode('real')
    expect(stored.get('virtualStatus')).toBe('0')
    await callServer('listMarketByType', {})
    expect([sent(0).virtually, sent(1).virtually]).toEqual(['NO', 'YES'])
    expect(sent(0)).toMatchObject({ lang: 'en' })
    expect(sent(0).Authorization).toBeUndefined()
  })
  test('code 401 ends the session and keeps the rest', async () => {
    const { callServer, signIn, sessionNow } = await load()
    signIn('secret', ada)
    stored.set('theme', 'ink')
    responses.push({ status: 200, body: { code: '401', result: null } })
    await expect(callServer('getUserInfo', {})).rejects.toMatchObject({ code: 401 })
    expect(sent(0).Authorization).toBe('secret')
    expect(sessionNow().isLogin).toBe(false)
    expect(stored.get('token')).toBeUndefined()
    expect(stored.get('theme')).toBe('ink')
  })
  test('HTTP 401 clears everything that was stored', async () => {
    const { callServer, signIn, sessionNow } = await load()
    signIn('forged', ada)
    stored.set('theme', 'ink')
    responses.push({ status: 401, body: { code: 401 } })
    await expect(callServer('getUserInfo', {})).rejects.toMatchObject({ code: 401 })
    expect(stored.size).toBe(0)
    expect(sessionNow().isLogin).toBe(false)
  })
})

describe('a call (spec §7)', () => {
  test('gives the result for 200 and for the success codes, as number or text', async () => {
    const { callServer } = await load()
    responses.push({ status: 200, body: { code: '20004', result: { id: 'o1' } } })
    expect(await callServer('closeContract', { id: 'o1' })).toEqual({ id: 'o1' })
  })
  test('a refusal carries its code and details', async () => {
    const { callServer } = await load()
    responses.push({ status: 200, body: { code: 10015, result: { reason: 'closed' } } })
    await expect(callServer('getMarketInfo', { id: 'x' })).rejects.toMatchObject({
      code: 10015,
      result: { reason: 'closed' },
      isFinal: true,
    })
  })
  test('without an answer the failure says so, and decides nothing', async () => {
    const { callServer } = await load()
    await expect(callServer('statistics', {})).rejects.toMatchObject({ code: 'network', isFinal: false })
  })
  test('when the engine does not answer, the server says 503: as undecided as a network that took too long', async () => {
    const { callServer } = await load()
    responses.push({ status: 503, body: { code: 11000, result: { reason: 'unreachable' } } })
    await expect(callServer('statistics', {})).rejects.toMatchObject({ code: 'timeout', isFinal: false })
  })
  test('specification §7: a request is given up after 90 seconds, with its own message', async () => {
    const { callServer } = await load()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    await expect(callServer('statistics', {})).rejects.toMatchObject({ code: 'timeout', isFinal: false })
    expect(limit).toHaveBeenCalledWith(90_000)
    limit.mockRestore()
  })
  test('money always goes with a key, the given one when there is one', async () => {
    const { callServer } = await load()
    responses.push(
      { status: 200, body: { code: 20004, result: {} } },
      { status: 200, body: { code: 20004, result: {} } },
    )
    await callServer('closeContract', { id: 'a' }, { key: 'k-1' })
    await callServer('closeContract', { id: 'a' })
    expect(sent(0)['Idempotency-Key']).toBe('k-1')
    expect(sent(1)['Idempotency-Key']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
  test('fills the path, repeats the keys of arrays, leaves out what is not given', async () => {
    const { address } = await load()
    expect(
      address('GET', '/a/{id}', { id: 'x/y', status: ['open', 'closed'], cursor: null, q: undefined }),
    ).toBe('/a/x%2Fy?status=open&status=closed')
    expect(address('POST', '/a', { b: 1 })).toBe('/a')
  })
})
