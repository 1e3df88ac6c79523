import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { readForThisVisit, writeForThisVisit } from '../session/browser-storage.ts'
import { useT } from '../session/language.ts'
import { FormText } from './form-fields.tsx'
import type { Form } from './use-form.ts'

/** A friend's code of the link that was followed, kept for this visit: whichever way an account is opened then, it goes along. */
export function useInvitedWith(): string {
  const followed = new URLSearchParams(useSearch()).get('invite')
  useEffect(() => {
    if (followed !== null) writeForThisVisit('invitedWith', followed)
  }, [followed])
  return followed ?? readForThisVisit('invitedWith') ?? ''
}

/** What is sent of it: nothing when it was left empty. */
export const sentInvite = (typed: string): { readonly inviteCode?: string } =>
  typed.trim() === '' ? {} : { inviteCode: typed.trim() }

export function InviteField({ form }: { readonly form: Form<'inviteCode'> }) {
  const t = useT()
  return (
    <FormText
      form={form}
      name="inviteCode"
      label={t('invites.field.optional')}
      autoComplete="off"
      maxLength={32}
      dir="ltr"
    />
  )
}
