import type { OrderStatus } from '@candor/rules'
import { contractMoves } from '@candor/rules/orders/contract.ts'
import { expect, test } from 'vitest'
import { moveOrder } from './order-moves.ts'
import type { Position } from './position.ts'

const states = Object.keys(contractMoves) as OrderStatus[]

test('I13.2: an order moves by the table of the rules, and any other move stops before the database', () => {
  for (const from of states)
    for (const to of states) {
      const position = { id: 'order-1', status: from } as Position
      if (contractMoves[from].includes(to)) {
        moveOrder(position, to)
        expect(position.status).toBe(to)
      } else
        expect(() => moveOrder(position, to)).toThrow(`an order cannot become ${to} from ${from}: order-1`)
    }
})
