import type { Identification } from '@candor/contract'
import { type IdentityForm, identityFiles, maySubmitIdentity } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { KycPorts } from './kyc-ports.ts'
import { caseOf, draftOf, keepDraft } from './kyc-store.ts'
import { draftOfPerson, filesIn, sealForm } from './sealed-form.ts'
import { currentForm, shown } from './show-identification.ts'

/** Named fields, including emptied ones. */
export type DraftRequest = { readonly [Item in keyof IdentityForm]?: string | null | undefined }

/** Stores what was typed and uploaded so far; `identityStateWrong` while a check is under review or approved. */
export async function saveDraft(
  context: ServerContext & KycPorts,
  request: DraftRequest,
  userId: string,
): Promise<Identification> {
  return context.db.transaction(async (tx) => {
    const standing = await context.standings.lock(tx, userId)
    if (!maySubmitIdentity(standing.status)) throw new Refusal('identityStateWrong')
    const newest = (await caseOf(tx, userId)) ?? null
    const before = await currentForm(context, tx, standing, newest)
    const named = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
    const form: IdentityForm = { ...before, ...named }
    const held = [...((await draftOf(tx, userId))?.files ?? []), ...(newest?.files ?? [])]
    await claimNew(context, tx, userId, { form, held })
    const files = filesIn(form)
    const gone = held.filter((fileId) => !files.includes(fileId) && newest?.files.includes(fileId) !== true)
    await context.files.remove(tx, gone)
    const sealed = await sealForm(context, tx, draftOfPerson(userId), form)
    await keepDraft(tx, { user_id: userId, sealed, files, updated_at: new Date(context.clock.now()) })
    return shown(context, tx, standing)
  })
}

/** Claims pictures that the check does not hold yet; `fileRejected` when one is not this customer's or is claimed already. */
export async function claimNew(
  context: ServerContext & KycPorts,
  tx: Tx,
  userId: string,
  { form, held }: { readonly form: IdentityForm; readonly held: readonly string[] },
): Promise<void> {
  for (const item of identityFiles) {
    const fileId = form[item]
    if (fileId === null || held.includes(fileId)) continue
    await context.files.claim(
      tx,
      { userId, fileId, purpose: item === 'signature' ? 'signature' : 'kyc' },
      item,
    )
  }
}
