import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { house } from '../ledger/ledger.ts'
import { createLedger } from '../ledger/postgres-ledger.ts'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { checkChain } from '../proofs/audit/audit-chain.ts'
import { resultOf, samplePicture, startTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../testing/test-operators.ts'

let app: TestApp
let content: TestOperator
let finance: TestOperator
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  content = await signInOperator(app, 'content')
  finance = await signInOperator(app, 'finance')
  admin = await signInOperator(app, 'admin')
})
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const contract = '0x52908400098527886E0F7030069857D2E4169EE7'
const hour = 3_600_000
const inHours = (hours: number) => new Date(app.now() + hours * hour).toISOString()

/** A customer with real money, as a won contract would bring it. */
async function rich() {
  const person = await app.signUp()
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `test:${person.id}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'contract-profit',
        from: { class: 'trading-capital', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: person.id, asset: 'USDT' },
        minor: 1_000_000_000n,
      },
    ],
  })
  expect(outcome.ok).toBe(true)
  return person
}

interface Work {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly image: string
  readonly thumbnail: string
}
const work = async (id: string) =>
  resultOf<{ items: Work[] }>(await content.call('opsNftWorks', { limit: 100 })).items.find(
    (one) => one.id === id,
  )

async function addWork(tokenId: string): Promise<string> {
  const picture = await content.call('opsNftPicture', { data: (await samplePicture()).toString('base64') })
  const creator = await content.call('opsNftAddCreator', {
    name: `Mara ${tokenId}`,
    about: 'Paints the sea.',
  })
  const added = await content.call('opsNftAddWork', {
    title: `Sea ${tokenId}`,
    description: 'Oil on canvas.',
    creatorId: creator.result.id,
    pictureId: picture.result.id,
    chain: 'ethereum',
    address: contract,
    tokenId,
  })
  expect(added.code).toBe(200)
  return added.result.id
}

describe('console: artworks', () => {
  test('a picture is drawn anew, large and small, and is served to everybody; what is none is refused', async () => {
    const { image, thumbnail } = resultOf<Work>(
      await content.call('opsNftPicture', { data: (await samplePicture()).toString('base64') }),
    )
    for (const path of [image, thumbnail]) {
      const served = await app.request('GET', path, null)
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(served.headers.get('cache-control')).toContain('immutable')
    }
    const text = Buffer.from('<svg/>').toString('base64')
    const refused = await content.call('opsNftPicture', { data: text })
    expect([refused.code, refused.result]).toMatchObject([11023, { reason: 'format', path: 'data' }])
    const large = Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64')
    expect((await content.call('opsNftPicture', { data: large })).code).toBe(11023)
    expect((await app.request('GET', '/art/nothing.svg', null)).status).toBe(404)
    expect((await app.request('GET', '/art/tides-slack-water.svg', null)).text).toContain('<svg')
  })
  test('a work is a draft until it is offered, and can be withdrawn and offered again while nobody bid', async () => {
    const id = await addWork('1')
    const offer = {
      id,
      saleKind: 'auction',
      price: '20',
      startsAt: inHours(-1),
      endsAt: inHours(4),
      reason: 'spring sale',
    }
    expect((await app.call('getNftById', { id })).code).toBe(11004)
    expect((await content.call('opsNftOffer', { ...offer, endsAt: null })).code).toBe(11001)
    expect((await content.call('opsNftOffer', { ...offer, endsAt: inHours(-0.5) })).code).toBe(11001)
    expect((await finance.call('opsNftOffer', offer)).code).toBe(11005)
    expect((await content.call('opsNftOffer', offer)).code).toBe(200)
    expect((await content.call('opsNftOffer', offer)).code).toBe(11006)
    expect((await content.call('opsNftWithdraw', { id, reason: 'wrong price' })).code).toBe(200)
    expect((await app.call('getNftById', { id })).code).toBe(11004)
    expect((await content.call('opsNftOffer', { ...offer, price: '30' })).code).toBe(200)
    expect((await content.call('opsNftVerify', { id, verified: true, reason: 'spoke to her' })).code).toBe(
      200,
    )
    expect(resultOf(await app.call('getNftById', { id }))).toMatchObject({
      verified: true,
      price: '30.000000',
      status: 'open',
      sample: false,
    })
    const again = {
      title: 'Copy',
      description: 'x',
      creatorId: id,
      pictureId: id,
      chain: 'ethereum',
      address: contract,
      tokenId: '1',
    }
    expect((await content.call('opsNftAddWork', again)).code).toBe(11001)
    expect((await content.call('opsNftAddWork', { ...again, address: 'nonsense' })).code).toBe(11001)

    const person = await rich()
    const bid = { id, amount: '30', receivingAddress: wallet }
    expect((await app.call('buyNft', bid, { token: person.token, mode: 'real' })).code).toBe(20004)
    expect((await content.call('opsNftWithdraw', { id, reason: 'too late' })).code).toBe(11006)
    expect((await work(id))?.state).toBe('offered')
  })
  test('everybody who looks hears a bid and a sale; the token’s delivery is named once', async () => {
    const id = await addWork('2')
    const offer = {
      id,
      saleKind: 'fixed',
      price: '12.5',
      startsAt: inHours(-1),
      endsAt: null,
      reason: 'spring sale',
    }
    expect((await content.call('opsNftOffer', offer)).code).toBe(200)
    const heard: { type: string; data: { id: string; status: string } | null }[] = []
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/websocket/artworks`)
    socket.on('message', (text) => heard.push(JSON.parse(String(text))))
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard[0]).toMatchObject({ type: 'time', data: null })
    const person = await rich()
    const bought = await app.call(
      'buyNft',
      { id, receivingAddress: wallet },
      { token: person.token, mode: 'real' },
    )
    expect(bought.code).toBe(20004)
    // The time is announced in between too.
    const shown = () => heard.findLast(({ data }) => data !== null)?.data
    await expect.poll(shown).toMatchObject({ id, status: 'sold', soldPrice: '12.500000' })
    socket.close()
    const hash = `0x${'ab'.repeat(32)}`
    expect((await finance.call('opsNftDeliver', { id, hash: 'nothing' })).code).toBe(11001)
    expect((await finance.call('opsNftDeliver', { id, hash })).code).toBe(200)
    expect((await finance.call('opsNftDeliver', { id, hash })).code).toBe(11006)
    expect(resultOf(await app.call('getNftById', { id }))).toMatchObject({ deliveryHash: hash })
    const receipt = await app.call('getReceipt', { orderId: id }, { token: person.token, mode: 'real' })
    expect(resultOf(receipt)).toMatchObject({ document: { kind: 'artwork', order: { amount: '12.500000' } } })
  })
})

describe('console: transfers to the charity', () => {
  const request = {
    recipient: 'Children First',
    network: 'ERC20',
    address: wallet,
    amount: '10',
    reason: 'spring sales',
  }
  const charity = async () =>
    resultOf<{ kept: string; promised: string; addsUp: boolean; transfers: { id: string; state: string }[] }>(
      await finance.call('opsCharity'),
    )

  async function approve(amount: string): Promise<number> {
    const { result } = await finance.call('opsProposeCharityTransfer', { ...request, amount })
    expect((await finance.call('opsApproveProposal', { id: result.id, shownHash: 'x' })).code).not.toBe(200)
    const shown = await admin.call('opsProposal', { id: result.id })
    return (await admin.call('opsApproveProposal', { id: result.id, shownHash: shown.result.shownHash })).code
  }

  test('T10, T19: two people set it aside, the transaction hands it on, and the public ledger adds up', async () => {
    const before = await charity()
    expect(before.addsUp).toBe(true)
    expect((await content.call('opsProposeCharityTransfer', request)).code).toBe(11005)
    expect((await finance.call('opsProposeCharityTransfer', { ...request, address: 'x' })).code).toBe(10021)
    expect(await approve('10')).toBe(200)
    const [waiting] = (await charity()).transfers
    expect(await charity()).toMatchObject({ kept: before.kept, promised: '10.000000' })
    const hash = `0x${'cd'.repeat(32)}`
    const id = waiting?.id ?? ''
    expect((await finance.call('opsSendCharityTransfer', { id, hash: 'x' })).code).toBe(11001)
    expect((await finance.call('opsSendCharityTransfer', { id, hash })).code).toBe(200)
    expect((await finance.call('opsSendCharityTransfer', { id, hash })).code).toBe(11006)
    const after = await charity()
    expect([Number(before.kept) - Number(after.kept), after.promised, after.addsUp]).toEqual([
      10,
      '0.000000',
      true,
    ])
    const book = resultOf<{ items: object[] }>(await app.call('charityLedger'))
    expect(book.items[0]).toMatchObject({
      kind: 'transfer',
      amount: '10.000000',
      recipient: 'Children First',
      hash,
    })
  })
  test('more than the account holds is not set aside, and what was approved can be cancelled', async () => {
    expect(await approve('1000000')).toBe(10011)
    expect(await approve('1')).toBe(200)
    const [waiting] = (await charity()).transfers
    const cancel = { id: waiting?.id ?? '', reason: 'wrong address' }
    expect((await finance.call('opsCancelCharityTransfer', cancel)).code).toBe(200)
    expect(await charity()).toMatchObject({ promised: '0.000000', addsUp: true })
    expect((await finance.call('opsCancelCharityTransfer', cancel)).code).toBe(11006)
  })
  test('T14: every deed is an entry of the chain', async () => {
    const rows = await app.db.query.selectFrom('trust_audit').select('action').execute()
    const actions = rows.map(({ action }) => action)
    for (const action of [
      'nft.creator.add',
      'nft.work.add',
      'nft.work.offer',
      'nft.work.verify',
      'nft.work.withdraw',
      'nft.work.deliver',
      'nft.transfer.sent',
      'nft.transfer.cancelled',
    ])
      expect(actions).toContain(action)
    expect((await checkChain(app.db)).findings).toEqual([])
  })
})

describe('the timetable', () => {
  test('an auction whose end has come is settled by the timetable, and the winner is told', async () => {
    const id = await addWork('3')
    const offer = {
      id,
      saleKind: 'auction',
      price: '5',
      startsAt: inHours(-1),
      endsAt: inHours(30),
      reason: 'spring sale',
    }
    await content.call('opsNftOffer', offer)
    const person = await rich()
    await app.call(
      'buyNft',
      { id, amount: '7', receivingAddress: wallet },
      { token: person.token, mode: 'real' },
    )
    await app.moveClock(31 * hour)
    await expect
      .poll(async () => resultOf<{ status: string }>(await app.call('getNftById', { id })).status)
      .toBe('sold')
    const notices = await app.call('notifications', {}, { token: person.token })
    expect(resultOf<{ items: object[] }>(notices).items).toMatchObject([
      { kind: 'nftWon', facts: { title: 'Sea 3', amount: '7.000000' } },
    ])
  })
})
