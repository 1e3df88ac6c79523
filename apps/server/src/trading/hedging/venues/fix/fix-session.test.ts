import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createAuthority } from '../../../../testing/servers/certificates.ts'
import { FixCounterparty } from './fix-counterparty-fixture.ts'
import { writeFix } from './fix-message.ts'
import { messageType, tag } from './fix-tags.ts'
import {
  begin,
  connected,
  disconnected,
  fixture,
  inStep,
  numbersOnDisk,
  orderOf,
  patience,
  sequencePath,
  useFixFixture,
} from './fix-venue-fixture.ts'

useFixFixture()

const acceptor = () => fixture.counterparty.acceptor
const logons = () =>
  acceptor()
    .ofType(messageType.logon)
    .map((message) => ({ number: message.get(tag.msgSeqNum), resets: message.is(tag.resetSeqNumFlag) }))

/** Opens the adapter with other settings. */
async function restart(settings: Parameters<typeof begin>[0]): Promise<void> {
  await fixture.venue.stop()
  begin(settings)
  await connected()
}

/** Has the venue report an execution that it made before. */
function repeatTrade(): void {
  const [trade] = fixture.counterparty.account.trades
  if (trade !== undefined) fixture.counterparty.reportTrade(trade)
}

it('I16.3 FIX: the first logon begins at 1, and one after a restart goes on with the stored numbers', async () => {
  expect(acceptor().ofType(messageType.logon)[0]?.fields).toEqual(
    expect.arrayContaining([
      [tag.heartBtInt, '30'],
      [tag.username, 'operator'],
      [tag.password, 'secret-of-tests'],
    ]),
  )
  await inStep()
  const { outgoing } = numbersOnDisk()
  await fixture.venue.stop()
  begin()
  await connected()
  // The logout took a number as well.
  expect(logons()).toEqual([
    { number: '1', resets: true },
    { number: String(outgoing + 1), resets: false },
  ])
})

it('I16.3 FIX: a number is on the disk before its message is sent', async () => {
  const stored: [number, number][] = []
  acceptor().faults = {
    onReceive: (message) => {
      stored.push([message.number(tag.msgSeqNum) ?? 0, numbersOnDisk().outgoing])
      return null
    },
  }
  await fixture.venue.place(orderOf())
  await fixture.venue.positions()
  expect(stored).toHaveLength(2)
  for (const [sent, next] of stored) expect(next).toBeGreaterThan(sent)
})

it('I16.3 FIX: an order that did not arrive is never sent later, though the venue asks for it', async () => {
  const order = orderOf()
  let lost = 0
  acceptor().faults = {
    onReceive: ({ type }) => (type === messageType.newOrderSingle && lost++ === 0 ? 'lost' : null),
  }
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'unknown' })
  await connected()
  await inStep()
  expect(acceptor().ofType(messageType.newOrderSingle)).toEqual([])
  expect(acceptor().ofType(messageType.sequenceReset)).toMatchObject([{ type: messageType.sequenceReset }])
  expect(await fixture.venue.find(order.symbol, order.clientId, order.side)).toBeNull()
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'taken', report: { state: 'filled' } })
  expect(acceptor().ofType(messageType.newOrderSingle)).toHaveLength(1)
})

it('I16.3 FIX: the first order on a new connection does not fall into the gap of the one before', async () => {
  let lost = 0
  acceptor().faults = {
    onReceive: ({ type }) => (type === messageType.newOrderSingle && lost++ === 0 ? 'lost' : null),
  }
  const next = new Promise((resolve) => {
    fixture.heard = () => {
      if (fixture.venue.health().connected) resolve(fixture.venue.place(orderOf()))
    }
  })
  expect(await fixture.venue.place(orderOf())).toMatchObject({ kind: 'unknown' })
  expect(await next).toMatchObject({ kind: 'taken', report: { state: 'filled' } })
})

it('I16.3 FIX: an order is not sent while the venue is not connected, and not afterwards', async () => {
  acceptor().faults = { onReceive: () => 'lost' }
  acceptor().disconnect()
  await disconnected()
  await expect(fixture.venue.place(orderOf())).rejects.toThrow('the venue is not connected')
  acceptor().faults = {}
  await connected()
  await inStep()
  expect(acceptor().ofType(messageType.newOrderSingle)).toEqual([])
})

it('I16.3 FIX: what the venue sent and we missed is asked for, and read in order', async () => {
  await fixture.venue.place(orderOf())
  const before = fixture.fills.length
  acceptor().faults = { onSend: () => 'lost' }
  repeatTrade()
  repeatTrade()
  acceptor().faults = {}
  repeatTrade()
  await expect.poll(() => fixture.fills.length).toBe(before + 3)
  expect(new Set(fixture.fills.map(({ fillId }) => fillId)).size).toBe(1)
  expect(acceptor().ofType(messageType.resendRequest)).toHaveLength(1)
  await inStep()
})

it('I16.3 FIX: a repeated message with PossDupFlag is read once', async () => {
  acceptor().faults = { onSend: (type) => (type === messageType.executionReport ? 'twice' : null) }
  await fixture.venue.place(orderOf())
  await fixture.venue.positions()
  expect(fixture.fills).toHaveLength(1)
  expect(fixture.venue.health().connected).toBe(true)
  expect(logons()).toHaveLength(1)
})

it('I16.3 FIX: a garbled message is not read but asked for again', async () => {
  await restart({ patience: { ...patience, responseMs: 300 } })
  let garbled = 0
  acceptor().faults = {
    onSend: (type) => (type === messageType.executionReport && garbled++ === 1 ? 'garbled' : null),
  }
  // Nothing follows that would show the gap: the time is over before.
  await fixture.venue.place(orderOf())
  acceptor().faults = {}
  await fixture.venue.positions()
  expect(fixture.fills).toMatchObject([{ symbol: 'BTCUSDT' }])
  expect(fixture.reports.map(({ symbol }) => symbol)).not.toContain('?TCUSDT')
  await inStep()
})

it('I16.3 FIX: gap fills and resets of the sequence are followed', async () => {
  const { incoming } = numbersOnDisk()
  acceptor().send(messageType.sequenceReset, [
    [tag.gapFillFlag, 'Y'],
    [tag.newSeqNo, String(incoming + 5)],
  ])
  acceptor().outgoing = incoming + 5
  expect(await fixture.venue.positions()).toEqual([])
  acceptor().sendAs(1, messageType.sequenceReset, [[tag.newSeqNo, String(incoming + 50)]])
  acceptor().outgoing = incoming + 50
  expect(await fixture.venue.positions()).toEqual([])
  await inStep()
  expect(logons()).toHaveLength(1)
})

it('I16.3 FIX: a message with a number that is too low ends the session, and both sides begin at 1', async () => {
  acceptor().outgoing = 1
  acceptor().send(messageType.heartbeat, [])
  await expect.poll(() => acceptor().ofType(messageType.logout).length).toBe(1)
  expect(acceptor().ofType(messageType.logout)[0]?.get(tag.text)).toMatch(
    /^MsgSeqNum too low, expecting \d+ but received 1$/,
  )
  await expect.poll(logons).toMatchObject([{}, { number: '1', resets: true }])
  await connected()
  await inStep()
})

it('I16.3 FIX: a venue that expects higher numbers than ours is asked to begin at 1', async () => {
  await fixture.venue.stop()
  acceptor().incoming = 500
  begin()
  await connected()
  expect(logons()).toMatchObject([{ resets: true }, { resets: false }, { number: '1', resets: true }])
  await inStep()
})

it('I16.3 FIX: a line that was written in part counts for nothing, and a lost file begins at 1', async () => {
  await inStep()
  await fixture.venue.stop()
  const { outgoing, incoming } = numbersOnDisk()
  writeFileSync(sequencePath(), `${outgoing} ${incoming} ${outgoing + incoming}\n99 7`)
  begin()
  await connected()
  expect(logons().at(-1)).toEqual({ number: String(outgoing), resets: false })
  await fixture.venue.stop()
  writeFileSync(sequencePath(), '')
  begin()
  await connected()
  expect(logons().at(-1)).toEqual({ number: '1', resets: true })
})

it('I16.3 FIX: a venue that is silent is asked whether it is there, and the connection made anew', async () => {
  await restart({ heartbeatSeconds: 1 })
  const unread: string[] = []
  acceptor().faults = {
    onReceive: ({ type }) => {
      unread.push(type)
      return 'deaf'
    },
  }
  await disconnected()
  expect(fixture.venue.health().fault).toBe('the venue is silent')
  expect(unread).toContain(messageType.testRequest)
  acceptor().disconnect()
  acceptor().faults = {}
  await connected()
})

it('I16.3 FIX: heartbeats go on while there is nothing to say', async () => {
  await restart({ heartbeatSeconds: 1 })
  await expect.poll(() => acceptor().ofType(messageType.heartbeat).length).toBeGreaterThan(0)
  expect(logons()).toHaveLength(2)
})

it('I16.3 FIX: a refused logon is reported in the venue’s words, without the password', async () => {
  await fixture.venue.stop()
  begin({ login: { username: 'operator', password: 'another' } })
  await expect.poll(() => fixture.venue.health().fault).toBe('the venue refused the logon: wrong password …')
  expect(fixture.venue.health().connected).toBe(false)
})

it('I16.3 FIX: messages of another sender or another version end the connection', async () => {
  const foreign = (begins: string, sender: string) =>
    writeFix([
      [tag.msgType, messageType.heartbeat],
      [tag.senderCompId, sender],
      [tag.targetCompId, 'CANDOR'],
      [tag.msgSeqNum, String(acceptor().outgoing)],
      [tag.sendingTime, '20260101-00:00:00'],
    ]).replace('FIX.4.4', begins)
  acceptor().write(foreign('FIX.4.4', 'OTHER'))
  await expect.poll(() => logons().length).toBe(2)
  await connected()
  expect(acceptor().ofType(messageType.logout)[0]?.get(tag.text)).toMatch(/CompID is wrong$/)
})

it('I16.3 FIX: the connection is encrypted, and the venue known by its certificate', async () => {
  await fixture.venue.stop()
  const authority = await createAuthority(fixture.folder, 'venue')
  const other = await createAuthority(fixture.folder, 'other')
  const own = await authority.issue('session', ['127.0.0.1'])
  const secure = new FixCounterparty({ tls: { certificateFile: own.certFile, keyFile: own.keyFile } })
  fixture.port = await secure.acceptor.listen()
  const tls = { certificateFile: null, keyFile: null, serverName: null }
  const distrustful = begin({ tls: { ...tls, caFile: other.caFile } })
  await expect.poll(() => fixture.venue.health().fault).toMatch(/certificate/)
  await distrustful.stop()
  begin({ tls: { ...tls, caFile: authority.caFile } })
  await connected()
  expect(await fixture.venue.place(orderOf())).toMatchObject({ kind: 'taken', report: { state: 'filled' } })
  secure.acceptor.disconnect()
  await expect.poll(() => secure.acceptor.ofType(messageType.logon).length).toBe(2)
  await connected()
  await fixture.venue.stop()
  await secure.acceptor.close()
})
