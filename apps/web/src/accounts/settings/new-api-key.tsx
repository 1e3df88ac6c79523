import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { useState } from 'react'
import type { Check } from '../../forms/account-problems.ts'
import { FormText } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { useT } from '../../session/language/language.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'

const scopes = ['read', 'trade'] as const

const checkName: Check = (text) => (text.trim() === '' ? { key: 'accounts.api.name.missing' } : null)
const listed = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '')
/** As an address looks; the server reads it exactly. */
const checkAddresses: Check = (text) =>
  listed(text).every((one) => /^[\d.]+$|^[\da-fA-F:.]*:[\da-fA-F:.]*$/.test(one))
    ? null
    : { key: 'accounts.api.addresses.wrong' }

/** Makes a key and shows it once. */
export function NewApiKey({ onMade, onDone }: { readonly onMade: () => void; readonly onDone: () => void }) {
  const t = useT()
  const [scope, setScope] = useState<(typeof scopes)[number]>('read')
  const [key, setKey] = useState<string | null>(null)
  const form = useForm<'name' | 'addresses'>({
    first: { name: '', addresses: '' },
    check: checkEach({ name: checkName, addresses: checkAddresses }),
    send: async ({ name, addresses }) => {
      const made = await callServer('makeApiKey', { name, scope, addresses: listed(addresses) })
      setKey(made.key)
      onMade()
    },
  })
  if (key !== null) return <ShownOnce apiKey={key} onDone={onDone} />
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText
          form={form}
          name="name"
          label={t('accounts.api.name')}
          hint={t('accounts.api.name.hint')}
          maxLength={40}
        />
        <div>
          <p className="mb-1.5 font-medium text-14 text-ink">{t('accounts.api.scope')}</p>
          <SegmentedControl
            label={t('accounts.api.scope')}
            choices={scopes.map((value) => ({ value, label: t(`accounts.api.scope.${value}`) }))}
            value={scope}
            onChange={setScope}
          />
        </div>
        <FormText
          form={form}
          name="addresses"
          label={t('accounts.api.addresses')}
          hint={t('accounts.api.addresses.hint')}
          dir="ltr"
        />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('accounts.api.make')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function ShownOnce({ apiKey, onDone }: { readonly apiKey: string; readonly onDone: () => void }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-5">
      <p className="text-14 text-ink">{t('accounts.api.once')}</p>
      <div className="flex items-start justify-between gap-3 rounded-s bg-sunken py-2 ps-3 pe-1" dir="ltr">
        <code className="min-w-0 break-all font-mono text-14 text-ink">{apiKey}</code>
        <CopyButton value={apiKey} className="-my-1 shrink-0" />
      </div>
      <Button onClick={onDone}>{t('accounts.api.done')}</Button>
    </div>
  )
}
