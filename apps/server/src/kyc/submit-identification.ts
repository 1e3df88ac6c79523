import type { Identification } from '@candor/contract'
import {
  type IdentityForm,
  type IdentityItem,
  identityIssues,
  isRequired,
  maySubmitIdentity,
} from '@candor/rules'
import { hourMs, utcDay } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { KycPorts } from './kyc-ports.ts'
import { addCase, type CaseRow, caseOf, draftOf, dropDraft } from './kyc-store.ts'
import { keepMarks } from './marks-store.ts'
import { marksOf } from './person-marks.ts'
import { claimNew } from './save-draft.ts'
import { filesIn, formOfCase, openForm, sealForm } from './sealed-form.ts'
import { shown } from './show-identification.ts'

/** Items that a client written before they were asked for leaves out. */
const laterItems = ['documentNumber', 'documentExpiry'] as const
type LaterItem = (typeof laterItems)[number]

/** A form as it is sent: without its later items where the client does not know them. */
export type SentForm = Omit<IdentityForm, LaterItem> & {
  readonly [Item in LaterItem]?: string | null | undefined
}

/**
 * Sends an identity check for review. Refuses in the calls page's order: what is missing or wrong (`invalidInput` with its field, under 18 among
 * it), then `identityStateWrong` unless none or rejected, then `fileRejected` for a picture that is not there, and last `invalidInput` for the
 * number of a document that another account holds: that answer is worth something to a stranger, so it costs a complete form.
 */
export async function submitIdentification(
  context: ServerContext & KycPorts,
  request: SentForm,
  userId: string,
): Promise<Identification> {
  const form = wholeForm(request)
  const today = utcDay(context.clock.now())
  refuseIssues(requestedIssues(request, identityIssues(form, today)))
  const reviewHours = Number(await context.parameters.value('kyc.reviewHours'))
  const closed = form.country !== null && (await context.standings.isClosedCountry(form.country))
  return context.db.transaction(async (tx) => {
    const standing = await context.standings.lock(tx, userId)
    if (!maySubmitIdentity(standing.status)) throw new Refusal('identityStateWrong')
    const newest = (await caseOf(tx, userId)) ?? null
    const refused = await refusedValues(context, tx, newest)
    refuseIssues(requestedIssues(request, identityIssues(form, today, refused), refused))
    const held = [...((await draftOf(tx, userId))?.files ?? []), ...(newest?.files ?? [])]
    await claimNew(context, tx, userId, { form, held })
    const files = filesIn(form)
    await context.files.remove(
      tx,
      held.filter((fileId) => !files.includes(fileId)),
    )
    const id = context.newId()
    const now = context.clock.now()
    await addCase(tx, {
      id,
      user_id: userId,
      attempt: (newest?.attempt ?? 0) + 1,
      sealed: await sealForm(context, tx, formOfCase(userId, id), form),
      files,
      submitted_at: new Date(now),
      deadline_at: new Date(now + reviewHours * hourMs),
    })
    await keepMarks(tx, { userId, caseId: id }, marksOf(context.secrets.markKey, form))
    await dropDraft(tx, userId)
    await context.standings.set(tx, userId, 'pending', 0)
    // A country that customers give themselves closes at once; opening it again takes a reviewer.
    if (form.country !== null && closed) await context.standings.setCountry(tx, userId, form.country)
    await context.checkNames(tx, userId)
    return shown(context, tx, { ...standing, status: 'pending', tier: 0 })
  })
}

function wholeForm(request: SentForm): IdentityForm {
  const { documentNumber = null, documentExpiry = null, photoBack } = request
  const hasBack = isRequired('photoBack', request)
  return { ...request, documentNumber, documentExpiry, photoBack: hasBack ? photoBack : null }
}

/** Without the issues of later items that the client left out, unless a reviewer refused them. */
const requestedIssues = (
  request: SentForm,
  issues: ReturnType<typeof identityIssues>,
  refused: Partial<Record<IdentityItem, string | null>> = {},
) =>
  issues.filter(({ path }) => {
    const later = laterItems.find((item) => item === path)
    return later === undefined || request[later] !== undefined || later in refused
  })

function refuseIssues(issues: ReturnType<typeof identityIssues>): void {
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
}

/** Values of the refused items, which must change. */
async function refusedValues(
  context: ServerContext & KycPorts,
  tx: Tx,
  newest: CaseRow | null,
): Promise<Partial<Record<IdentityItem, string | null>>> {
  if (newest === null || newest.failed.length === 0) return {}
  const sent = await openForm(context, tx, formOfCase(newest.user_id, newest.id), newest.sealed)
  if (sent === null) return {}
  return Object.fromEntries(newest.failed.map(({ item }) => [item, sent[item]]))
}
