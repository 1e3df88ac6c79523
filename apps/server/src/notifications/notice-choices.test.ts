import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { NoticeChoices } from '@candor/contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Users } from '../accounts/accounts-store.ts'
import { customerDirectory } from '../accounts/customers/customer-directory.ts'
import { Parameters } from '../back-office/parameters/parameters.ts'
import { FileOutbox } from '../platform/email/file-outbox.ts'
import { resultOf, rolesWithoutJobs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { testContext } from '../testing/test-context.ts'
import { keepNotice } from './notices-store.ts'
import { notificationsModule } from './notifications.module.ts'

/** A message that a push service was handed. */
interface Handed {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

let app: TestApp
let service: Server
let origin: string
let statusCode = 201
const handed: Handed[] = []
let run: () => Promise<void>

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      handed.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(statusCode).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  // The server's own timetable does not run here: this test says when.
  app = await startTestApp({ roles: rolesWithoutJobs })
  const clock = { now: () => app.now() }
  const parameters = new Parameters(app.db, clock, { sandbox: true })
  const change = { key: 'push.services', value: [origin], reason: 'a local service', changedBy: 'a' }
  await parameters.change({ ...change, approvedBy: 'b' })
  const { jobs } = await notificationsModule.open(testContext(app), {
    config: { dataDir: app.dataDir, publicUrl: 'https://trade.example', mailFrom: 'x <x@trade.example>' },
    messenger: new FileOutbox(join(app.dataDir, 'outbox'), clock),
    readerOf: customerDirectory(new Users(app.db)).byId,
  })
  run = async () => {
    for (const job of jobs) await job.run()
  }
})
afterAll(async () => {
  await app.dispose()
  service.close()
})

type Person = Awaited<ReturnType<TestApp['signUp']>>

const tell = (person: Person, kind: 'supportAnswered' | 'filled' | 'marginCall') =>
  keepNotice(app.db.query, person.id, v7(), {
    id: v7(),
    kind,
    mode: 'real',
    code: 'BTCUSDT',
    orderId: null,
    at: new Date(app.now()).toISOString(),
    read: false,
    facts: { marginLevel: '0.97' },
  })

/** A browser's own half of the keys, as it makes them when it subscribes. */
function newBrowser(path = '/send/1') {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  const auth = Buffer.from('0123456789abcdef')
  return {
    ecdh,
    auth,
    p256dh,
    input: {
      endpoint: `${origin}${path}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
      device: 'Firefox',
    },
  }
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number) =>
  createHmac('sha256', createHmac('sha256', salt).update(secret).digest())
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)

/** RFC 8291 and 8188 read back by hand: only the browser's own key opens it. */
function opened(body: Buffer, { ecdh, auth, p256dh }: ReturnType<typeof newBrowser>): unknown {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const theirs = body.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs])
  const secret = hkdf(auth, ecdh.computeSecret(theirs), info, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
}

/** RFC 8292: signed by the key the browser was given, for this service alone. */
function vapidOf({ headers }: Handed, pushKey: string) {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(pushKey)
  const point = Buffer.from(pushKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never)
  const [head, claims, signature = ''] = token.split('.')
  const right = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(right).toBe(true)
  return JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { aud: string; sub: string }
}

const choices = async (person: Person) =>
  resultOf<NoticeChoices>(await app.call('noticeChoices', {}, { token: person.token }))
const choose = (person: Person, topic: string, choice: object) =>
  app.call(
    'saveNoticeChoices',
    { choices: [{ topic, site: true, email: false, push: false, ...choice }] },
    { token: person.token },
  )
const mails = (person: Person) => app.messages(person.email).filter(({ kind }) => kind.startsWith('notice-'))

describe('issue 5, Notifications: on the pages, by e-mail and by web push, by choice', () => {
  it('mails what cannot wait until the customer chooses otherwise, once, in their language', async () => {
    const ada = await app.signUp()
    await app.call('saveSettings', { language: 'de', preferences: {} }, { token: ada.token })
    await tell(ada, 'marginCall')
    await tell(ada, 'filled')
    await Promise.all([run(), run()])
    await run()
    expect(mails(ada)).toHaveLength(1)
    expect(mails(ada)[0]?.text).toContain('97')
    expect(mails(ada)[0]?.text).toContain('https://trade.example/#/profile/notification')
    expect(mails(ada)[0]?.subject).toContain('Margin')

    await choose(ada, 'margin', { site: false })
    await choose(ada, 'orders', { email: true })
    await tell(ada, 'marginCall')
    await tell(ada, 'filled')
    await run()
    expect(mails(ada).map(({ kind }) => kind)).toEqual(['notice-marginCall', 'notice-filled'])
    expect((await choices(ada)).choices.find(({ topic }) => topic === 'margin')).toEqual({
      topic: 'margin',
      site: true,
      email: false,
      push: false,
    })
  })

  it('what is off on the pages stands there as read and is not counted', async () => {
    const ada = await app.signUp()
    await choose(ada, 'orders', { site: false })
    await tell(ada, 'filled')
    await tell(ada, 'marginCall')
    const { result } = await app.call('notifications', {}, { token: ada.token })
    expect(result).toMatchObject({
      unread: 1,
      items: [
        { kind: 'marginCall', read: false },
        { kind: 'filled', read: true },
      ],
    })
  })

  it('web push is sealed for that browser, signed with our key for that service, and tried again', async () => {
    const ada = await app.signUp()
    const browser = newBrowser()
    const on = await app.call('pushSubscription', browser.input, { token: ada.token })
    const { pushKey, browsers } = resultOf<NoticeChoices>(on)
    expect(browsers).toMatchObject([{ device: 'Firefox' }])
    statusCode = 503
    await tell(ada, 'supportAnswered')
    await run()
    expect(handed).toHaveLength(1)
    statusCode = 201
    await run()
    expect(handed).toHaveLength(1)
    await app.moveClock(61_000)
    await run()
    await run()
    expect(handed).toHaveLength(2)
    const [, sent] = handed
    if (sent === undefined) throw new Error('nothing was handed to the push service')
    expect(sent.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(vapidOf(sent, pushKey)).toMatchObject({ aud: origin, sub: 'https://trade.example' })
    expect(opened(sent.body, browser)).toMatchObject({
      title: 'Support',
      text: 'Support has answered you.',
      path: '/help/support',
    })
  })

  it('a browser that is gone is forgotten, and one taken over hears nothing of who was there before', async () => {
    const [ada, ben] = [await app.signUp(), await app.signUp()]
    const browser = newBrowser('/send/2')
    await app.call('pushSubscription', browser.input, { token: ada.token })
    await app.call('pushSubscription', browser.input, { token: ben.token })
    expect((await choices(ada)).browsers).toEqual([])
    statusCode = 410
    await tell(ben, 'supportAnswered')
    await run()
    statusCode = 201
    expect((await choices(ben)).browsers).toEqual([])
  })

  it('an address that is no push service of the operator’s list is refused at its field', async () => {
    const ada = await app.signUp()
    const { input } = newBrowser()
    for (const endpoint of ['http://127.0.0.1:9/', 'https://push.example/1', `${origin}.evil.test/`]) {
      const response = await app.call('pushSubscription', { ...input, endpoint }, { token: ada.token })
      expect(response).toMatchObject({ code: 11001, result: { issues: [{ path: 'endpoint' }] } })
    }
  })
})
