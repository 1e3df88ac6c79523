import * as refusals from '@candor/refusals/codes.ts'
import { expect, test } from 'vitest'
import { CallFailure } from '../../session/calls/failure.ts'
import { cancelOrders } from './cancel-orders.ts'

const orders = ['a', 'b', 'c'].map((id) => ({ id }))

/** Cancels everything but the named orders, and records which were tried. */
function cancelBut(failures: Readonly<Record<string, Error>>) {
  const tried: string[] = []
  const cancel = async (id: string) => {
    tried.push(id)
    const failure = failures[id]
    if (failure !== undefined) throw failure
  }
  return { tried, cancel }
}

test('I15.14m: orders are cancelled one after another; one that was filled meanwhile stops no other', async () => {
  const { tried, cancel } = cancelBut({ b: new CallFailure(refusals.notFound) })
  expect(await cancelOrders(orders, cancel)).toEqual({ cancelled: 2, refused: 1, failure: null })
  expect(tried).toEqual(['a', 'b', 'c'])
})

test('I15.14m: without a network the rest is left, and said so', async () => {
  const failure = new CallFailure('network')
  const { tried, cancel } = cancelBut({ b: failure })
  expect(await cancelOrders(orders, cancel)).toEqual({ cancelled: 1, refused: 0, failure })
  expect(tried).toEqual(['a', 'b'])
})
