import { secondMs } from '@candor/rules/time-units.ts'
import type { Alert } from '../../../back-office/dashboard/work-queue.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { namesInAlert } from '../../../platform/names-in-alert.ts'
import { showHedging } from './show-hedging.ts'

/** A connection may be lost for this long before it needs attention. */
const patientMs = 15 * secondMs
const longestResidualMs = 30 * secondMs

/** Checks whether hedging is away: the venue is not connected, or the engine has not looked for a while. */
export async function isHedgingAway(reader: Reader, now: number): Promise<boolean> {
  const states = await reader.selectFrom('hedging_states').select(['at', 'connected', 'since']).execute()
  return states.some(
    ({ at, connected, since }) =>
      now - Number(at) > patientMs || (!connected && (since === null || now - Number(since) > patientMs)),
  )
}

/** Lists what of hedging needs an operator. Differences with the venue are the worst. */
export async function hedgingAlerts(reader: Reader, now: number): Promise<readonly Alert[]> {
  const { venue, stop, markets, unpaid } = await showHedging(reader)
  if (venue === null) return []
  const found: Alert[] = []
  const note = (tone: Alert['tone'], text: string, codes: readonly string[] | null) => {
    if (codes === null || codes.length > 0)
      found.push({ tone, text: codes === null ? text : `${text}: ${namesInAlert(codes)}`, sinceMs: null })
  }
  const codesOf = (passes: (market: (typeof markets)[number]) => boolean) =>
    markets.filter(passes).map(({ code }) => code)
  note(
    'bad',
    'Our books and the venue’s drop copy differ',
    codesOf(({ comparison }) => comparison?.agrees === false),
  )
  if (await isHedgingAway(reader, now))
    note('bad', `The venue ${venue.name} cannot be reached: nothing is hedged`, null)
  note(
    'bad',
    'More than the limit is not hedged',
    codesOf(({ residualMs }) => residualMs > longestResidualMs),
  )
  note(
    'warn',
    'The sizes in the settings do not fit the venue',
    codesOf(({ hindrance }) => hindrance === 'terms'),
  )
  if (unpaid > 0) note('warn', 'The account of hedging money cannot pay for executions', null)
  if (stop !== null) note('warn', 'Hedging is stopped', null)
  else
    note(
      'warn',
      'Hedging is stopped',
      codesOf((market) => market.stop !== null),
    )
  return found
}
