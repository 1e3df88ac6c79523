import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { marketOf, marketsOf } from '../quotes/market-calls.ts'
import type { RefusalCounts } from './refusal-counts.ts'

type Filling = Required<
  Pick<Handlers, 'buyContract' | 'closeContract' | 'closeAllContracts' | 'reverseContract'>
>

/** Wraps the calls that place an order or fill at the market, so that their refusals are counted by reason (trust T23). */
export function countedRefusals<H extends Filling>(
  runtime: TradingRuntime,
  refusals: RefusalCounts,
  handlers: H,
): H {
  const ofOrder = (caller: Caller, id: string) => () => marketOf(runtime, caller, id)
  const counted: Filling = {
    buyContract: (input, caller, key) =>
      refusals.during(caller, { call: 'buyContract', codes: () => [input.code] }, () =>
        handlers.buyContract(input, caller, key),
      ),
    closeContract: (input, caller, key) =>
      refusals.during(caller, { call: 'closeContract', codes: ofOrder(caller, input.id) }, () =>
        handlers.closeContract(input, caller, key),
      ),
    closeAllContracts: (input, caller, key) =>
      refusals.during(
        caller,
        { call: 'closeAllContracts', codes: () => marketsOf(runtime, caller, input.code ?? null) },
        () => handlers.closeAllContracts(input, caller, key),
      ),
    reverseContract: (input, caller, key) =>
      refusals.during(caller, { call: 'reverseContract', codes: ofOrder(caller, input.id) }, () =>
        handlers.reverseContract(input, caller, key),
      ),
  }
  return { ...handlers, ...counted }
}
