import { Button } from '@candor/ui/controls/button.tsx'
import { Field, PasswordInput, TextInput } from '@candor/ui/controls/field.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { momentOf } from '../shell/moments.ts'
import { callOps, type OpsResult } from './call-ops.ts'
import { sentenceOf } from './failure.ts'
import { makePasskey } from './passkey-device.ts'
import { useOps } from './use-ops.ts'

type OwnPasskey = OpsResult<'opsPasskeys'>[number]

/** One's own passkeys: each opens the console without password and code. */
export function PasskeysCard() {
  const { data } = useOps('opsPasskeys', {})
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<OwnPasskey | null>(null)
  return (
    <Card>
      <SectionHead
        title="Passkeys"
        text="A passkey replaces your password and authenticator code when you sign in. Keep your password: you need it to add or remove a passkey."
        action={
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        }
      />
      {data?.length === 0 && <p className="mt-3 text-14 text-ink-3">No passkeys yet.</p>}
      <ul className="mt-2 divide-y divide-hairline">
        {data?.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-4 py-3">
            <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-3" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium text-14">{passkey.name}</p>
              <p className="figures text-12 text-ink-3">
                Added {momentOf(passkey.createdAt)} ·{' '}
                {passkey.lastUsedAt === null ? 'not used yet' : `last used ${momentOf(passkey.lastUsedAt)}`}
              </p>
            </div>
            <Button variant="danger" size="s" onClick={() => setRemoving(passkey)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add a passkey">
        <AddForm onDone={() => setAdding(false)} />
      </Dialog>
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove “${removing?.name ?? ''}”?`}
      >
        {removing !== null && <RemoveForm id={removing.id} onDone={() => setRemoving(null)} />}
      </Dialog>
    </Card>
  )
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = usePasskeyAction(async () => {
    const passkey = await makePasskey(await callOps('opsNewPasskeyStart', { password }))
    await callOps('opsNewPasskeyFinish', { name, passkey })
    toast('Passkey added.', 'good')
    onDone()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Name" hint="Helps you recognise the device later.">
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <PasswordField value={password} onChange={setPassword} error={add.error} />
      <Button type="submit" busy={add.isPending}>
        Add passkey
      </Button>
    </form>
  )
}

function RemoveForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const [password, setPassword] = useState('')
  const remove = usePasskeyAction(async () => {
    await callOps('opsRemovePasskey', { id, password })
    toast('Passkey removed.', 'good')
    onDone()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">
        You can no longer sign in with it. Delete it on the device as well, so that the device stops offering
        it.
      </p>
      <PasswordField value={password} onChange={setPassword} error={remove.error} />
      <Button type="submit" variant="danger" busy={remove.isPending}>
        Remove passkey
      </Button>
    </form>
  )
}

/** Runs several steps, one of them the device's, as one mutation; afterwards everything shown is loaded again. */
function usePasskeyAction(act: () => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => queries.invalidateQueries() })
}

function PasswordField({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: Error | null
}) {
  return (
    <Field label="Your password" error={error === null ? null : sentenceOf(error)}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="current-password"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
