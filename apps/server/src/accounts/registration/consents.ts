import type { Language, ReadVersion, TermsVersion } from '@candor/contract'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

/** The articles a customer has to agree to. */
export const agreedArticles = ['terms', 'privacy'] as const

const isSame = (a: ReadVersion, b: ReadVersion) =>
  a.id === b.id && a.language === b.language && a.version === b.version

/**
 * Refuses `termsChanged` unless the accepted versions are the present ones, in the language they were read in, and at sign-up all of them.
 * The customer then has to read them again.
 */
export async function refuseStale(
  context: OpenedAccounts,
  accepted: readonly ReadVersion[],
  wanted: 'all' | 'some' = 'all',
): Promise<void> {
  const language = accepted[0]?.language ?? 'en'
  const inForce = await inForceAs(context, accepted, language)
  const missing = inForce.filter((one) => !accepted.some((read) => isSame(one, read)))
  const strange = accepted.filter((read) => !inForce.some((one) => isSame(one, read)))
  if ((wanted === 'all' && missing.length > 0) || strange.length > 0)
    throw new Refusal('termsChanged', { due: missing })
}

/** Returns the present articles, each in the language it was read in: one may exist in the reader's language and the other not. */
async function inForceAs(
  context: OpenedAccounts,
  accepted: readonly ReadVersion[],
  otherwise: Language,
): Promise<TermsVersion[]> {
  const shown = await Promise.all(
    agreedArticles.map(async (id) => {
      const language = accepted.find((read) => read.id === id)?.language ?? otherwise
      return (await context.signUp.termsInForce(language)).filter((one) => one.id === id)
    }),
  )
  return shown.flat()
}

/** Stores a person's consents; a repeated consent changes nothing. */
export async function keepConsents(
  tx: Tx,
  userId: string,
  accepted: readonly ReadVersion[],
  at: Date,
): Promise<void> {
  if (accepted.length === 0) return
  await tx
    .insertInto('accounts_consents')
    .values(
      accepted.map(({ id, language, version }) => ({
        user_id: userId,
        article_id: id,
        language,
        version,
        at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An article is due again when what this reader is shown was written after they last agreed to it (ADR-123). */
export async function showConsents(context: OpenedAccounts, { userId, language }: Caller) {
  const [inForce, given] = await Promise.all([
    context.signUp.termsInForce(language),
    context.db.query
      .selectFrom('accounts_consents')
      .select(['article_id', 'language', 'version', 'at'])
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .execute(),
  ])
  const agreedSince = ({ id, writtenAt }: TermsVersion) =>
    given.some((one) => one.article_id === id && one.at.getTime() >= Date.parse(writtenAt))
  return {
    due: inForce.filter((one) => !agreedSince(one)),
    given: given.map((one) => ({
      id: one.article_id,
      language: one.language as Language,
      version: one.version,
      at: one.at.toISOString(),
    })),
  }
}

export async function giveConsent(
  context: OpenedAccounts,
  accepted: readonly ReadVersion[],
  caller: Caller,
): Promise<true> {
  await refuseStale(context, accepted, 'some')
  await context.db.transaction((tx) =>
    keepConsents(tx, caller.userId, accepted, new Date(context.clock.now())),
  )
  return true
}
