import { kycCalls } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import { defineModule, type ServerContext } from '../module.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { KycPorts } from './kyc-ports.ts'
import { dropDraft } from './kyc-store.ts'
import { legalNameOf } from './legal-name.ts'
import { markEarlierChecks } from './mark-earlier-checks.ts'
import { eraseMarks } from './marks-store.ts'
import { ownersOfDocument } from './owner-of-document.ts'
import { ownersOfName } from './owners-of-name.ts'
import { type AccountPhones, relatedPersons } from './related-persons.ts'
import { identityCases } from './review-identity.ts'
import { kycHandlers } from './routes.ts'

/** Identity checks: what a customer sends of themselves, and the reviewers' queue. */
export const kycModule = defineModule({
  name: 'kyc',
  calls: kycCalls,
  export: [{ call: 'getIdentification', folder: 'person' }],
  customerTables: {
    kyc_drafts: { exported: ['getIdentification'], erased: 'rows' },
    kyc_cases: { exported: ['getIdentification'], erased: 'words' },
    kyc_marks: { exported: { instead: 'hashes of what getIdentification exports' }, erased: 'words' },
  },
  open: (context: ServerContext, ports: KycPorts) => {
    const opened = { ...context, ...ports }
    return {
      handlers: kycHandlers(opened),
      backOffice: { cases: [identityCases(opened)] },
      // A case stays as the record of a check: its form is unreadable once the person's key is destroyed.
      eraseCustomer: async (tx, userId) => {
        await dropDraft(tx, userId)
        await eraseMarks(tx, userId)
      },
      jobs: [{ name: 'mark-identity-checks', everyMs: 10 * minuteMs, run: () => markEarlierChecks(opened) }],
      ownersOfDocument: (words: string) => ownersOfDocument(opened, words),
      ownersOfName: (words: string) => ownersOfName(opened, words),
      relatedPersons: (phones: AccountPhones, userId: string) => relatedPersons(opened, phones, userId),
      legalNameOf: (reader: Kysely<Schema>, userId: string) => legalNameOf(opened, reader, userId),
    }
  },
})
