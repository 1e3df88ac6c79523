import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName, Calls, HoldingChallenge, OpsCalls, OpsResultOf, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candor } from '../../cli/test-candor.ts'
import { startTestEthereum, type TestEthereum } from '../../funding/chain/test-ethereum.ts'
import { testWallet } from '../../funding/chain/test-wallet.ts'
import { type CallResponse, resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { approveProposal, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { checkChain } from '../audit/audit-chain.ts'

let node: TestEthereum
let app: TestApp
let fay: TestOperator
let fred: TestOperator
beforeAll(async () => {
  node = await startTestEthereum()
  app = await startTestApp({ evmRpcUrl: node.url, evmUsdtAddress: node.token })
  await signIn()
})
afterAll(async () => {
  await app.dispose()
  await closeNode()
})

let closing: Promise<void> | null = null
const closeNode = (): Promise<void> => {
  closing ??= node.close()
  return closing
}

/** Their sessions last half a day. */
async function signIn() {
  fay = await signInOperator(app, 'finance')
  fred = await signInOperator(app, 'finance')
}
const pass = async (ms: number) => {
  await app.moveClock(ms)
  await signIn()
}

const own = testWallet('4c')
const strangers = testWallet('5d')
const third = testWallet('6e')
const day = 86_400_000

const place = (name: string, address: string, stated = '2500') => ({
  ...{ name, asset: 'USDT', network: 'ERC20', address, stated, reason: 'counted today' },
})
const state = async (name: string, address: string, stated?: string) => {
  const proposed = await fay.call('opsProposeHolding', place(name, address, stated))
  expect((await approveProposal(fred, proposed)).code).toBe(200)
}
const textFor = async (name: string) =>
  resultOf<HoldingChallenge>(await fay.call('opsAskHoldingControl', { name }))
const show = ({ id, name }: HoldingChallenge, signature: string, by = fay) =>
  by.call('opsShowHoldingControl', { id, name, signature })
const refusal = ({ code, result }: CallResponse) => [
  code,
  result?.issues?.[0]?.path,
  result?.issues?.[0]?.code,
]
const signed = ({ message }: HoldingChallenge, by = own) => by.signMessage({ message })
const holding = async (name: string) =>
  resultOf<OpsResultOf<OpsCalls['opsHoldings']>>(await fay.call('opsHoldings')).find(
    (one) => one.name === name,
  )

type Result<N extends CallName> = ResultOf<Calls[N]>
/** The places in the proof of a new day, as everybody reads them. */
async function published() {
  await pass(day)
  const today = new Date(app.now()).toISOString().slice(0, 10)
  const read = async () => resultOf<Result<'liabilities'>>(await app.call('liabilities', { date: 'latest' }))
  await expect.poll(async () => (await read())?.proof.document.date).toBe(today)
  const { proof } = await read()
  const places = proof.document.assets.flatMap(({ held }) => held)
  return { proof, of: (name: string) => places.find((one) => one.name === name) }
}

test('I11.20: an address is verified on chain once its key has signed a text of the server’s, and stated before and after it changes', async () => {
  await node.payToken(own.address, 900_000_000n)
  await node.mine(1)
  await state('Hot wallet', own.address)
  expect((await published()).of('Hot wallet')).toMatchObject({
    basis: 'stated',
    control: null,
    onChain: '900.000000',
  })

  const request = await textFor('Hot wallet')
  expect(request.message).toMatch(
    new RegExp(`^Candor proof of control \\| http\\S+ \\| ERC20 ${own.address} \\| [0-9a-f]{64} \\| \\S+Z$`),
  )
  const signature = await signed(request)
  expect((await show(request, signature)).code).toBe(200)
  expect((await holding('Hot wallet'))?.controlShownAt).not.toBeNull()
  const { proof, of } = await published()
  expect(of('Hot wallet')).toMatchObject({
    basis: 'chain',
    control: { message: request.message, signature },
    onChain: '900.000000',
  })

  // Anybody checks it with what was published alone.
  const file = join(app.dataDir, 'proof.json')
  const verify = () => candor('verify-liabilities', file, '--data', app.dataDir)
  writeFileSync(file, JSON.stringify({ proof, leaves: [] }))
  expect((await verify()).code).toBe(0)
  writeFileSync(file, JSON.stringify({ proof, leaves: [] }).replaceAll(own.address, strangers.address))
  expect((await verify()).out).toContain('shows control of “Hot wallet” is not of its address')

  // Another amount changes nothing, another address everything.
  await state('Hot wallet', own.address, '800')
  expect((await published()).of('Hot wallet')?.basis).toBe('chain')
  await state('Hot wallet', strangers.address)
  expect(await holding('Hot wallet')).toMatchObject({ controlShownAt: null })
  expect((await published()).of('Hot wallet')).toMatchObject({ basis: 'stated', control: null })
})

test('I11.20: no address is held under two names, however it is written, and a published repetition is found', async () => {
  const repeated = [11001, 'address', 'repeated']
  const under = (name: string, address: string, stated?: string) =>
    fay.call('opsProposeHolding', place(name, address, stated))
  for (const written of [strangers.address, strangers.address.toLowerCase()])
    expect(refusal(await under('Second wallet', written))).toEqual(repeated)
  // Both are proposed before either is approved: the second approval sees the first.
  const [one, two] = [await under('Cold 1', own.address), await under('Cold 2', own.address)]
  expect((await approveProposal(fred, one)).code).toBe(200)
  expect(refusal(await approveProposal(fred, two))).toEqual(repeated)
  expect(JSON.stringify(await fred.call('opsProposal', { id: two.result.id }))).toContain(
    'Cannot be approved',
  )
  await expect(
    app.db.pool.query(
      `INSERT INTO trust_holdings SELECT 'Cold 3', version, asset, network, address, stated, reason, proposed_by, approved_by, changed_at
         FROM trust_holdings WHERE name = 'Cold 1'`,
    ),
  ).rejects.toThrow('another name')

  const { proof } = await published()
  const file = join(app.dataDir, 'repeated.json')
  const text = JSON.stringify({ proof, leaves: [] })
  writeFileSync(file, text.replaceAll(strangers.address, own.address.toLowerCase()))
  expect((await candor('verify-liabilities', file, '--data', app.dataDir)).out).toContain(
    'repeats the address',
  )
  // A place that is not used any more leaves its address to another.
  await state('Cold 1', own.address, '0')
  await state('Hot wallet', strangers.address, '0')
})

test('I11.20: a wrong signature, another’s key, a text that is used, too old or of a changed address show nothing', async () => {
  await state('Cold wallet', own.address)
  const request = await textFor('Cold wallet')
  const signature = await signed(request)
  const refusedAt = async (given: string) => refusal(await show(request, given))
  expect(await refusedAt('not a signature')).toEqual([11001, 'signature', 'unreadable'])
  expect(await refusedAt(await signed(request, strangers))).toEqual([11001, 'signature', 'other'])
  const before = await textFor('Cold wallet')
  expect(await refusedAt(await signed(before))).toEqual([11001, 'signature', 'other'])
  // What was refused used nothing up.
  expect((await show(request, signature)).code).toBe(200)
  expect((await show(request, signature)).code).toBe(11006)

  await state('Vault', strangers.address)
  const [late, changed] = [await textFor('Vault'), await textFor('Vault')]
  // A text for one place shows nothing for another.
  expect((await show({ ...late, name: 'Cold wallet' }, await signed(late, strangers))).code).toBe(11006)
  await state('Vault', third.address)
  expect((await show(changed, await signed(changed, strangers))).code).toBe(11006)
  await state('Vault', strangers.address)
  await pass(day + 1)
  expect((await show(late, await signed(late, strangers))).code).toBe(11006)
  expect((await holding('Vault'))?.controlShownAt).toBeNull()

  const risk = await signInOperator(app, 'risk')
  expect((await risk.call('opsAskHoldingControl', { name: 'Vault' })).code).toBe(11005)
  expect((await fay.call('opsAskHoldingControl', { name: 'nowhere' })).code).toBe(11004)
  const bank = { ...place('Bank', own.address), network: null, address: null }
  await approveProposal(fred, await fay.call('opsProposeHolding', bank))
  expect((await fay.call('opsAskHoldingControl', { name: 'Bank' })).code).toBe(11004)
})

test('I11.20: what was shown stays as it was shown, also for the server’s own role, and is in the audit log', async () => {
  const change = (set: string) => app.db.pool.query(`UPDATE trust_holding_control SET ${set}`)
  await expect(change(`address = '0x0'`)).rejects.toThrow('denied')
  await expect(change(`signature = 'x', shown_at = asked_at`)).rejects.toThrow('shown once')
  await expect(app.db.pool.query('DELETE FROM trust_holding_control')).rejects.toThrow('denied')
  const { rows } = await app.db.pool.query<{ count: bigint }>(
    "SELECT count(*) FROM trust_audit WHERE action = 'trust.holding.control'",
  )
  expect(Number(rows[0]?.count)).toBe(2)
  expect(await checkChain(app.db)).toMatchObject({ findings: [] })
})

test('T15: a node that is silent leaves a place stated, whoever holds the key', async () => {
  await state('Cold wallet', own.address, '0')
  await state('Far wallet', own.address)
  expect((await holding('Far wallet'))?.controlShownAt).not.toBeNull()
  await closeNode()
  const { of } = await published()
  expect(of('Far wallet')).toMatchObject({ basis: 'stated', onChain: null, control: expect.any(Object) })
})
