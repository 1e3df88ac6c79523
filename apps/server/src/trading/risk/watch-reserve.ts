import type { AccountMode, Reserve } from '@candor/contract'
import { parseRate, writeUsdt } from '@candor/money'
import { type ReserveState, reserveState } from '@candor/rules'
import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import type { Json } from '../../platform/json.ts'
import type { CapitalState } from './trading-capital.ts'
import { countUnpaidClosings, showUnpaidClosings } from './unpaid-closings/show-unpaid-closings.ts'

export interface ReserveWatchOptions {
  readonly db: Database
  readonly capitalState: (mode: AccountMode) => CapitalState
  readonly parameters: { value(key: ParameterKey): Promise<Json> }
  /** Stores the open profit of all real customers, for readers that must not wait for the engine. */
  readonly keepOpenProfit: (minor: bigint) => Promise<void>
  readonly log: {
    warn(details: object, message: string): void
    info(details: object, message: string): void
  }
}

export interface ReserveWatch {
  /** For the console. */
  readonly reserve: () => Promise<Reserve>
  readonly job: Job
}

const modes: readonly AccountMode[] = ['real', 'demo']
const stateMessages: Readonly<Record<ReserveState, string>> = {
  ok: 'the trading capital covers customers’ open profit again',
  warn: 'customers’ open profit comes close to the trading capital',
  halted: 'customers’ open profit has reached the trading capital: new risk is refused',
}

const cannotPay = 'the operator’s accounts cannot pay closings that are due: they are retried with each quote'

/** Checks the operator's capital every few seconds, and the closings it cannot pay, and logs each change (rulebook, Whose money pays). */
export function watchReserve({
  db,
  capitalState,
  parameters,
  keepOpenProfit,
  log,
}: ReserveWatchOptions): ReserveWatch {
  const last = new Map<AccountMode, ReserveState>()
  const lastUnpaid = new Map<AccountMode, number>()
  const reserve = async (): Promise<Reserve> => {
    const warnFrom = String(await parameters.value('reserve.warnFrom'))
    const from = parseRate(warnFrom)
    if (from === null) throw new Error(`reserve.warnFrom is not a fraction: ${warnFrom}`)
    const unpaidClosings = await countUnpaidClosings(db)
    const sides = modes.map((mode) => {
      const { wouldWinMinor, capitalMinor } = capitalState(mode)
      return {
        mode,
        wouldWin: writeUsdt(wouldWinMinor),
        capital: writeUsdt(capitalMinor),
        state: reserveState(wouldWinMinor, capitalMinor, from),
        unpaidClosings: unpaidClosings.get(mode) ?? 0,
      }
    })
    return { warnFrom, sides, unpaid: await showUnpaidClosings(db) }
  }
  const logUnpaid = (mode: AccountMode, unpaidClosings: number) => {
    const before = lastUnpaid.get(mode) ?? 0
    lastUnpaid.set(mode, unpaidClosings)
    if (unpaidClosings > before) log.warn({ mode, unpaidClosings }, cannotPay)
    if (unpaidClosings === 0 && before > 0) log.info({ mode }, 'no unpaid closing is left')
  }
  const look = async () => {
    await keepOpenProfit(capitalState('real').wouldWinMinor)
    for (const { mode, state, unpaidClosings, ...amounts } of (await reserve()).sides) {
      const before = last.get(mode) ?? 'ok'
      last.set(mode, state)
      if (state !== before) log[state === 'ok' ? 'info' : 'warn']({ mode, ...amounts }, stateMessages[state])
      logUnpaid(mode, unpaidClosings)
    }
  }
  return { reserve, job: { name: 'watch-reserve', noCases: 'looks at sums', everyMs: 5_000, run: look } }
}
