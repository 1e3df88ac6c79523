import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { readForThisVisit, writeForThisVisit } from '../session/browser-storage.ts'
import { useT } from '../session/language/language.ts'
import { FormText } from './form-fields.tsx'
import type { Form } from './use-form.ts'

/** Gives the invite code of a followed link, stored for this visit and sent with every kind of sign-up. */
export function useInvitedWith(): string {
  const followed = new URLSearchParams(useSearch()).get('invite')
  useEffect(() => {
    if (followed !== null) writeForThisVisit('invitedWith', followed)
  }, [followed])
  return followed ?? readForThisVisit('invitedWith') ?? ''
}

/** The invite code to send; nothing when the field is empty. */
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
