import { randomUUID } from 'node:crypto'
import type { SupportConversation, SupportMessage } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'

let app: TestApp
let rita: TestOperator
let fred: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  rita = await signInOperator(app, 'reviewer')
  fred = await signInOperator(app, 'finance')
})
afterAll(() => app.dispose())

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Listed = { items: SupportMessage[]; unread: number }

const listed = async ({ token }: Person) => resultOf<Listed>(await app.call('listSupport', {}, { token }))
const send = ({ token }: Person, input: object) => app.call('sendSupport', input, { token })
const waiting = async () => (await rita.call('opsSupport', {})).result.items

/** Collects what an open tab hears, from now on. */
async function listening({
  token,
}: Person): Promise<{ heard: { type: string; data: unknown }[]; close(): void }> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/websocket/account`)
  const heard: { type: string; data: unknown }[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify({ token, virtually: 'NO' })))
    socket.on('message', (data) => {
      heard.push(JSON.parse(String(data)))
      resolve()
    })
  })
  return { heard, close: () => socket.close() }
}

describe('issue 5, Support: a conversation with the console', () => {
  it('goes there and back, live, with a notice for the first unread answer and none for the next', async () => {
    const ada = await app.signUp()
    const tab = await listening(ada)
    const once = randomUUID()
    const [first, again] = await Promise.all([
      send(ada, { text: ' Where is my deposit? ', once }),
      send(ada, { text: 'Where is my deposit?', once }),
    ])
    expect(again.result).toEqual(first.result)
    expect(first.result).toMatchObject({ by: 'customer', text: 'Where is my deposit?', fileId: null })
    expect(await waiting()).toMatchObject([
      { id: ada.id, userName: ada.userName, newest: 'Where is my deposit?', claimedBy: null },
    ])

    const message = { id: ada.id, text: 'It came in a minute ago.' }
    expect((await rita.call('opsSupportAnswer', message)).code).toBe(11007)
    expect((await rita.call('opsSupportClaim', { id: ada.id })).code).toBe(200)
    expect((await fred.call('opsSupportClaim', { id: ada.id })).code).toBe(11007)
    expect((await fred.call('opsSupportAnswer', message)).code).toBe(11007)
    expect((await rita.call('opsSupportAnswer', message)).code).toBe(200)
    expect((await rita.call('opsSupportAnswer', { id: ada.id, text: 'Anything else?' })).code).toBe(200)
    expect(await waiting()).toEqual([])

    const conversation = await listed(ada)
    expect(conversation.unread).toBe(2)
    expect(conversation.items.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'operator: Anything else?',
      'operator: It came in a minute ago.',
      'customer: Where is my deposit?',
    ])
    expect(resultOf(await app.call('readSupport', {}, { token: ada.token }))).toEqual({ unread: 0 })
    const notices = await app.call('notifications', {}, { token: ada.token })
    expect(notices.result.items).toMatchObject([{ kind: 'supportAnswered' }])
    await expect
      .poll(() => tab.heard.map(({ type }) => type).filter((type) => type !== 'session'))
      .toEqual(['support', 'support', 'notification', 'support'])
    tab.close()
  })

  it('a picture is seen by who sent it and by who holds the conversation, and each view is written down', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()]
    const { fileId } = (await app.upload(ada.token, 'support')).result
    expect((await send(eve, { text: '', fileId })).code).toBe(11023)
    expect((await send(ada, { text: '', fileId })).result).toMatchObject({ text: '', fileId })
    expect((await send(ada, { text: '', fileId })).code).toBe(11023)
    const picture = (who: Person) => app.call('supportPicture', { fileId }, { token: who.token })
    expect((await picture(ada)).headers.get('content-type')).toBe('image/jpeg')
    expect((await picture(eve)).status).toBe(404)

    const request = { id: ada.id, fileId }
    expect((await rita.call('opsSupportPicture', request)).code).toBe(11007)
    await rita.call('opsSupportClaim', { id: ada.id })
    const shown = resultOf<{ base64: string }>(await rita.call('opsSupportPicture', request))
    expect(Buffer.from(shown.base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await rita.call('opsSupportPicture', { id: eve.id, fileId })).status).toBe(404)
    const { rows } = await app.db.pool.query(
      `SELECT count(*)::int AS views FROM trust_audit WHERE action = 'support.picture' AND subject = $1`,
      [`customer:${ada.id}`],
    )
    expect(rows).toEqual([{ views: 1 }])
  })

  it('what is left to answer is answered or said to be done, by who holds it', async () => {
    const ada = await app.signUp()
    await send(ada, { text: 'Thank you' })
    const ref = { id: ada.id }
    expect((await rita.call('opsSupportDone', ref)).code).toBe(11007)
    await rita.call('opsSupportClaim', ref)
    await rita.call('opsSupportRelease', ref)
    expect((await fred.call('opsSupportClaim', ref)).code).toBe(200)
    expect((await fred.call('opsSupportDone', ref)).code).toBe(200)
    expect((await waiting()).map(({ id }) => id)).not.toContain(ada.id)
    const all = (await rita.call('opsSupport', { state: 'all' })).result.items
    expect(all[0]).toMatchObject({ id: ada.id, waitingSince: null })
    const shown = resultOf<SupportConversation>(await rita.call('opsSupportConversation', ref))
    expect(shown).toMatchObject({
      userName: ada.userName,
      claimedBy: null,
      messages: [{ text: 'Thank you' }],
    })
  })

  it('says no to nothing at all, to too much, to nobody’s conversation, and to any change of what was written', async () => {
    const ada = await app.signUp()
    expect(await send(ada, { text: '  ' })).toMatchObject({
      code: 11001,
      result: { issues: [{ path: 'text', code: 'missing' }] },
    })
    expect((await send(ada, { text: 'x'.repeat(4001) })).code).toBe(11001)
    let last: CallResponse | null = null
    for (let n = 0; n <= 30; n++) last = await send(ada, { text: `Hello ${n}` })
    expect([last?.status, last?.code]).toEqual([429, 11002])
    expect((await rita.call('opsSupportClaim', { id: randomUUID() })).status).toBe(404)
    const content = await signInOperator(app, 'content')
    expect((await content.call('opsSupport', {})).code).toBe(11005)
    await expect(app.db.pool.query(`UPDATE support_messages SET text = 'x'`)).rejects.toThrow(
      'what was written is never changed',
    )
  })
})
