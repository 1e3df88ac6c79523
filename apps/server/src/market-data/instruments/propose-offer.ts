import { instrumentsOps, plainRow } from '@candor/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { changed, issue, noticeMs, notifyAll, shownMoment } from '../tariffs/propose-terms.ts'
import type { InstrumentsContext } from './instruments-context.ts'
import { findListed, instrumentRows, lockInstruments, offersOf, writeVersion } from './instruments-store.ts'

const payloadOf = z.object({ code: z.string(), offered: z.boolean(), from: z.number().nullable() })
type OfferChange = z.output<typeof payloadOf>

/**
 * Decides the moment of a change of what is offered, epoch ms. Closing only needs the notice that customers have of every change against them;
 * offering again needs none, and takes back what is announced and has not begun. Refuses a market that is not listed, a change that changes
 * nothing, a moment without the notice, and one before another that is announced.
 */
async function judgeOffer(
  context: InstrumentsContext,
  db: Kysely<Schema>,
  { code, offered, from }: OfferChange,
): Promise<number> {
  const now = context.clock.now()
  if ((await findListed(db, code, now)) === null) throw issue('code', 'unknown-market')
  const last = offersOf(await instrumentRows(db), code).at(-1) ?? { from: 0, closeOnly: false }
  if (last.closeOnly !== offered) throw issue('code', offered ? 'offered' : 'closing-only')
  if (offered) return Math.max(from ?? now, now, last.from)
  if (from === null || from < now + (await noticeMs(context, db))) throw issue('from', 'too-soon')
  if (from < last.from) throw issue('from', 'not-after-last')
  return from
}

/** The proposal that ends or resumes new positions in a market. It is never deleted: what is open can be closed. */
export function offerKind(context: InstrumentsContext) {
  const { clock } = context
  const kind: ProposalKind<OfferChange> = {
    kind: 'markets.offer',
    roles: instrumentsOps.opsProposeOffer.roles,
    parse: (payload) => payloadOf.parse(payload),
    show: async (_db, { code, offered, from }) => {
      const begins = from === null ? 'as soon as it is approved' : shownMoment(from)
      return {
        summary: offered ? `Offer ${code} again` : `Offer ${code} for closing only, effective ${begins}`,
        sections: [
          {
            title: code,
            rows: [
              changed(
                'New positions',
                offered ? 'possible again' : 'refused; pending orders are cancelled when they trigger',
              ),
              plainRow('Open positions', 'stay, with their terms, and can be closed'),
              plainRow('Effective from', begins),
              plainRow('On approval', 'every customer is notified'),
            ],
            images: [],
          },
        ],
      }
    },
    judge: (db, change) => judgeOffer(context, db, change),
    apply: async (tx, change, { proposalId, reason, proposedBy, approvedBy }) => {
      await lockInstruments(tx)
      const { code, offered } = change
      // Before it is judged by a later moment: it never begins before it was announced.
      const at = clock.now()
      const from = await judgeOffer(context, tx, change)
      await writeVersion(tx, {
        ...{ id: proposalId, code, instrument: null, offered, from },
        ...{ reason, proposedBy, approvedBy, at },
      })
      const about = offered ? 'offered' : 'closeOnly'
      const noticeValues = { from: new Date(from).toISOString(), about, names: code, orders: '1' }
      await notifyAll(tx, { changeId: proposalId, at, code }, noticeValues)
    },
  }
  const propose = async (change: OfferChange, reason: string, operator: Operator) => {
    await judgeOffer(context, context.db.query, change)
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}
