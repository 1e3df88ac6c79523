import { describe, expect, it } from 'vitest'
import { fieldOfPurchaseRefusal, purchaseFigures, purchaseProblems } from './purchase-form.ts'

const auction = {
  saleKind: 'auction',
  price: '40.000000',
  nextBid: '42.000000',
  feeRate: '0.05',
  chain: 'ethereum',
} as const
const fixed = { ...auction, saleKind: 'fixed', nextBid: null } as const
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const reasons = (...given: Parameters<typeof purchaseProblems>) =>
  purchaseProblems(...given).map(({ field, reason }) => `${field} ${reason}`)

describe('buying and bidding', () => {
  it('T19: shows what reaches the charity and what the operator keeps, by the server’s rule', () => {
    expect(purchaseFigures({ amount: '42', address }, auction)).toEqual({
      amount: '42.000000',
      charity: '39.900000',
      fee: '2.100000',
    })
    expect(purchaseFigures({ amount: '', address }, fixed)?.amount).toBe('40.000000')
    expect(purchaseFigures({ amount: 'x', address }, auction)).toBeNull()
  })
  it('says what the server would refuse, each at its field', () => {
    expect(reasons({ amount: '42', address }, auction, '100')).toEqual([])
    expect(reasons({ amount: '', address: '' }, auction, '100')).toEqual([
      'amount required',
      'address required',
    ])
    expect(reasons({ amount: '4x', address }, auction, '100')).toEqual(['amount notAnAmount'])
    expect(reasons({ amount: '41.99', address }, auction, '100')).toEqual(['amount below'])
    expect(reasons({ amount: '42', address }, auction, '41')).toEqual(['amount funds'])
    expect(reasons({ amount: '', address }, fixed, '39')).toEqual(['amount funds'])
    expect(reasons({ amount: '42', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }, auction, null)).toEqual([
      'address address',
    ])
    expect(
      reasons(
        { amount: '42', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
        { ...auction, chain: 'tron' },
        null,
      ),
    ).toEqual([])
  })
  it('spec §8: each refusal is shown at its field', () => {
    expect([10016, 11050, 10011, 10021, 10020, 10024].map(fieldOfPurchaseRefusal)).toEqual([
      'amount',
      'amount',
      'amount',
      'address',
      'form',
      'form',
    ])
  })
})
