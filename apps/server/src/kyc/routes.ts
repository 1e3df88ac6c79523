import type { IdentityForm } from '@candor/rules'
import type { Handlers } from '../platform/http/handlers.ts'
import type { KycDeps } from './kyc-deps.ts'
import { saveDraft } from './save-draft.ts'
import { showIdentification } from './show-identification.ts'
import { submitIdentification } from './submit-identification.ts'

/** Handlers of this module's calls. Identity is the person's, so responses are the same in demo and real. */
export const kycHandlers = (deps: KycDeps) =>
  ({
    getIdentification: (_input, { userId }) => showIdentification(deps, userId),
    saveIdentification: (input, { userId }) => saveDraft(deps, input, userId),
    identification: (input, { userId }) => submitIdentification(deps, input satisfies IdentityForm, userId),
  }) satisfies Handlers
