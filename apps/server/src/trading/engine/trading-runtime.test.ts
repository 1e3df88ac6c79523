import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { noticesOf } from '../../notifications/notices-store.ts'
import { openReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import {
  balance,
  body,
  buy,
  close,
  customer,
  edit,
  fixture,
  fund,
  handlers,
  key,
  newBoard,
  open,
  order,
  plain,
  quote,
  receiptOf,
  refusal,
  restart,
  start,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'

useContractsFixture()

describe('contracts on a real ledger', () => {
  it('spec §3, rulebook Contracts: opens at the ask plus half the added spread, holds the margin, tells the tabs', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    expect(opened).toMatchObject({
      status: 'open',
      openPrice: '1.15011',
      margin: '383.370000',
      fee: '0.000000',
    })
    expect(await balance(anna)).toMatchObject({ balanceMinor: 10_000_000_000n, heldMinor: 383_370_000n })
    expect(fixture.published).toHaveLength(1)
  })

  it('fires the stop loss at the first quote through it, gap included, and the receipt shows both', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    quote('EURUSD', '1.1389', '1.139')
    await fixture.runtime.queue.settled()
    const closed = await order(anna, opened.id)
    expect(closed).toMatchObject({
      status: 'closed',
      closeReason: 'stopLoss',
      closePrice: '1.13889',
      profit: '-112.200000',
    })
    expect(await balance(anna)).toMatchObject({ balanceMinor: 9_887_800_000n, heldMinor: 0n })
    const document = await verified(anna, opened.id)
    expect(document.events[1]?.level).toBe('1.14')
    expect(document.events[1]?.after).toBeNull()
    expect(JSON.stringify(document)).not.toContain(anna.userId)
    quote('EURUSD', '0.5', '0.6')
    await fixture.runtime.queue.settled()
    expect(await verified(anna, opened.id)).toMatchObject({ events: [{}, { after: { bid: '0.5' } }] })
  })

  it('never trades on a bad print, and believes a gap after some ten quotes (rulebook, Which quotes trade)', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    quote('EURUSD', '0.5', '0.5001')
    await fixture.runtime.queue.settled()
    expect((await order(anna, opened.id)).status).toBe('open')
    for (let n = 0; n < 25; n++) quote('EURUSD', '1.05', '1.0501')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.04999' })
  })

  it('refuses in the order of the calls page', async () => {
    const anna = await customer()
    expect(await refusal(buy(anna, { lots: '0.005', leverage: 900 }))).toBe(11044)
    expect(await refusal(buy(anna, { leverage: 31, stopLoss: '2' }))).toBe(11045)
    expect(await refusal(buy(anna, { stopLoss: '1.16' }))).toBe(11040)
    expect(await refusal(buy(anna, { takeProfit: '1.1' }))).toBe(11041)
    expect(await refusal(buy(anna, { stopLoss: '1.16', takeProfit: '1.1' }))).toBe(11042)
    expect(await refusal(buy(anna, { stopLoss: null }))).toBe(11040)
    expect(await refusal(buy(anna, { takeProfit: null }))).toBe(11041)
    expect(await refusal(buy(anna, { stopLoss: null, takeProfit: null }))).toBe(11042)
    expect(await refusal(buy(anna, { code: 'NOPE' }))).toBe(11001)
    expect(await refusal(buy(anna, { kind: 'limit', price: null, stopLoss: '2' }))).toBe(11046)
    expect(await refusal(buy(anna, { kind: 'limit', price: '1.16' }))).toBe(11046)
    expect(await refusal(buy(anna, { kind: 'stop', price: '1.14' }))).toBe(11046)
    expect(await refusal(buy(anna, { trailing: '0.000001' }))).toBe(11040)
    expect(await refusal(buy(anna, { expiresAt: '2030-01-01T00:00:00Z' }))).toBe(11001)
    expect(
      await refusal(
        buy(anna, {
          code: 'SPY',
          lots: '1',
          leverage: 5,
          protected: false,
          stopLoss: null,
          takeProfit: null,
        }),
      ),
    ).toBe('10015 closed')
    expect(await refusal(buy(anna, { lots: '9' }))).toBe(10011)
    fixture.clock.advance(11_000)
    expect(await refusal(buy(anna))).toBe('10015 stale')
    expect(await balance(anna)).toMatchObject({ balanceMinor: 10_000_000_000n, heldMinor: 0n })
  })

  it('has no conversion without its quote, and trades once it has one (10015)', async () => {
    const anna = await customer()
    const request = {
      code: 'DE30',
      lots: '0.01',
      leverage: 20,
      protected: false,
      stopLoss: null,
      takeProfit: null,
    }
    newBoard(2_000_000_000)
    await restart()
    steady('DE30', '24000', '24001')
    expect(await refusal(buy(anna, request))).toBe('10015 stale')
    steady('EURUSD', '1.15', '1.15')
    expect(await buy(anna, request)).toMatchObject({ margin: '345.014375', fee: '3.450144' })
  })

  it('T4: a real account trades on simulated prices only in a sandbox, and its triggers rest there too', async () => {
    const anna = { ...(await customer()), mode: 'real' as const }
    await fund({ class: 'customer', owner: anna.userId, asset: 'DEMO' }, 1n, 'demo-grant')
    newBoard(3_000_000_000, false)
    await restart()
    steady('EURUSD', '1.15', '1.1501')
    expect(await refusal(buy(anna))).toBe('10015 source')
  })

  it('honours a preview for five seconds within maxSlippage: 11043 and 11048', async () => {
    const anna = await customer()
    const one = handlers()
    const buyHere = (fields: Record<string, unknown>) =>
      one.buyContract(body(fields), anna, key()) as Promise<Order>
    const preview = (await one.previewContract(body(), anna, null)) as {
      quoteId: string
      margin: string
    }
    expect(preview.margin).toBe('383.370000')
    quote('EURUSD', '1.1502', '1.1503')
    const promise = { quoteId: preview.quoteId, maxSlippage: '0.0001' }
    expect(await refusal(buyHere(promise))).toBe(11043)
    expect((await buyHere({ ...promise, maxSlippage: '0.0002' })).openPrice).toBe('1.15031')
    expect(await refusal(buyHere({ ...promise, quoteId: `${preview.quoteId}x` }))).toBe(11048)
    fixture.clock.advance(5_001)
    quote('EURUSD', '1.1502', '1.1503')
    expect(await refusal(buyHere({ ...promise, maxSlippage: '1' }))).toBe(11048)
  })

  it('a repeated key has one effect and the first answer, also when asked fifty times at once; another body is 11003', async () => {
    const anna = await customer()
    const idempotency = key()
    const orders = await Promise.all(Array.from({ length: 50 }, () => buy(anna, {}, idempotency)))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect((await balance(anna))?.heldMinor).toBe(383_370_000n)
    fixture.clock.advance(60_000)
    expect(JSON.stringify(await buy(anna, {}, idempotency))).toBe(JSON.stringify(orders[0]))
    expect(await refusal(buy(anna, {}, { ...idempotency, bodyHash: 'b' }))).toBe(11003)
    expect(fixture.runtime.book.find(anna.userId, 'demo')?.positions.size).toBe(1)
  })

  it('of a manual close and a trigger exactly one wins', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    const closing = Array.from({ length: 20 }, () =>
      refusal(handlers().closeContract({ id: opened.id }, anna, key('a', 'closeContract'))),
    )
    await Promise.race(closing)
    quote('EURUSD', '1.13', '1.1301')
    const outcomes = await Promise.all(closing)
    await fixture.runtime.queue.settled()
    const closed = await order(anna, opened.id)
    const byHand = outcomes.filter((outcome) => outcome === 'accepted').length
    expect(byHand).toBe(closed.closeReason === 'user' ? 1 : 0)
    expect(outcomes.filter((outcome) => outcome === 11004)).toHaveLength(20 - byHand)
    const entries = await fixture.ledger.statement({ owner: anna.userId, assets: ['DEMO'], limit: 10 })
    expect(entries.filter(({ kind }) => kind === 'contract-loss')).toHaveLength(1)
    expect((await balance(anna))?.balanceMinor).toBe(
      closed.closeReason === 'user' ? 9_998_800_000n : 9_798_800_000n,
    )
  })

  it('somebody else’s order and the other mode’s are as absent as none (11004)', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    const others = [await customer(), { ...anna, mode: 'real' as const }]
    for (const other of others) {
      expect(await refusal(order(other, opened.id))).toBe(11004)
      expect(await refusal(handlers().closeContract({ id: opened.id }, other, key()))).toBe(11004)
      expect(await refusal(handlers().editContract({ id: opened.id, stopLoss: null }, other, key()))).toBe(
        11004,
      )
      expect(await refusal(handlers().getReceipt({ orderId: opened.id }, other, null))).toBe(11004)
    }
    expect(await refusal(order(anna, 'x'))).toBe(11004)
  })

  it('after a restart every open order is watched before the first quote is acted on', async () => {
    const anna = await customer()
    const opened = await buy(anna, { stopLoss: '1.14', takeProfit: '1.2' })
    await edit(anna, { id: opened.id, stopLoss: '1.145' })
    await restart()
    quote('EURUSD', '1.1445', '1.1446')
    await fixture.runtime.queue.settled()
    expect(await order(anna, opened.id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '1.14449' })
  })

  it('stops out the worst loss first until equity is above half of the margin, and the customer never goes below zero', async () => {
    const anna = await customer(1_000_000_000n)
    const plain = { protected: false, stopLoss: null, takeProfit: null }
    const first = await buy(anna, { ...plain, lots: '0.1' })
    quote('EURUSD', '1.1600', '1.1601')
    const second = await buy(anna, { ...plain, lots: '0.12' })
    quote('EURUSD', '1.12376', '1.12386')
    await fixture.runtime.queue.settled()
    expect(await order(anna, second.id)).toMatchObject({ closeReason: 'stopOut' })
    expect(await order(anna, first.id)).toMatchObject({ status: 'open' })
    quote('EURUSD', '1.093', '1.0931')
    await fixture.runtime.queue.settled()
    expect(await order(anna, first.id)).toMatchObject({ closeReason: 'stopOut' })
    expect((await balance(anna))?.balanceMinor).toBe(0n)
  })

  it('charges the swap at 17:00 New York once, three nights on Wednesday, also over a restart', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    fixture.clock.set(Date.parse('2026-11-18T22:00:01Z'))
    fixture.runtime.engine.passTime()
    fixture.runtime.engine.passTime()
    await restart()
    expect(await order(anna, opened.id)).toMatchObject({ swap: '-2.760120' })
    expect((await balance(anna))?.balanceMinor).toBe(9_997_239_880n)
  })

  it('charges the nights that passed while the server was down, with the first quote after, and none twice', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    await fixture.runtime.close()
    fixture.clock.set(Date.parse('2026-11-20T12:00:00Z'))
    newBoard(3_000_000_000)
    fixture.runtime = await open()
    expect((await balance(anna))?.balanceMinor).toBe(10_000_000_000n)
    steady('EURUSD', '1.15', '1.1501')
    // Wednesday's three nights, and Thursday's one when those are in the database, each rounded on its own.
    const { engine, queue } = fixture.runtime
    for (let night = 0; night < 2; night++) {
      await engine.caughtUp()
      await queue.settled()
      engine.passTime()
    }
    expect(await order(anna, opened.id)).toMatchObject({ swap: '-3.680160' })
    expect((await balance(anna))?.balanceMinor).toBe(9_996_319_840n)
  })

  it('keeps the installation’s key readable by its owner alone', () => {
    expect(statSync(join(fixture.dataDir, 'keys', 'receipts.pem')).mode & 0o777).toBe(0o600)
    expect(openReceiptSigner(fixture.dataDir).keySet).toEqual(fixture.signer.keySet)
  })

  it('a changed receipt is found out, by its signature and by its numbers', async () => {
    const anna = await customer()
    const opened = await buy(anna)
    const { document, keyId, signature } = await receiptOf(anna, opened.id)
    const changed = { ...document, order: { ...document.order, margin: '1.000000' } }
    const verdict = verifyReceipt({ document: changed, keyId, signature }, fixture.signer.keySet)
    expect(verdict.signed).toBe(false)
    expect(verdict.findings).toContain('margin of the order: stated 1.000000, computed 383.370000')
  })
})

describe('margin call (rulebook Contracts)', () => {
  it('is told once each time the margin level comes down to 100 %', async () => {
    const anna = await customer(500_000_000n)
    await buy(anna, plain)
    const mine = () => fixture.notices.filter(({ userId }) => userId === anna.userId).map(({ data }) => data)
    const storedCount = async () => (await noticesOf(fixture.db, anna.userId, null, 10)).items.length
    const quotes = async (...bids: string[]) => {
      for (const bid of bids) quote('EURUSD', bid, (Number(bid) + 0.0001).toFixed(4))
      await fixture.runtime.marginCalls.write()
    }
    await quotes('1.1389')
    expect(mine()).toEqual([])
    await quotes('1.1388', '1.1385', '1.1384', '1.138')
    expect(mine()).toMatchObject([
      {
        kind: 'marginCall',
        mode: 'demo',
        at: new Date(start).toISOString(),
        facts: { equity: '382.800000', marginUsed: '383.370000', marginLevel: '0.9985' },
      },
    ])
    expect(await storedCount()).toBe(1)
    // Another engine goes on: who still stands below knows already.
    await restart()
    await quotes('1.1384', '1.138')
    expect([mine().length, await storedCount()]).toEqual([1, 1])
    await quotes('1.15')
    fixture.runtime.engine.recallMargins()
    await quotes('1.138', '1.1379')
    expect([mine().length, await storedCount()]).toEqual([2, 2])
    // Above again when it ends: the next fall is a new one in either engine.
    await quotes('1.15')
    fixture.runtime.engine.recallMargins()
    await restart()
    await quotes('1.1499', '1.138')
    expect([mine().length, await storedCount()]).toEqual([3, 3])
  })

  it('is over with the last position, and an engine that was overtaken tells nobody', async () => {
    const anna = await customer(500_000_000n)
    const mine = () => fixture.notices.filter(({ userId }) => userId === anna.userId).length
    const called = async () => {
      const rows = await fixture.db.query.selectFrom('orders_margin_calls').selectAll().execute()
      return rows.filter(({ user_id }) => user_id === anna.userId).length
    }
    const { id } = await buy(anna, plain)
    quote('EURUSD', '1.138', '1.1381')
    await fixture.runtime.marginCalls.write()
    expect([mine(), await called()]).toEqual([1, 1])
    // Ended before the row was taken away: the next engine does it.
    await close(anna, { id })
    await fixture.db.query
      .insertInto('orders_margin_calls')
      .values({ user_id: anna.userId, mode: 'real' })
      .execute()
    await restart()
    expect(await called()).toBe(0)
    await fund({ class: 'customer', owner: anna.userId, asset: 'DEMO' }, 100_000_000n, 'demo-grant')
    quote('EURUSD', '1.15', '1.1501')
    await buy(anna, plain)
    await fixture.db.pool.query('UPDATE orders_lease SET fence = fence + 1')
    quote('EURUSD', '1.138', '1.1381')
    await expect(fixture.runtime.marginCalls.write()).rejects.toMatchObject({ code: 'CA001' })
    expect([mine(), await called()]).toEqual([1, 0])
    await fixture.db.pool.query('UPDATE orders_lease SET fence = fence - 1')
  })
})
