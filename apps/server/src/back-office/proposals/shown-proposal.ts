import type { ShownSection } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import { approvalObstacles } from './approval-obstacles.ts'
import type { ProposalDetails, ProposalKind } from './proposal-kind.ts'
import type { ProposalRow } from './proposals-store.ts'

interface ShowsPayload {
  show(db: Kysely<Schema>, payload: Json): Promise<ProposalDetails>
}

/** Builds the sections of a proposal and the hash over everything that both people see. */
export async function shownProposal(
  db: Kysely<Schema>,
  row: ProposalRow,
  kind: ShowsPayload | undefined,
  hashOf: (shown: Json) => string,
) {
  // What a former release proposed can still be read, never approved.
  const details = row.status === 'pending' && kind !== undefined ? await kind.show(db, row.payload) : null
  const { summary, sections } = details ?? { summary: row.summary, sections: [] }
  const { id, payload, reason, proposedBy, expiresAt } = row
  const shownHash = hashOf({
    id,
    kind: row.kind,
    payload,
    reason,
    proposedBy: proposedBy.id,
    expiresAt,
    summary,
    sections,
  })
  return { sections, shownHash }
}

/** Builds the content that both people see, with present obstacles. */
export async function shownWith<Payload extends Json>(
  kind: ProposalKind<Payload>,
  db: Kysely<Schema>,
  payload: Payload,
): Promise<ProposalDetails> {
  const { summary, sections } = await kind.show(db, payload)
  if (kind.judge === undefined) return { summary, sections }
  return { summary, sections: [...sections, ...(await approvalObstacles(kind.judge(db, payload)))] }
}

export const proposerGone: ShownSection = {
  title: 'Can no longer be approved',
  rows: [
    {
      label: 'Proposer',
      value: 'has been disabled or changed role: another operator must propose this again',
      tone: 'bad',
    },
  ],
  images: [],
}
