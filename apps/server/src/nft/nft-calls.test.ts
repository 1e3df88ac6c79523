import { randomUUID } from 'node:crypto'
import { usdt } from '@candor/money'
import { charityAddsUp } from '@candor/rules'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '../ledger/reconciliation/reconcile.ts'
import { recomputeArtwork } from '../proofs/receipts/recomputation/recompute-artwork.ts'
import { noon } from '../testing/module-fixture.ts'
import { ownArtworkReceipt, publicArtworkReceipt } from './artwork-receipt.ts'
import { charityAccount } from './charity-ledger.ts'
import { type NftFixture, openNftFixture, wallets } from './nft-fixture.ts'

let fixture: NftFixture
beforeAll(async () => {
  fixture = await openNftFixture()
})
afterAll(() => fixture.dispose())
beforeEach(() => {
  fixture.clock.set(noon)
  fixture.changes.length = 0
})
afterEach(async () => {
  expect(await reconcile(fixture.db)).toEqual([])
  // Trust T19, after every step.
  expect(charityAddsUp(await charityAccount(fixture.db.query))).toBe(true)
})

const minute = 60_000
const rich = () => fixture.customer(0n, 1_000n)
const listed = async (input: Record<string, unknown>) => {
  const { code, result } = await fixture.call('listNft', input, { as: await rich() })
  const page: { items: { title: string; price: string; status: string }[]; nextCursor: string | null } =
    JSON.parse(JSON.stringify(result))
  return { code, ...page, titles: page.items?.map(({ title }) => title) }
}

describe('calls Index: listNft and getNftById', () => {
  it('spec §3 NFT: shows every field of an artwork, and that a sample is one', async () => {
    const { items } = await listed({ limit: '100' })
    expect(items).toHaveLength(16)
    const night = items.find(({ title }) => title === 'Night Ebb')
    expect(night).toMatchObject({
      creator: 'Candor Tides',
      chain: 'ethereum',
      tokenId: '2',
      saleKind: 'auction',
      price: '60.000000',
      currentBid: null,
      nextBid: '60.000000',
      saleEndsAt: new Date(noon + 75 * 60 * minute).toISOString(),
      verified: false,
      cumulativeDonation: '0.000000',
      status: 'open',
      sample: true,
    })
  })
  it('orders by price both ways and by end, page after page without a gap', async () => {
    const whole = await listed({ status: 'open', sort: 'priceLow', limit: '100' })
    expect(whole.items.map(({ price }) => Number(price))).toEqual(
      whole.items.map(({ price }) => Number(price)).sort((a, b) => a - b),
    )
    const pages: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof listed>> = await listed({
        status: 'open',
        sort: 'priceLow',
        limit: '5',
        ...(cursor === '' ? {} : { cursor }),
      })
      pages.push(...page.titles)
      cursor = page.nextCursor
    }
    expect(pages).toEqual(whole.titles)
    expect((await listed({ status: 'open', sort: 'ending', limit: '1' })).titles).toEqual(['Lee Shore'])
    expect((await listed({ sort: 'priceHigh', limit: '1' })).titles).toEqual(['Late Dahlia'])
    expect((await listed({ status: 'upcoming' })).titles.sort()).toEqual(['Evening Cloth', 'Winter Aster'])
    expect((await listed({ saleKind: 'auction', chain: 'polygon', status: 'open' })).titles.sort()).toEqual([
      'Selvedge',
      'Transit',
    ])
    expect((await listed({ verified: 'true' })).titles).toEqual([])
    expect((await listed({ cursor: 'x' })).code).toBe(11001)
  })
  it('one that is none of ours is not found', async () => {
    for (const id of ['nothing', randomUUID()])
      expect((await fixture.call('getNftById', { id }, { as: await rich() })).code).toBe(11004)
  })
})

describe('calls User: buyNft at a fixed price', () => {
  it('20004: all of it goes to the charity at once, and stands in the public ledger with its work', async () => {
    const as = await rich()
    const before = await charityAccount(fixture.db.query)
    const { code, result } = await fixture.buy(as, 'Slack Water')
    expect([code, result]).toMatchObject([
      20004,
      { mine: 'owned', status: 'sold', soldPrice: '45.000000', receivingAddress: wallets[0], myBid: null },
    ])
    expect(result.cumulativeDonation).toBe('45.000000')
    expect(await fixture.money(as)).toEqual({ balance: usdt('955').minor, held: 0n })
    const after = await charityAccount(fixture.db.query)
    expect(after.creditedMinor - before.creditedMinor).toBe(usdt('45').minor)
    const book = await fixture.call('charityLedger', {}, { as })
    expect(book.result).toMatchObject({
      charity: 'Sample children’s charity',
      items: [
        {
          kind: 'sale',
          amount: '45.000000',
          fee: '0.000000',
          credited: '45.000000',
          artwork: { title: 'Slack Water' },
        },
      ],
    })
    expect(fixture.changes.at(-1)).toMatchObject({ id: result.id, status: 'sold', soldPrice: '45.000000' })
  })
  it('is bought once: of ten who press together one has it, nobody else is charged', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, rich))
    const responses = await Promise.all(people.map((as) => fixture.buy(as, 'Long Year')))
    expect(responses.map(({ code }) => code).sort()).toEqual([...Array(9).fill(10020), 20004])
    const left = await Promise.all(people.map((as) => fixture.money(as)))
    expect(left.filter(({ balance }) => balance === usdt('880').minor)).toHaveLength(1)
    expect(left.filter(({ balance }) => balance === usdt('1000').minor)).toHaveLength(9)
  })
  it('the same key buys once', async () => {
    const as = await rich()
    const { id } = await fixture.work('Afterglow')
    const key = randomUUID()
    const press = () => fixture.call('buyNft', { id, receivingAddress: wallets[0] }, { as, key })
    expect([(await press()).code, (await press()).code]).toEqual([20004, 20004])
    expect((await fixture.money(as)).balance).toBe(usdt('920').minor)
  })
  it('refuses in the order of the calls page', async () => {
    const as = await rich()
    const { id } = await fixture.work('Seed Head')
    const call = (input: Record<string, unknown>, mode: 'real' | 'demo' = 'real', who = as) =>
      fixture.call('buyNft', input, { as: who, mode }).then(({ code }) => code)
    const receivingAddress = wallets[0]
    expect(await call({}, 'demo')).toBe(11030)
    expect(await call({ receivingAddress })).toBe(10020)
    expect(await call({ id: randomUUID(), receivingAddress })).toBe(10020)
    expect(await call({ id, amount: 'x' })).toBe(10016)
    expect(await call({ id, amount: '5', receivingAddress })).toBe(10016)
    expect(await call({ id })).toBe(10021)
    expect(await call({ id, receivingAddress: '  ' })).toBe(10021)
    expect(await call({ id, receivingAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })).toBe(10021)
    expect(await call({ id, receivingAddress: receivingAddress.replace('aA', 'aa') })).toBe(10021)
    const frozen = await rich()
    fixture.customers.set(frozen, { country: null, frozen: true })
    expect(await call({ id, receivingAddress }, 'real', frozen)).toBe(10008)
    expect(await call({ id, receivingAddress }, 'real', await fixture.customer(0n, 27n))).toBe(10011)
    const soon = await fixture.work('Winter Aster')
    expect(await call({ id: soon.id, amount: '75', receivingAddress })).toBe(10020)
    expect((await fixture.money(as)).balance).toBe(usdt('1000').minor)
  })
  it('a token is never sent to its own contract', async () => {
    const { result } = await fixture.call(
      'getNftById',
      { id: (await fixture.work('Seed Head')).id },
      { as: await rich() },
    )
    expect(
      (await fixture.buy(await rich(), 'Seed Head', { receivingAddress: String(result.address) })).code,
    ).toBe(10021)
  })
})

describe('rulebook NFT charity: an auction', () => {
  // In the order in which these auctions end: what one test ends stays ended.
  it('of twenty who bid the same together one leads, and only that bid is held', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, rich))
    const responses = await Promise.all(people.map((as) => fixture.buy(as, 'Under Leaves', { amount: '30' })))
    expect(responses.filter(({ code }) => code === 20004)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === 11050)).toHaveLength(19)
    const held = (await Promise.all(people.map((as) => fixture.money(as)))).filter((one) => one.held > 0n)
    expect(held).toEqual([{ balance: usdt('1000').minor, held: usdt('30').minor }])
  })
  it('one who is short does not lead, and who leads keeps the lead', async () => {
    const ana = await rich()
    await fixture.buy(ana, 'Selvedge', { amount: '25' })
    expect((await fixture.buy(await fixture.customer(0n, 40n), 'Selvedge', { amount: '41' })).code).toBe(
      10011,
    )
    expect((await fixture.money(ana)).held).toBe(usdt('25').minor)
  })
  it('what nobody bid for ends unsold', async () => {
    const { endsAt, id } = await fixture.work('Lee Shore')
    fixture.clock.set(endsAt)
    await fixture.end()
    expect((await fixture.call('getNftById', { id }, { as: await rich() })).result).toMatchObject({
      status: 'unsold',
      nextBid: null,
    })
  })
  it('soft close: a bid in the last two minutes moves the end by two', async () => {
    const [ana, ben] = [await rich(), await rich()]
    const { endsAt } = await fixture.work('Transit')
    fixture.clock.set(endsAt - 2 * minute - 1)
    await fixture.buy(ana, 'Transit', { amount: '50' })
    expect((await fixture.work('Transit')).endsAt).toBe(endsAt)
    fixture.clock.set(endsAt - 1)
    await fixture.buy(ben, 'Transit', { amount: '60' })
    expect((await fixture.work('Transit')).endsAt).toBe(endsAt + 2 * minute)
    fixture.clock.set(endsAt + minute)
    await fixture.end()
    expect((await fixture.buy(ana, 'Transit', { amount: '70' })).code).toBe(20004)
    fixture.clock.set(endsAt + 4 * minute)
    await fixture.end()
    expect(await fixture.money(ana)).toEqual({ balance: usdt('930').minor, held: 0n })
    expect((await fixture.money(ben)).held).toBe(0n)
  })
  it('a bid is held; being outbid frees it at once and is told; the end comes once and pays the charity', async () => {
    const [ana, ben] = [await rich(), await rich()]
    const title = 'Perihelion'
    const { id, endsAt } = await fixture.work(title)
    expect((await fixture.buy(ana, title, { amount: '89.99' })).code).toBe(11050)
    expect((await fixture.buy(ana, title, { amount: '90' })).result).toMatchObject({
      leading: true,
      mine: 'bidding',
    })
    expect(await fixture.money(ana)).toEqual({ balance: usdt('1000').minor, held: usdt('90').minor })
    expect((await fixture.buy(ana, title, { amount: '200' })).code).toBe(10024)
    const low = await fixture.call(
      'buyNft',
      { id, amount: '94.49', receivingAddress: wallets[1] },
      { as: ben },
    )
    expect([low.code, low.result]).toEqual([11050, { nextBid: '94.500000' }])
    expect((await fixture.buy(ben, title, { amount: '94.5', receivingAddress: wallets[1] })).code).toBe(20004)
    expect(await fixture.money(ana)).toEqual({ balance: usdt('1000').minor, held: 0n })
    expect(await fixture.money(ben)).toEqual({ balance: usdt('1000').minor, held: usdt('94.5').minor })
    expect(fixture.events.published.at(-1)).toMatchObject({
      type: 'notification',
      data: { kind: 'nftOutbid', facts: { title, amount: '90.000000' } },
    })
    expect(fixture.changes.at(-1)).toMatchObject({
      id,
      currentBid: '94.500000',
      bidCount: 2,
      bid: { bidder: 2 },
    })

    // Before its end nothing happens; at its end, however often and by however many it is looked at, it ends once.
    fixture.clock.set(endsAt - 1)
    const others = await fixture.end()
    fixture.clock.set(endsAt)
    expect((await fixture.buy(ana, title, { amount: '500' })).code).toBe(10020)
    expect(await Promise.all([fixture.end(), fixture.end(), fixture.end()])).toContain(1)
    expect([others >= 0, await fixture.end()]).toEqual([true, 0])
    expect(await fixture.money(ben)).toEqual({ balance: usdt('905.5').minor, held: 0n })
    const shown = await fixture.call('getNftById', { id }, { as: ben })
    expect(shown.result).toMatchObject({
      status: 'sold',
      soldPrice: '94.500000',
      bids: [
        { number: 2, bidder: 2, amount: '94.500000' },
        { number: 1, bidder: 1, amount: '90.000000' },
      ],
    })
    const own = await fixture.call('listMyNft', { mine: 'owned' }, { as: ben })
    expect(own.result.items).toMatchObject([{ title, receivingAddress: expect.stringMatching(/^0xde709f/i) }])
    expect((await fixture.call('listMyNft', { mine: 'bidding' }, { as: ana })).result.items).toMatchObject([
      { title, myBid: '90.000000', leading: false, certificate: null },
    ])
  })
})

describe('the certificate', () => {
  it('T6: is a receipt whose every bid and share can be worked out again, and shows any change', async () => {
    const [ana, ben] = [await rich(), await rich()]
    const { endsAt, id } = await fixture.work('Evening Cloth')
    fixture.clock.set(endsAt - 5 * minute)
    for (const [as, amount] of [
      [ana, '40'],
      [ben, '42'],
      [ana, '60.123456'],
    ] as const)
      await fixture.buy(as, 'Evening Cloth', { amount })
    fixture.clock.set(endsAt - minute)
    await fixture.buy(ben, 'Evening Cloth', { amount: '70' })
    fixture.clock.set(endsAt + 2 * minute)
    await fixture.end()
    expect(await ownArtworkReceipt(fixture.db, id, ana)).toBeNull()
    const receipt = await ownArtworkReceipt(fixture.db, id, ben)
    const again = receipt === null ? null : await publicArtworkReceipt(fixture.db, receipt.publicId)
    expect(again).toEqual(receipt)
    const text = JSON.stringify(receipt?.document)
    expect(text).not.toContain(ben)
    expect(recomputeArtwork(JSON.parse(text))).toEqual([])
    for (const [right, wrong] of [
      ['"amount":"70.000000"', '"amount":"69.000000"'],
      ['"least":"42.000000"', '"least":"41.000000"'],
      ['"donated":"70.000000"', '"donated":"7.000000"'],
      ['"feeRate":"0"', '"feeRate":"0.1"'],
      [`"endsAt":${endsAt + 2 * minute}`, `"endsAt":${endsAt}`],
    ] as const) {
      expect(text).toContain(right)
      expect(recomputeArtwork(JSON.parse(text.replace(right, wrong))).length).toBeGreaterThan(0)
    }
  })
  it('is a PDF for its buyer alone, the same file each time, in the language asked for', async () => {
    const as = await rich()
    const { id } = await fixture.work('Four Threads')
    await fixture.buy(as, 'Four Threads')
    const { certificatePaper } = await import('./certificate-paper.ts')
    const paper = await certificatePaper(fixture.context, id, as, 'ar')
    expect(paper.pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(paper.name).toMatch(/^certificate-A[0-9A-F]{12}\.pdf$/)
    expect((await certificatePaper(fixture.context, id, as, 'ar')).pdf.equals(paper.pdf)).toBe(true)
    expect((await certificatePaper(fixture.context, id, as, 'en')).pdf.equals(paper.pdf)).toBe(false)
    await expect(certificatePaper(fixture.context, id, await rich(), 'en')).rejects.toMatchObject({
      code: 11004,
    })
  })
})

describe('trust T1: the database keeps artworks and the charity’s money as they were', () => {
  it('permits exactly these ways in and out of the charity’s account', async () => {
    const { rows } = await fixture.db.pool.query(
      `SELECT kind, debited_class, credited_class, money FROM ledger_permitted
        WHERE 'charity' IN (debited_class, credited_class) OR kind = 'nft-fee' ORDER BY kind`,
    )
    expect(rows).toEqual([
      { kind: 'charity-transfer', debited_class: 'charity', credited_class: 'world', money: 'real' },
      { kind: 'nft-fee', debited_class: 'customer', credited_class: 'fee-revenue', money: 'real' },
      { kind: 'nft-sale', debited_class: 'customer', credited_class: 'charity', money: 'real' },
    ])
  })
  it.each([
    ["UPDATE nft_works SET sold_price = 1 WHERE title = 'Slack Water'", 'nft_sale'],
    ["UPDATE nft_works SET state = 'offered' WHERE title = 'Slack Water'", 'nft_moves'],
    ["UPDATE nft_works SET price = 1 WHERE title = 'Seed Head'", 'nft_terms'],
    ["UPDATE nft_works SET ends_at = ends_at - 1 WHERE title = 'Winter Aster'", 'nft_terms'],
    ["UPDATE nft_works SET state = 'withdrawn' WHERE title = 'Winter Aster'", 'nft_works_check'],
  ])('%s is refused', async (statement, constraint) => {
    fixture.clock.set(noon + 80 * 60 * minute)
    await fixture.buy(await rich(), 'Winter Aster', { amount: '75' })
    await expect(fixture.db.pool.query(statement)).rejects.toMatchObject({
      constraint: expect.stringContaining(constraint),
    })
  })
  it('a bid is never changed', async () => {
    await expect(fixture.db.pool.query('UPDATE nft_bids SET amount = 1')).rejects.toThrow(
      /permission|never changed/,
    )
  })
})
