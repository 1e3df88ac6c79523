import type { ContractEngine } from '../engine/engine.ts'
import type { Requester } from '../engine/engine-context.ts'

/**
 * Decides in the account's turn, as `ContractEngine.inTurn`, once the requester's prices are fresh or the time for waiting is over. The last
 * look at the prices and the decision are one step.
 */
export async function decideInTurn<T>(
  engine: ContractEngine,
  requester: Requester,
  code: string | null,
  decide: () => T,
): Promise<T> {
  for (;;) {
    const step = await engine.inTurn(requester, code, () => {
      const obstacle = requester.prices?.obstacle() ?? null
      return obstacle === null ? { decided: decide() } : { obstacle }
    })
    if ('decided' in step) return step.decided
    await step.obstacle
  }
}
