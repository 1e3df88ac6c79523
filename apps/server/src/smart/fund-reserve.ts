import { reserveSources } from '@candor/contract/smart-ops.ts'
import { Amount } from '@candor/money'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type AccountClass, type AccountRef, house, type Ledger, type Posting } from '../ledger/ledger.ts'
import type { ProposalKind } from '../operators/proposal-kind.ts'
import { writeUsdt } from './plan-on-wire.ts'
import { addReserveMove } from './products-store.ts'
import { houseMoney } from './smart-store.ts'

// A type and not an interface: it has to be plain JSON.
export type ReserveChange = {
  direction: 'in' | 'out'
  source: (typeof reserveSources)[number] | null
  amount: string
}
const payloadOf = z.object({
  direction: z.enum(['in', 'out']),
  source: z.enum(reserveSources).nullable(),
  amount: z.string(),
})

const ofHouse = (name: AccountClass): AccountRef => ({ class: name, owner: house, asset: 'USDT' })
const reserve = ofHouse('yield-reserve')
const capital = ofHouse('trading-capital')
const issue = (path: string, code: string) => new Refusal(11001, { issues: [{ path, code }] })
const plain = (label: string, value: string) => ({ label, value, tone: 'plain' as const })

const words: Readonly<Record<(typeof reserveSources)[number], string>> = {
  world: 'the operator, from outside these books',
  'swap-revenue': 'earned by swaps (swap-revenue)',
  'loan-interest': 'earned by loans (loan-interest)',
}

interface Move {
  readonly kind: 'operator-funding' | 'reserve-funding' | 'reserve-return'
  readonly from: AccountRef
  readonly to: AccountRef
  readonly minor: bigint
}

/** Where the money goes; refuses with 11001 an amount that is none, and money put in from nowhere. */
function readMove({ direction, source, amount }: ReserveChange): Move {
  const minor = Amount.parse('USDT', amount)?.minor
  if (minor === undefined || minor <= 0n) throw issue('amount', 'decimal')
  if (direction === 'out') return { kind: 'reserve-return', from: reserve, to: capital, minor }
  if (source === null) throw issue('source', 'required')
  const kind = source === 'world' ? 'operator-funding' : 'reserve-funding'
  return { kind, from: ofHouse(source), to: reserve, minor }
}

/**
 * Refuses with 11001 at the amount what the paying side does not have free: `promised` for the reserve, whose held part belongs to open plans
 * (trust T2), `short` for what was earned. The ledger decides the same again when it is posted.
 */
export async function judgeMove(reader: Kysely<Schema> | Tx, change: ReserveChange): Promise<Move> {
  const move = readMove(change)
  if (move.from.class === 'world') return move
  const { balance, held } = await houseMoney(reader, move.from.class)
  if (balance - held < move.minor) throw short(change)
  return move
}

const short = ({ direction }: ReserveChange) => issue('amount', direction === 'out' ? 'promised' : 'short')

const postingOf = (id: string, { kind, from, to, minor }: Move): Posting => ({
  id: `reserve:${id}`,
  reference: id,
  steps: [{ do: 'transfer', kind, from, to, minor }],
})

/** The yield reserve, filled or partly emptied by two people (decision 0133). What plans are promised is held: it never leaves but to them (trust T2). */
export const reserveKind = ({
  clock,
  ledger,
}: {
  readonly clock: Clock
  readonly ledger: Ledger
}): ProposalKind<ReserveChange> => ({
  kind: 'smart.reserve',
  roles: ['finance', 'admin'],
  parse: (payload) => payloadOf.parse(payload),
  show: async (_db, change) => {
    const { minor } = readMove(change)
    const amount = `${writeUsdt(minor)} USDT`
    const into = change.direction === 'in'
    return {
      summary: into ? `Put ${amount} into the yield reserve` : `Take ${amount} out of the yield reserve`,
      sections: [
        {
          title: 'Yield reserve',
          rows: [
            plain('Amount', amount),
            plain('From', into && change.source !== null ? words[change.source] : 'the yield reserve'),
            plain('To', into ? 'the yield reserve' : 'trading-capital'),
            plain(
              'What plans are promised',
              into ? 'stays covered' : 'stays held: only what is promised to nobody can go',
            ),
          ],
          images: [],
        },
      ],
    }
  },
  judge: judgeMove,
  apply: async (tx, change, people) => {
    const move = readMove(change)
    await ledger.open([move.from, move.to], tx)
    const [outcome] = await ledger.postIn(tx, [postingOf(people.proposalId, move)])
    if (outcome?.ok === false && outcome.why === 'insufficient') throw short(change)
    if (outcome?.ok !== true) throw new Error('the ledger refused to move the yield reserve')
    const place = change.direction === 'out' ? 'trading-capital' : (change.source ?? 'world')
    await addReserveMove(tx, { direction: change.direction, place, minor: move.minor }, people, clock.now())
  },
})
