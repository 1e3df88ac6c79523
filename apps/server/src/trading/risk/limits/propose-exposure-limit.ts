import { plainRow, riskOps } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ProposalKind } from '../../../back-office/proposals/proposal-kind.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { readUsdt } from '../../../platform/http/read-usdt.ts'
import { invalidField } from '../../../platform/http/refusal.ts'
import { changeLimit, limitOf, lockLimits } from './exposure-limits-store.ts'

const payloadOf = z.object({ code: z.string(), limit: z.string().nullable() })
export type LimitProposal = z.infer<typeof payloadOf>

interface LimitContext {
  readonly clock: Clock
  readonly isMarket: (code: string) => boolean
}

/** Limits before and after a change, in USDT's smallest unit; null: none. */
interface JudgedLimit {
  readonly before: bigint | null
  readonly after: bigint | null
}

/** Refuses a market that does not exist, an amount that is none, and a change that changes nothing. */
export async function judgeLimit(
  { isMarket }: Pick<LimitContext, 'isMarket'>,
  reader: Kysely<Schema>,
  { code, limit }: LimitProposal,
): Promise<JudgedLimit> {
  if (!isMarket(code)) throw invalidField('code', 'unknown-market')
  const after = limit === null ? null : readUsdt('limit', limit)
  const before = await limitOf(reader, code)
  if (before === after) throw invalidField('limit', 'unchanged')
  return { before, after }
}

/** The proposal that sets, changes or removes the exposure limit of a market. It holds at once: no customer's terms depend on it. */
export const exposureLimitKind = (context: LimitContext): ProposalKind<LimitProposal> => ({
  kind: 'risk.exposureLimit',
  roles: riskOps.opsProposeExposureLimit.roles,
  parse: (payload) => payloadOf.parse(payload),
  show: async (reader, change) => {
    const before = await limitOf(reader, change.code)
    const after = change.limit === null ? null : readUsdt('limit', change.limit)
    return {
      summary:
        after === null
          ? `Remove the exposure limit of ${change.code}`
          : `Keep at most ${amountText(after)} net in ${change.code}`,
      sections: [
        {
          title: `Exposure limit of ${change.code}`,
          rows: [
            {
              label: 'Largest net position, in either direction',
              value: `${amountText(before)} → ${amountText(after)}`,
              tone: 'warn',
            },
            plainRow('Beyond it', effectText(after)),
            plainRow('Never affected', 'closing and reducing, orders towards zero, and demo accounts'),
            plainRow('Takes effect', 'within a second of the approval; customers are not notified'),
          ],
          images: [],
        },
      ],
    }
  },
  judge: (reader, change) => judgeLimit(context, reader, change),
  apply: async (tx, change, { proposalId, ...people }) => {
    await lockLimits(tx)
    const { after } = await judgeLimit(context, tx, change)
    await changeLimit(tx, {
      ...{ id: proposalId, code: change.code, most: after, ...people },
      at: context.clock.now(),
    })
  },
})

/** `50,000 USDT`, without zeros after the point. */
const amountText = (minor: bigint | null): string =>
  minor === null ? 'no limit' : `${formatUsdt(minor)} USDT`

function formatUsdt(minor: bigint): string {
  const [whole = '', fraction = ''] = writeUsdt(minor).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? grouped : `${grouped}.${rest}`
}

const effectText = (after: bigint | null): string =>
  after === null
    ? 'nothing is refused'
    : 'laid off where the market is hedged; otherwise new real-money positions in that direction are refused, and pending orders are cancelled when they trigger'
