import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type QuoteRange, rangeLine } from '@candor/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedQuotesHandlers } from '../../market-data/history/stored-quotes.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { sha256 } from '../../platform/sha256.ts'
import { receiptFiles } from '../../proofs/export/export-receipts.ts'
import { checkAccountLines } from '../../proofs/receipts/checks/check-account-lines.ts'
import { extremesOf } from '../../proofs/receipts/quote-path-document.ts'
import { openReceiptSigner, type Receipt } from '../../proofs/receipts/receipt-keys.ts'
import {
  buy,
  close,
  customer,
  edit,
  fixture,
  fund,
  handlers,
  plain,
  quote,
  steady,
  useContractsFixture,
} from '../../testing/contracts-fixture.ts'
import { serve } from '../../testing/serve-handlers.ts'
import {
  resigned,
  settledOption,
  settledReceipt,
  type TestDocument,
  wander,
} from '../../testing/test-receipts.ts'
import { openOptionsFixture } from '../../trading/options/options-fixture.ts'
import { candorIn } from '../test-candor.ts'

// `candor verify` as a person runs it: a process, in a folder of its own, on receipts that real modules made.

useContractsFixture()

const folder = temporaryDataDir('candor-verify-')
const elsewhere = join(folder, 'empty')
const keys = join(folder, 'keys.json')
/** Loaded before the command: whatever asks the network ends it with a word of its own. */
const cutOff = join(folder, 'no-network.mjs')
const offline = { NODE_OPTIONS: `--import ${pathToFileURL(cutOff)}` }
let server: { readonly url: string; close(): Promise<unknown> }

beforeAll(() => {
  mkdirSync(elsewhere)
  writeFileSync(keys, JSON.stringify(fixture.signer.keySet))
  writeFileSync(
    cutOff,
    `import net from 'node:net'
net.Socket.prototype.connect = () => {
  console.log('asked the network')
  process.exit(9)
}`,
  )
})
beforeEach(async () => {
  server = await serve(storedQuotesHandlers(fixture, fixture.signer.sign))
  return () => server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hashOf = (range: QuoteRange): string => sha256(rangeLine(range))

let files = 0
function saved(receipt: unknown): string {
  const file = join(folder, `receipt-${++files}.json`)
  writeFileSync(file, JSON.stringify(receipt))
  return file
}

const verify = (receipt: unknown, args: readonly string[] = [], env = {}) =>
  candorIn(elsewhere, ['verify', saved(receipt), '--keys', keys, ...args], env)

/** Offline without anything on the network, then against what a server publishes. */
async function expectValid(receipt: Receipt, words: RegExp, url: string | null = server.url): Promise<void> {
  const alone = await verify(receipt, [], offline)
  expect([alone.code, alone.out]).toEqual([
    0,
    expect.stringMatching(/^valid: signed by \S+, every number follows from its inputs\n/),
  ])
  expect(alone.out).toMatch(words)
  if (url === null) return
  const compared = await verify(receipt, ['--server', url])
  expect([compared.code, compared.out]).toEqual([
    0,
    expect.stringMatching(/the server publishes the same \d+ quotes and \d+ ranges/),
  ])
}

async function expectInvalid(receipt: unknown, words: RegExp, args: readonly string[] = []): Promise<void> {
  const { code, out } = await verify(receipt, args)
  expect([code, out]).toEqual([1, expect.stringMatching(/^not valid\n/)])
  expect(out).toMatch(words)
}

test('a close by a level: valid offline, the same as published, and no lie about its quotes passes', async () => {
  const anna = await customer()
  const bought = await buy(anna, { stopLoss: '1.14', takeProfit: '1.16' })
  wander(3)
  await edit(anna, { id: bought.id, stopLoss: '1.145' })
  wander(2)
  quote('EURUSD', '1.1449', '1.145')
  const receipt = await settledReceipt(anna, bought.id)
  await expectValid(
    receipt,
    /event 3: the stop loss at 1\.145 was reached by quote EURUSD \d+; of the 12 quotes before it/,
  )
  // The answer of getReceipt as it is, too.
  await expectValid({ code: 200, result: receipt } as never, /was reached/, null)

  const unsigned = { ...receipt, document: structuredClone(receipt.document) as TestDocument }
  unsigned.document.order.profit = '0.000000'
  await expectInvalid(unsigned, /the signature is not of this document by a known key/)
  await expectInvalid(
    resigned(receipt, ({ events }) => Object.assign(events[2] ?? {}, { level: '1.146' })),
    /event 3: level: stated 1\.146, set 1\.145/,
  )
  // Signed, and without a contradiction in itself: what the server published of that time finds it out.
  const gentler = resigned(receipt, ({ order, events }) => {
    for (const range of events[2]?.proof?.ranges ?? []) {
      if (range.any === null) continue
      range.any.bidLow = '1.149'
      const { any, hash: _hash, ...rest } = range as never as { any: never; hash: string; real: never }
      range.hash = hashOf({
        ...rest,
        code: order.code,
        any: extremesOf(any),
        real: extremesOf(rest.real),
      } as never)
    }
  })
  await expectValid(gentler, /was reached/, null)
  await expectInvalid(gentler, /the server publishes something else for the quotes EURUSD \d+ to \d+/, [
    '--server',
    server.url,
  ])
  const shortened = resigned(receipt, ({ events }) => {
    const { ranges = [], runs = [] } = events[2]?.proof ?? {}
    ranges.shift()
    runs.push(ranges[0]?.first ?? 0)
  })
  await expectValid(shortened, /was reached/, null)
  await expectInvalid(
    shortened,
    /the receipt leaves out the quotes from EURUSD \d+ on, which the server publishes/,
    ['--server', server.url],
  )
  const invented = resigned(receipt, ({ events }) => Object.assign(events[2]?.quote ?? {}, { ask: '1.1452' }))
  await expectValid(invented, /was reached/, null)
  await expectInvalid(invented, /the server publishes another quote EURUSD \d+/, ['--server', server.url])
})

function found(files: readonly { path: string; content: string | Uint8Array }[], path: string) {
  const file = files.find((one) => one.path === path)
  if (file === undefined) throw new Error(`the export lacks ${path}`)
  return file.content
}

test('a stop-out and its account, valid and raised', async () => {
  const gina = await customer()
  const large = await buy(gina, { ...plain, lots: '1.5' })
  const small = await buy(gina, { ...plain, lots: '0.5' })
  steady('USDJPY', '150', '150.02')
  const other = await buy(gina, { ...plain, code: 'USDJPY', direction: 'sell', lots: '0.01' })
  expect(other.status).toBe('open')
  wander(1)
  quote('EURUSD', '1.118', '1.1181')
  const receipt = await settledReceipt(gina, large.id)
  await expectValid(receipt, /equity \d+\.\d+ was at or below \d+/)
  await expectInvalid(
    resigned(receipt, ({ events }) => Object.assign(events[1]?.account ?? {}, { held: '1.000000' })),
    /equity: stated \S+, computed/,
  )
  // Equity and margin added up again from all positions, which the customer alone has.
  const held = await handlers().receiptAccount({ orderId: large.id }, gina, null)
  const account = JSON.parse(JSON.stringify(held)) as {
    orderId: string
    events: { event: number; lines: string[] }[]
  }
  const withAccount = async (of: Receipt, positions: unknown) =>
    verify(of, ['--account', saved(positions)], offline)
  const follow = /event 2: equity and margin follow from all 3 positions of the account/
  const whole = await verify(receipt, [
    ...['--account', saved({ code: 200, result: account })],
    ...['--server', server.url],
  ])
  expect([whole.code, whole.out]).toEqual([0, expect.stringMatching(follow)])
  expect(whole.out).toMatch(/event 2: the account was valued at the newest quotes that the server publishes/)
  expect(JSON.stringify(receipt.document)).not.toContain(small.id)
  // The export holds all it takes: receipt and positions, and nothing is asked of anybody.
  const { items } = (await handlers().listContractOrder({ limit: 50 }, gina, null)) as { items: object[] }
  const calls: Readonly<Record<string, (input: never, caller: never, idempotency: null) => unknown>> =
    handlers()
  const exported = await receiptFiles(
    async (name, input, caller) => calls[name]?.(input as never, caller as never, null),
    items as never,
    gina,
  )
  const name = `demo/receipts/${large.id}`
  const given = (path: string) => JSON.parse(Buffer.from(found(exported, path)).toString())
  const alone = await verify(
    given(`${name}.json`),
    ['--account', saved(given(`${name}.account.json`))],
    offline,
  )
  expect([alone.code, alone.out]).toEqual([0, expect.stringMatching(follow)])
  expect(exported.map(({ path }) => path)).not.toContain(`demo/receipts/${other.id}.account.json`)
  const changed = structuredClone(account)
  const [stood] = changed.events
  if (stood === undefined) throw new Error('a stop-out has positions')
  stood.lines = stood.lines.filter((line) => !line.includes(small.id))
  expect(await withAccount(receipt, changed)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/the positions are not those the receipt’s hash is of/),
  })
  // Another market's quote named for the rate of yen.
  const lines = account.events[0]?.lines ?? []
  const gold = lines.map((line) => line.replace(/\|USDJPY(?=(\|\d+){4}$)/, '|XAUUSD'))
  const { document: forged } = resigned(receipt, ({ events }) =>
    Object.assign(events[1]?.account ?? {}, { positionsHash: sha256(gold.join('\n')) }),
  )
  expect(
    checkAccountLines(forged, { orderId: large.id, events: [{ event: 2, lines: gold }] }).findings,
  ).toContain('event 2: USDJPY is converted at a rate that no quote gave')
  // A lying operator leaves a winning position out, and signs its hash: the sums they stated say otherwise.
  const without = resigned(receipt, ({ events }) =>
    Object.assign(events[1]?.account ?? {}, { positionsHash: sha256(stood.lines.join('\n')) }),
  )
  await expectValid(without, /equity/, null)
  const { code, out } = await withAccount(without, changed)
  expect([code, out]).toEqual([1, expect.stringMatching(/positions: stated 3, computed 2\n/)])
  expect(out).toMatch(/used margin: stated \S+, computed/)
  expect(out).toMatch(/unrealised profit: stated \S+, computed/)
  expect((await withAccount(receipt, { nothing: 1 })).out).toMatch(/contains no positions\.\n$/)
})

test('nights, valid and at another rate', async () => {
  const cleo = await customer()
  const held = await buy(cleo, { ...plain, lots: '0.2' })
  fixture.clock.advance(2 * 86_400_000)
  quote('EURUSD', '1.151', '1.1511')
  await close(cleo, { id: held.id })
  const receipt = await settledReceipt(cleo, held.id)
  expect(JSON.stringify(receipt.document)).toContain('"nights":3')
  await expectValid(receipt, /./)
  const dearer = resigned(receipt, ({ events }) => {
    Object.assign(events.find(({ kind }) => kind === 'swap') ?? {}, { nights: 4 })
  })
  await expectInvalid(dearer, /nights/)
  // The same, made to look like one of an older release: said to be so, and refused by keys that say since when there are none.
  const older = resigned(receipt, (document) => {
    Object.assign(document, { version: 1 })
    for (const event of document.events) delete (event as { exits?: unknown }).exits
  })
  const alone = await verify(older, [], offline)
  expect([alone.code, alone.out]).toEqual([0, expect.stringMatching(/^only sums checked: signed by /)])
  expect(alone.out).toContain('these keys do not state from which day receipts contain full proofs')
  const proves = fixture.signer.sign({ kind: 'receiptsProve', since: 1, sandbox: true })
  const dated = saved({ ...fixture.signer.keySet, proves })
  const refused = await candorIn(elsewhere, ['verify', saved(older), '--keys', dated], offline)
  expect([refused.code, refused.out]).toEqual([
    1,
    expect.stringMatching(/version 1 is older than the order: since /),
  ])
})

test('a real account’s receipt is decided by made-up prices in a sandbox alone, whatever it says that counts', async () => {
  const anna = { ...(await customer()), mode: 'real' } as const
  await fund({ class: 'customer', owner: anna.userId, asset: 'USDT' }, 10_000_000_000n, 'deposit')
  const bought = await buy(anna, plain)
  quote('EURUSD', '1.16', '1.1601')
  await close(anna, { id: bought.id })
  const receipt = await settledReceipt(anna, bought.id)
  expect(receipt.document).toMatchObject({ counts: 'any', events: [{ quote: { source: 'simulated' } }, {}] })
  const verifyIn = async (of: Receipt, sandbox: boolean) => {
    const proves = fixture.signer.sign({ kind: 'receiptsProve', since: 1, sandbox })
    const own = saved({ ...fixture.signer.keySet, proves })
    return candorIn(elsewhere, ['verify', saved(of), '--keys', own], offline)
  }
  expect(await verifyIn(receipt, true)).toMatchObject({ code: 0, out: expect.stringMatching(/^valid/) })
  const unsaid = resigned(receipt, (document) => void delete (document as { counts?: string }).counts)
  for (const made of [receipt, unsaid]) {
    const refused = await verifyIn(made, false)
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^not valid\n/)])
    expect(refused.out).toContain('made-up prices count in it, and this installation is no sandbox')
  }
  const asReal = await verifyIn(
    resigned(receipt, (document) => void Object.assign(document, { counts: 'real' })),
    false,
  )
  expect([asReal.code, asReal.out]).toEqual([1, expect.stringMatching(/^not valid\n/)])
  for (const event of [1, 2])
    expect(asReal.out).toMatch(
      new RegExp(`^event ${event}: the quote EURUSD \\d+ is no market’s price \\(simulated\\)`, 'm'),
    )
})

test('an option: the first tradable quote at or after its end, none hidden, also by what is published', async () => {
  const optionsFixture = await openOptionsFixture()
  const own = await serve(storedQuotesHandlers(optionsFixture, fixture.signer.sign))
  try {
    const receipt = await settledOption(optionsFixture)
    await expectValid(
      receipt,
      /settled by the first tradable quote at or after its end, BTCUSDT \d+/,
      own.url,
    )
    const hidden = resigned(receipt, ({ events }) => {
      const { proof, quote } = events[1] ?? {}
      proof?.quotes.pop()
      proof?.runs.push(Number(quote?.seq))
    })
    await expectValid(hidden, /settled by the first tradable quote/, null)
    await expectInvalid(hidden, /the receipt leaves out the quote BTCUSDT \d+, which the server publishes/, [
      '--server',
      own.url,
    ])
  } finally {
    await own.close()
    await optionsFixture.dispose()
  }
})

test('a server that is not there, or signs with another key, is said in a sentence; offline nothing is asked of any', async () => {
  const anna = await customer()
  const bought = await buy(anna, { stopLoss: '1.14', takeProfit: '1.16' })
  quote('EURUSD', '1.1399', '1.14')
  const receipt = await settledReceipt(anna, bought.id)
  expect(await verify(receipt, ['--server', 'http://127.0.0.1:1'])).toEqual({
    code: 2,
    out: 'http://127.0.0.1:1 cannot be reached.\n',
  })
  const other = openReceiptSigner(join(folder, 'other'))
  const foreign = await serve(storedQuotesHandlers(fixture, other.sign))
  expect(await verify(receipt, ['--server', foreign.url])).toEqual({
    code: 2,
    out: `${foreign.url} did not sign its response with a known key.\n`,
  })
  await foreign.close()
  expect(await verify(receipt, ['--server', 'nowhere'])).toEqual({
    code: 2,
    out: 'nowhere is not the address of a server.\n',
  })
  // The guard of the offline form itself: with a server it would have been seen.
  expect(await verify(receipt, ['--server', server.url], offline)).toMatchObject({ code: 9 })
  expect((await verify({ nothing: 1 })).out).toMatch(/contains no receipt\.\n$/)
})
