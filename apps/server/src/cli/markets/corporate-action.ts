import { type ActionRefusal, actionNoticeMs, requestAction } from '../../market-data/market-events/actions.ts'
import { CommandError, say } from '../say.ts'
import { typed, whoTypes } from './market-halt.ts'

const refusals: Readonly<Record<ActionRefusal, string>> = {
  'unknown-market': 'There is no such market.',
  'not-a-stock': 'Only stocks are split and pay dividends.',
  'bad-ratio': '--ratio must be new to old shares, whole numbers up to 1000, such as 4:1 or 1:10.',
  'bad-amount': '--amount must be the dividend per share in its currency, such as 0.26.',
  'in-the-past': '--at is in the past: who held the shares then is no longer known.',
  'too-soon':
    '--at must be at least five seconds ahead: every process has to know the action before its moment.',
  'asked-already': 'This market already has such an action at that time.',
}

export interface ActionOptions {
  readonly data: string
  readonly market: string
  readonly at?: string
  readonly by?: string
}

/** Puts a split or a dividend on the calendar of an installation, also of a running server. */
async function requestCommand(
  { data, market, at, by }: ActionOptions,
  kind: 'split' | 'dividend',
  value: string,
): Promise<void> {
  const given = at === undefined ? null : Date.parse(at)
  if (Number.isNaN(given)) throw new CommandError('--at must be a time such as 2026-12-01T14:30:00Z.')
  let moment = 0
  await typed(data, refusals, async (tx, clock) => {
    moment = given ?? clock.now() + 2 * actionNoticeMs
    const request = { code: market, kind, value, at: moment, by: whoTypes(by) }
    return {
      refused: await requestAction(tx, clock, request),
      entry: {
        action: `markets.${kind}`,
        subject: `market:${market}`,
        after: { value, at: moment, by: request.by },
      },
    }
  })
  say(`${market}: ${kind} ${value} at ${new Date(moment).toISOString()}.`)
}

export const splitCommand = (options: ActionOptions & { readonly ratio: string }): Promise<void> =>
  requestCommand(options, 'split', options.ratio)

export const dividendCommand = (options: ActionOptions & { readonly amount: string }): Promise<void> =>
  requestCommand(options, 'dividend', options.amount)
