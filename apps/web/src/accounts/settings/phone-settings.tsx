import { refusals } from '@candor/refusals'
import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { checkCode } from '../../forms/account-problems.ts'
import { likelyCountry } from '../../forms/countries.ts'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { checkPhone, digitsOf, likelyAreaCode } from '../../forms/phone-check.ts'
import { PhoneFields, SmsCodeField } from '../../forms/phone-fields.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { rememberUser, useSession } from '../../session/session-store.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'

/** The number codes are sent to; only where text messages can be sent, or one is there to be taken out. */
export function PhoneSettings() {
  const t = useT()
  const { user } = useSession()
  const { data: ways } = useApiQuery('signInWays', {}, { staleMs: 60_000 })
  const [doing, setDoing] = useState<'save' | 'remove' | null>(null)
  if (user === null || (ways?.sms !== true && user.phone === null)) return null
  const done = (text: string) => {
    callServer('getUserInfo', {}).then(
      (info) => rememberUser(info.user),
      () => undefined,
    )
    toast(text, 'good')
    setDoing(null)
  }
  const { phone } = user
  return (
    <div className="py-4">
      <SettingRow
        title={t('signin.phone.title')}
        text={phone === null ? t('signin.phone.text') : <bdi dir="ltr">{phone}</bdi>}
      >
        <div className="flex gap-2 max-md:[&>*]:flex-1">
          {ways?.sms === true && (
            <Button variant="secondary" onClick={() => setDoing('save')}>
              {t(phone === null ? 'signin.phone.add' : 'signin.phone.change')}
            </Button>
          )}
          {phone !== null && (
            <Button variant="danger" onClick={() => setDoing('remove')}>
              {t('signin.phone.remove')}
            </Button>
          )}
        </div>
      </SettingRow>
      <Dialog open={doing !== null} onClose={() => setDoing(null)} title={t('signin.phone.title')}>
        {doing === 'save' && <SaveForm onDone={() => done(t('signin.phone.saved'))} />}
        {doing === 'remove' && <RemoveForm onDone={() => done(t('signin.phone.removed'))} />}
      </Dialog>
    </div>
  )
}

type Name = 'areaCode' | 'phone' | 'code'

function SaveForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<Name>({
    first: {
      areaCode: likelyAreaCode(likelyCountry(navigator.languages)),
      phone: '',
      code: '',
    },
    renamed: { [refusals.emailOrPhoneTaken]: 'phone' },
    check: ({ areaCode, phone, code }) => ({
      phone: checkPhone(areaCode, phone),
      code: checkCode(code),
    }),
    send: async ({ areaCode, phone, code }) => {
      await callServer('savePhone', { areaCode, phone: digitsOf(phone), code })
      onDone()
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <PhoneFields form={form} />
        <SmsCodeField form={form} name="code" purpose="security" />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('signin.phone.save')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function RemoveForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const form = useForm<never>({
    first: {},
    check: () => ({}),
    send: async () => {
      await callServer('removePhone', {})
      onDone()
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormFailure text={form.failed} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t('signin.phone.remove')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}
