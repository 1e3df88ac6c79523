import { once } from 'node:events'
import { accountMessage } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { apiKeyHeader, freeze } from './customers-cast.ts'
import { textTable } from './matrix.ts'

const head = `
# Who receives what: the sockets

One line a socket, made by \`sockets-matrix.test.ts\` over WebSockets. A cell has the types of the messages that arrived while the owner of the
token or key wrote to support and bought a contract and another customer bought one, or the code with which the server closed the socket: 4400 no
or a wrong first message, 4401 signed in as nobody. No cell has a message of another customer, and every message is as the contract says.

\`nobody\` sends an empty first message; \`operator\` a console session as a token; \`customer\` a token; \`frozen\` one of a frozen customer;
\`reads\` and \`trades\` API keys of these scopes, \`revoked\` one that was revoked, \`elsewhere\` one bound to another address; \`both\` a token and a
key of two customers.
`

let app: TestApp
type Person = Awaited<ReturnType<TestApp['signUp']>>
/** The first message of each actor, and the customer whose account it opens. */
const actors: Record<string, { readonly first: object; readonly owner: Person | null }> = {}
let other: Person

beforeAll(async () => {
  app = await startTestApp()
  other = await app.signUp()
  const keyOf = async (person: Person, scope: 'read' | 'trade') =>
    (await apiKeyHeader(app, person, scope))['x-api-key']
  const [customer, frozen, reads, trades, revoked] = await Promise.all([
    app.signUp(),
    app.signUp(),
    app.signUp(),
    app.signUp(),
    app.signUp(),
  ])
  actors.nobody = { first: {}, owner: null }
  actors.operator = {
    first: { token: (await signInOperator(app, 'admin')).cookie.slice(0, 200) },
    owner: null,
  }
  actors.customer = { first: { token: customer.token }, owner: customer }
  actors.frozen = { first: { token: await freeze(app, frozen) }, owner: null }
  actors.reads = { first: { key: await keyOf(reads, 'read') }, owner: reads }
  actors.trades = { first: { key: await keyOf(trades, 'trade') }, owner: trades }
  actors.revoked = { first: { key: await keyOf(revoked, 'read') }, owner: null }
  const { token } = revoked
  const [{ id }] = resultOf<[{ id: string }]>(await app.call('listApiKeys', {}, { token }))
  await app.call('revokeApiKey', { id }, { token })
  const bound = { name: 'elsewhere', scope: 'read', addresses: ['203.0.113.7'] }
  const made = await app.call('makeApiKey', bound, { token })
  actors.elsewhere = { first: { key: resultOf<{ key: string }>(made).key }, owner: null }
  actors.both = { first: { token: customer.token, key: await keyOf(trades, 'read') }, owner: customer }
})
afterAll(() => app.dispose())

interface Heard {
  readonly texts: string[]
  closed: number | null
  readonly socket: WebSocket
}

async function open(path: string, first: object): Promise<Heard> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`)
  const heard: Heard = { texts: [], closed: null, socket }
  socket.on('message', (data) => heard.texts.push(String(data)))
  socket.on('close', (code) => {
    heard.closed = code
  })
  await once(socket, 'open')
  if (path === '/websocket/account') socket.send(JSON.stringify(first))
  if (path === '/websocket/depth') socket.send('{"subscribe":["BTCUSDT"]}')
  await expect.poll(() => heard.closed !== null || heard.texts.length > 0).toBe(true)
  return heard
}

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
async function buyAs({ token }: Person): Promise<string> {
  let bought = await app.call('buyContract', buy, { token })
  while (bought.code !== 20004) bought = await app.call('buyContract', buy, { token })
  return bought.result.id
}
const typeOf = (message: { type?: string; whole?: boolean }) =>
  message.type ?? (message.whole === undefined ? 'prices' : 'depth')
const typesOf = ({ texts }: Heard) => [...new Set(texts.map((text) => typeOf(JSON.parse(text))))].sort()

async function cellOf(path: string, { first, owner }: (typeof actors)[string]): Promise<string> {
  const heard = await open(path, first)
  if (heard.closed !== null) return String(heard.closed)
  if (path === '/websocket/account') {
    const foreign = await buyAs(other)
    if (owner !== null) {
      await app.call('sendSupport', { text: 'Hello' }, { token: owner.token })
      const own = await buyAs(owner)
      await expect.poll(() => heard.texts.join()).toContain(own)
    }
    expect(heard.texts.join()).not.toContain(foreign)
    for (const text of heard.texts) accountMessage.parse(JSON.parse(text))
  }
  const cell = typesOf(heard).join(' ')
  heard.socket.terminate()
  return cell
}

test('I15.13b: the sockets open for whom the reviewed table says, and send nothing of another customer', async () => {
  const names = Object.keys(actors)
  const rows = [['socket', ...names]]
  for (const path of [
    '/websocket/message',
    '/websocket/account',
    '/websocket/artworks',
    '/websocket/depth',
  ]) {
    const cells: string[] = []
    for (const name of names) cells.push(await cellOf(path, actors[name] as (typeof actors)[string]))
    rows.push([path, ...cells])
  }
  await expect(textTable(head, rows)).toMatchFileSnapshot('sockets-matrix.txt')
})

test('I15.13b: a key of scope read gets no field of an order from the stream that it cannot read by calls', async () => {
  const { first, owner } = actors.reads as (typeof actors)[string]
  const { socket, texts } = await open('/websocket/account', first)
  const id = await buyAs(owner as Person)
  await expect.poll(() => texts.join()).toContain(id)
  const sent = texts.map((text) => JSON.parse(text)).find(({ data }) => data?.id === id).data
  const headers = { 'x-api-key': (first as { readonly key: string }).key }
  const { result } = await app.call('getContractOrderById', { id }, { token: null, headers })
  // The engine, which sends it, knows nothing of tags.
  expect([...Object.keys(sent), 'tags'].sort()).toEqual(Object.keys(result).sort())
  socket.terminate()
})
