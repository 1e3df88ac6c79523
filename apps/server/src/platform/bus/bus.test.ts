import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type NatsServer, natsPath, startNatsServer } from '../../testing/servers/nats-server.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { Refusal, Unreachable } from '../http/refusal.ts'
import { Bus } from './bus.ts'
import type { Messages } from './messages.ts'
import { openNatsWire } from './nats-wire.ts'
import { cutIntoPieces, PieceJoiner } from './pieces.ts'
import { PostgresWire } from './postgres-wire.ts'
import type { Wire } from './wire.ts'

const log = { warn: () => undefined, error: () => undefined }
const open: Bus[] = []
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})

test('a bus without a wire reaches no one, and no one answers', async () => {
  const alone = await Bus.open(null, log)
  expect(alone.alone).toBe(true)
  alone.publish('sessionEnded', { sessionId: 'a' })
  await expect(alone.call('engine', 'x', [], { repeatable: true })).rejects.toThrow(Unreachable)
})

test('pieces of any size form the message again, with any characters in it, also interleaved with others', () => {
  const message = JSON.stringify({ text: 'Kauf “für” 買い 🙂'.repeat(50) })
  const other = cutIntoPieces('b', 7, JSON.stringify('b'.repeat(300)), 100)
  for (const longest of [60, 100, 7_900]) {
    const pieces = cutIntoPieces('a', 7, message, longest)
    expect(Math.max(...pieces.map((piece) => Buffer.byteLength(piece)))).toBeLessThanOrEqual(longest)
    const joiner = new PieceJoiner()
    const joined = pieces.map((piece, index) => {
      joiner.join(other[index % (other.length - 1)] ?? '')
      return joiner.join(piece)
    })
    expect(joined.slice(0, -1).every((part) => part === null)).toBe(true)
    expect(JSON.parse(joined.at(-1) ?? '')).toEqual(JSON.parse(message))
  }
  expect(() => new PieceJoiner().join('no piece')).toThrow()
})

test('issue 11.10: pieces that arrive twice or in another order form the message again once all are there', () => {
  const message = JSON.stringify('abc'.repeat(100))
  const pieces = cutIntoPieces('a', 7, message, 100).reverse()
  const joiner = new PieceJoiner()
  const joined = pieces.flatMap((piece) => [joiner.join(piece), joiner.join(piece)])
  expect(joined.filter((part) => part !== null)).toEqual([message])
})

/** The same for every wire. */
function everyWire(wire: () => Promise<Wire>): void {
  const join = async () => {
    const bus = await Bus.open(await wire(), log)
    open.push(bus)
    return bus
  }

  test('the others receive each message once and in order, long or short; the sender does not', async () => {
    const [one, two] = [await join(), await join()]
    const heard: string[] = []
    await two.on('sessionEnded', ({ sessionId }) => heard.push(sessionId))
    await one.on('sessionEnded', ({ sessionId }) => heard.push(`own ${sessionId}`))
    const texts = Array.from({ length: 300 }, (_, n) => `${n} ${n % 50 === 0 ? 'é'.repeat(20_000) : ''}`)
    for (const sessionId of texts) one.publish('sessionEnded', { sessionId })
    await expect.poll(() => heard.length).toBe(texts.length)
    expect(heard).toEqual(texts)
  })

  test('requests reach the leader, whenever it begins; refusals arrive unchanged', async () => {
    const [requester, engine] = [await join(), await join()]
    const early = requester.call('engine', 'first', [1, 'a'], { repeatable: true })
    engine.lead('engine', 4n, async (name, args) => {
      if (name === 'no') throw new Refusal('insufficientFunds', { short: '5' })
      if (name === 'broken') throw new Error('something private')
      return { name, args, long: 'x'.repeat(30_000) }
    })
    expect(await early).toMatchObject({ name: 'first', args: [1, 'a'] })
    expect(requester.knowsLeader('engine')).toBe(true)
    const later = await join()
    const response = await later.call('engine', 'later', [], { repeatable: false })
    expect((response as { long: string }).long).toHaveLength(30_000)
    const refused = requester.call('engine', 'no', [], { repeatable: true })
    await expect(refused).rejects.toMatchObject({ code: 10011, details: { short: '5' } })
    await expect(requester.call('engine', 'broken', [], { repeatable: true })).rejects.toThrow(
      /engine failed/,
    )
  })

  test('after a takeover, repeatable requests go to the next leader, the rest is refused at once', async () => {
    const [requester, first, second] = [await join(), await join(), await join()]
    let requests = 0
    first.lead('engine', 1n, () => {
      requests += 1
      return new Promise(() => undefined)
    })
    const twice = requester.call('engine', 'key', [], { repeatable: true })
    const once = requester.call('engine', 'once', [], { repeatable: false })
    const refused = expect(once).rejects.toThrow(Unreachable)
    await expect.poll(() => requests).toBe(2)
    second.lead('engine', 2n, async () => 'second')
    expect(await twice).toBe('second')
    await refused
    // The first has not noticed, and goes on saying that it leads.
    const stale: Messages['leads'] = { office: 'engine', fence: '1', process: 'x', until: 'now' }
    first.publish('leads', stale)
    expect(await requester.call('engine', 'now', [], { repeatable: false })).toBe('second')
    second.resign('engine')
    const unanswered = requester.call('engine', 'now', [], { repeatable: true, patienceMs: 300 })
    await expect(unanswered).rejects.toThrow(Unreachable)
  })

  test('issue 11.12: a process that becomes leader after the death of the former one answers its own requests', async () => {
    const [first, second] = [await join(), await join()]
    let requests = 0
    first.lead('engine', 1n, () => {
      requests += 1
      return new Promise(() => undefined)
    })
    const twice = second.call('engine', 'twice', ['a'], { repeatable: true })
    const once = second.call('engine', 'once', [], { repeatable: false })
    const refused = expect(once).rejects.toThrow(Unreachable)
    await expect.poll(() => requests).toBe(2)
    second.lead('engine', 2n, async (name, args) => `${name} ${args[0]}`)
    expect(await twice).toBe('twice a')
    await refused
    expect(await second.call('engine', 'now', ['b'], { repeatable: false })).toBe('now b')
  })
}

describe('over LISTEN and NOTIFY', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.dispose())
  everyWire(() => PostgresWire.open(db.app, log))

  test('a broken connection is restored and receives later messages', async () => {
    const [one, two] = [await PostgresWire.open(db.app, log), await PostgresWire.open(db.app, log)]
    const heard: string[] = []
    await two.listen('x', (json) => heard.push(json))
    // Its own connections only: PostgreSQL vacuums a database when it likes, and ending that is not permitted.
    await db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database() AND usename = current_user`,
    )
    let n = 0
    const says = setInterval(() => {
      n += 1
      one.send('x', String(n))
    }, 50)
    await expect.poll(() => heard.length).toBeGreaterThan(2)
    clearInterval(says)
    await one.close()
    await two.close()
  })
})

if (natsPath === null) {
  process.stdout.write(
    'Optional part missing: nats-server on the PATH. Messages over NATS are not tested; over the database they are.\n',
  )
} else {
  describe('over a real NATS server', () => {
    let server: NatsServer
    beforeAll(async () => {
      server = await startNatsServer(natsPath ?? '')
    })
    afterAll(() => server.stop())
    const address = () => ({ url: `nats://127.0.0.1:${server.port}`, tls: null })
    everyWire(() => openNatsWire(address(), 'ours', log))

    test('two installations on one server do not receive each other’s messages', async () => {
      const ours = await openNatsWire(address(), 'ours', log)
      const theirs = await openNatsWire(address(), 'theirs', log)
      const heard: string[] = []
      await ours.listen('x', (json) => heard.push(json))
      theirs.send('x', '1')
      await theirs.close()
      const third = await openNatsWire(address(), 'ours', log)
      third.send('x', '2')
      await expect.poll(() => heard).toEqual(['2'])
      await ours.close()
      await third.close()
    })
  })
}

test('a NATS server that is not there is a sentence', async () => {
  const refused = openNatsWire({ url: 'nats://ada:secret@127.0.0.1:1', tls: null }, 'x', log)
  await expect(refused).rejects.toThrow(/^Cannot connect to the NATS server in NATS_URL/)
  await expect(refused).rejects.not.toThrow(/secret/)
})
