import type { ServerContext } from '../module.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { KycPorts } from './kyc-ports.ts'
import { saveDraft } from './save-draft.ts'
import { showIdentification } from './show-identification.ts'
import { submitIdentification } from './submit-identification.ts'

/** Handlers of this module's calls. Identity is the person's, so responses are the same in demo and real. */
export const kycHandlers = (context: ServerContext & KycPorts) =>
  ({
    getIdentification: (_input, { userId }) => showIdentification(context, userId),
    saveIdentification: (input, { userId }) => saveDraft(context, input, userId),
    identification: (input, { userId }) => submitIdentification(context, input, userId),
  }) satisfies Handlers
