import { plainRow } from '@candor/contract'
import { Amount } from '@candor/money'
import {
  decideTakingOut,
  type TreasuryAct,
  type TreasuryEnds,
  treasuryActs,
  treasuryEnds,
  treasuryPlaces,
} from '@candor/rules'
import { z } from 'zod'
import { type AccountRef, house } from '../../ledger/ledger.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { invalidField, orRefuse } from '../../platform/http/refusal.ts'
import type { ProposalKind, ProposalPeople } from '../proposals/proposal-kind.ts'
import { standingOf, treasuryRates } from './account-standing.ts'
import { placeWords } from './place-words.ts'
import type { TreasuryContext } from './treasury-context.ts'
import { addMove, isReferenceBooked } from './treasury-store.ts'

const payloadOf = z.object({
  act: z.enum(treasuryActs),
  place: z.enum(treasuryPlaces),
  to: z.enum(treasuryPlaces).nullable(),
  coin: z.enum(['USDT', 'BTC', 'ETH']),
  amount: z.string(),
  reference: z.string().trim().min(3).max(120),
})
export type MovePayload = z.infer<typeof payloadOf>

export const treasuryKind = 'treasury.move'
const roles = ['finance', 'admin'] as const

/** Refuses with `invalidInput` at its field what is no move of the treasury. */
export const endsOf = ({ act, place, to, coin, amount }: MovePayload): TreasuryEnds =>
  orRefuse(treasuryEnds({ act, place, to, coin, minor: Amount.parse(coin, amount)?.minor ?? null }))

/**
 * Refuses with `invalidInput` what cannot be done now: a reference that was booked before, or more than is free in the paying account. The ledger
 * and the table decide both again when it is posted.
 */
export async function judgeMove(
  context: TreasuryContext,
  reader: Reader,
  payload: MovePayload,
): Promise<TreasuryEnds> {
  const ends = endsOf(payload)
  const { coin, reference, act } = payload
  const out = ends.to === 'world'
  if (act !== 'move' && (await isReferenceBooked(reader, { coin, out, reference })))
    throw invalidField('reference', 'used')
  if (ends.from === 'world') return ends
  const account = { place: ends.from, coin }
  orRefuse(
    decideTakingOut(
      ends.minor,
      await standingOf(context, reader, account, await treasuryRates(context.parameters)),
    ),
  )
  return ends
}

/** Puts in, takes out or moves the operator's money, by two people (ADR-150). */
export const moveKind = (context: TreasuryContext): ProposalKind<MovePayload> => ({
  kind: treasuryKind,
  roles,
  parse: (payload) => payloadOf.parse(payload),
  show: async (_db, payload) => shownOf(payload, endsOf(payload)),
  judge: (db, payload) => judgeMove(context, db, payload),
  apply: (tx, payload, people) => moveMoney(context, tx, payload, people),
})

const sentences: Readonly<Record<TreasuryAct, (amount: string, place: string, to: string) => string>> = {
  'put-in': (amount, place) => `Fund the ${place} with ${amount}`,
  'take-out': (amount, place) => `Withdraw ${amount} from the ${place}`,
  move: (amount, place, to) => `Transfer ${amount} from the ${place} to the ${to}`,
  'hedge-in': (amount) => `Book a hedge gain of ${amount}`,
  'hedge-out': (amount) => `Book a hedge loss of ${amount}`,
}

/** One line of English, for the list of what waits. */
const moveSummary = ({ act, amount, coin, place, to }: MovePayload): string =>
  sentences[act](`${amount} ${coin}`, placeWords[place], to === null ? '' : placeWords[to])

/** Nothing here changes by itself: a balance would make every hash stale. */
function shownOf(payload: MovePayload, { from, to }: TreasuryEnds) {
  return {
    summary: moveSummary(payload),
    sections: [
      {
        title: 'Movement',
        rows: [
          plainRow('Amount', `${payload.amount} ${payload.coin}`),
          plainRow('From', placeWords[from]),
          plainRow('To', placeWords[to]),
          plainRow('Reference', payload.reference),
          plainRow('Set aside or promised', 'not affected: only the free amount can leave an account'),
        ],
        images: [],
      },
    ],
  }
}

async function moveMoney(
  context: TreasuryContext,
  tx: Tx,
  payload: MovePayload,
  { proposalId, reason, proposedBy, approvedBy }: ProposalPeople,
): Promise<void> {
  const { act, coin, reference, place } = payload
  const { kind, from, to, minor } = endsOf(payload)
  const accountAt = (name: typeof from): AccountRef => ({ class: name, owner: house, asset: coin })
  const [debited, credited] = [accountAt(from), accountAt(to)]
  if (place === 'savings-reserve') await context.promises.lockSavings(tx, coin)
  await context.ledger.open([debited, credited], tx)
  // Moves of one account wait for each other: a promise is not a hold, so the ledger would let each take the same money.
  await context.ledger.lock(tx, [debited, credited])
  await judgeMove(context, tx, payload)
  const added = await addMove(tx, {
    id: proposalId,
    act,
    asset: coin,
    from_class: from,
    to_class: to,
    amount: minor,
    reference,
    reason,
    proposed_by: proposedBy,
    approved_by: approvedBy,
    at: BigInt(context.clock.now()),
  })
  if (!added) throw invalidField('reference', 'used')
  const [outcome] = await context.ledger.postIn(tx, [
    {
      id: `treasury:${proposalId}`,
      reference: proposalId,
      steps: [{ do: 'transfer', kind, from: debited, to: credited, minor }],
    },
  ])
  if (outcome?.ok === false && outcome.why === 'insufficient') throw invalidField('amount', 'promised')
  if (outcome?.ok !== true) throw new Error(`the ledger refused a move of the treasury: ${outcome?.why}`)
}
