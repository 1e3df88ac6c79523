import type { ContractOrder } from '@candor/contract'
import type { Decision } from '@candor/rules'
import { orRefuse, Refusal } from '../http/refusal.ts'
import { committed } from './answer-once.ts'
import type { ContractsRoom } from './contracts-room.ts'
import type { Asker, Decided } from './engine-parts.ts'

/** What was closed, and what could not be, with its code and reason. */
export interface ClosedAll {
  readonly closed: ContractOrder[]
  readonly refused: { readonly id: string; readonly code: number; readonly reason: string | null }[]
}

/** Closes all that is open, or all of one market, the oldest first; what cannot be closed now stays and is named. */
export async function closeAll(room: ContractsRoom, asker: Asker, code: string | null): Promise<ClosedAll> {
  if (code !== null && room.board.market(code) === null)
    throw new Refusal(11001, { issues: [{ path: 'code', code: 'unknown_market' }] })
  const account = room.book.find(asker.userId, asker.mode)
  const mine = [...(account?.positions.values() ?? [])]
    .filter(({ market }) => code === null || market.code === code)
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  // All are decided in this turn, at the quotes of one moment.
  const decided = mine.map(({ id }) => ({ id, decision: room.engine.close(id, { ...asker, key: null }) }))
  const all: ClosedAll = { closed: [], refused: [] }
  for (const { id, decision } of decided) {
    const answer = await outcomeOf(decision)
    if (answer instanceof Refusal) all.refused.push(refusal(id, answer))
    else all.closed.push(answer)
  }
  return all
}

async function outcomeOf(decision: Decision<Decided>): Promise<ContractOrder | Refusal> {
  try {
    return await committed(orRefuse(decision))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const refusal = (id: string, { code, details }: Refusal) => ({
  id,
  code,
  reason: typeof details?.reason === 'string' ? details.reason : null,
})
