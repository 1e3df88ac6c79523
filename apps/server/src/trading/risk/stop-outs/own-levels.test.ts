import { rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../platform/sha256.ts'
import { checkAccountLines } from '../../../proofs/receipts/checks/check-account-lines.ts'
import type { Receipt } from '../../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../../proofs/receipts/verify-receipt.ts'
import {
  buy,
  customer,
  fixture,
  handlers,
  limit,
  order,
  plain,
  quote,
  receiptOf,
  restart,
  reverse,
  useContractsFixture,
} from '../../../testing/contracts-fixture.ts'

useContractsFixture()

/** 1 lot at 1.15011 and a leverage of 30: a margin of 3 833.7. */
const whole = { ...plain, lots: '1' }
/** Half of it: 1 916.85. */
const half = { ...plain, lots: '0.5' }
/** Sells at 1.12009: a loss of 3 002 on a lot. */
const fall = () => quote('EURUSD', '1.1201', '1.1202')
const lossMinor = 3_002_000_000n

function changeLevels(call: string, closeOut: string): void {
  const levels = { call: rate(call), closeOut: rate(closeOut) }
  fixture.board.scheduleMarginLevels([{ from: fixture.clock.now(), levels }])
}

const settled = () => fixture.runtime.queue.settled()

type Changes = (order: Record<string, string>, account: Record<string, string>) => void
const changed = ({ document, ...rest }: Receipt, change: Changes): Receipt => {
  const lie = structuredClone(document) as {
    order: Record<string, string>
    events: { account?: Record<string, string> }[]
  }
  change(lie.order, lie.events.at(-1)?.account ?? {})
  return { ...rest, document: lie }
}
/** Finds the faults of a receipt that the operator signed again after the change. */
const findingsOf = (receipt: Receipt, change: Changes): readonly string[] =>
  verifyReceipt(fixture.signer.sign(changed(receipt, change).document), fixture.signer.keySet).findings

describe('trust T18: a position keeps the close-out level it was opened under', () => {
  it('an account of 50 % and 80 % is stopped out at equity ≤ m1 × 0.5 + m2 × 0.8 and not a unit above, after a restart too, and its receipt shows it', async () => {
    // 3 833.7 × 0.5 + 1 916.85 × 0.8 = 3 450.33, and a loss of 3 002 and 1 501.
    const line = 3_450_330_000n + (lossMinor * 3n) / 2n
    const [at, above] = [await customer(line), await customer(line + 1n)]
    const opened = new Map<typeof at, string>()
    for (const one of [at, above]) opened.set(one, (await buy(one, whole)).id)
    changeLevels('1.2', '0.8')
    const second = await buy(at, half)
    await buy(above, half)
    expect(second.terms).toMatchObject({ marginCall: '1.2', marginCloseOut: '0.8' })
    await restart()
    fall()
    await settled()
    const first = opened.get(at) ?? ''
    expect(await order(at, first)).toMatchObject({
      ...{ status: 'closed', closeReason: 'stopOut' },
      terms: { marginCall: '1', marginCloseOut: '0.5' },
    })
    expect((await order(at, second.id)).status).toBe('open')
    expect((await order(above, opened.get(above) ?? '')).status).toBe('open')
    expect(fixture.runtime.book.find(at.userId, at.mode)?.closeOutSum).toBe(1_533_480_000n * 10n ** 12n)

    quote('EURUSD', '1.1201', '1.1202')
    const receipt = await receiptOf(at, first)
    expect(receipt.document).toMatchObject({
      order: { marginCloseOut: '0.5' },
      events: expect.arrayContaining([
        expect.objectContaining({
          account: expect.objectContaining({ equity: '3450.330000', closeOutAt: '3450.33' }),
        }),
      ]),
    })
    const { findings, proven } = verifyReceipt(receipt, fixture.signer.keySet)
    expect(findings).toEqual([])
    expect(proven.join()).toMatch(/equity 3450\.330000 was at or below 3450\.33, the close-out levels/)
    // A changed level is not what was signed, and signed again it does not fit the rest.
    const raised = changed(receipt, (of) => Object.assign(of, { marginCloseOut: '0.8' }))
    expect(verifyReceipt(raised, fixture.signer.keySet).signed).toBe(false)
    expect(
      findingsOf(receipt, (_order, account) => Object.assign(account, { closeOutAt: '3450.329999' })),
    ).toEqual([expect.stringMatching(/equity 3450\.330000 is above 3450\.329999/)])
    expect(findingsOf(receipt, (_order, account) => void delete account.closeOutAt)).toEqual(
      expect.arrayContaining([expect.stringMatching(/the equity at which positions close is not shown/)]),
    )
    // With the positions, which the customer has, the order's level and the sum follow.
    const held = await handlers().receiptAccount({ orderId: first }, at, null)
    const file = JSON.parse(JSON.stringify(held)) as {
      orderId: string
      events: { event: number; lines: string[] }[]
    }
    const check = (of: Receipt, lines = file) => checkAccountLines(of.document, lines).findings.join('\n')
    expect(check(receipt)).toBe('')
    expect(check(raised)).toMatch(/the order has another close-out level there/)
    const lowered = structuredClone(file)
    for (const event of lowered.events)
      event.lines = event.lines.map((text) => text.replace('|800000000000', ''))
    const hash = sha256(lowered.events[0]?.lines.join('\n') ?? '')
    const hidden = changed(receipt, (_order, account) => Object.assign(account, { positionsHash: hash }))
    expect(check(hidden, lowered)).toMatch(
      /equity at which positions close: stated 3450.33, computed 2875.275/,
    )
  })

  it('a change of the parameter stops no old position earlier, and one that states no level has the standard one', async () => {
    // Half of 3 833.7, and a loss of 3 002.
    const line = 1_916_850_000n + lossMinor
    const [at, above, waiting] = [await customer(line), await customer(line + 1n), await customer(line + 1n)]
    const [atLine, aboveLine] = [await buy(at, whole), await buy(above, whole)]
    const waits = await limit(waiting, { ...whole, price: '1.149' })
    changeLevels('2', '0.8')
    // As an order from before levels could be changed.
    await fixture.db.pool.query(
      `UPDATE orders_contracts SET terms = terms - 'marginCall' - 'marginCloseOut' WHERE id = ANY ($1::uuid[])`,
      [[atLine.id, aboveLine.id]],
    )
    await restart()
    quote('EURUSD', '1.1489', '1.14898')
    await settled()
    expect(await order(waiting, waits.id)).toMatchObject({ status: 'open', terms: { marginCloseOut: '0.5' } })
    fall()
    await settled()
    expect((await order(at, atLine.id)).closeReason).toBe('stopOut')
    expect(await order(above, aboveLine.id)).toMatchObject({
      status: 'open',
      terms: { marginCloseOut: '0.5' },
    })
    expect((await order(waiting, waits.id)).status).toBe('open')
    quote('EURUSD', '1.1201', '1.1202')
    const receipt = await receiptOf(at, atLine.id)
    expect(verifyReceipt(receipt, fixture.signer.keySet)).toMatchObject({ signed: true, findings: [] })
    // It was its account's only position: another level is found without the others.
    expect(findingsOf(receipt, (of) => Object.assign(of, { marginCloseOut: '0.8' }))).toEqual([
      expect.stringMatching(/close-out: stated 1916\.85, computed 3066\.96/),
    ])
  })

  it('a reversal opens under the levels of now, and the margin call follows them', async () => {
    const anna = await customer()
    const old = await buy(anna, half)
    changeLevels('2', '0.6')
    const turned = await reverse(anna, { id: old.id })
    expect(turned.terms).toMatchObject({ marginCall: '2', marginCloseOut: '0.6' })
    const account = fixture.runtime.book.find(anna.userId, anna.mode)
    expect([account?.called, account?.callSum]).toEqual([
      false,
      (account?.usedMarginMinor ?? 0n) * 2n * 10n ** 12n,
    ])
  })
})
