import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { newKey } from '../../../session/calls/intent.ts'
import { useT } from '../../../session/language/language.ts'
import type { Workspace } from '../workspace.ts'
import { ownNow, storeOwn, useOwnWorkspaces } from './own-workspaces.ts'
import { longestOwnName, mostOwn, type OwnWorkspace, renameOwn, restoreOwn, saveOwn } from './presets.ts'

interface Deleted {
  readonly one: OwnWorkspace
  readonly at: number
}

/** Saves the workspace under a name, renames and deletes saved ones; a deleted one can be brought back until the dialog closes. */
export function OwnDialog({
  current,
  onClose,
}: {
  readonly current: () => Workspace
  readonly onClose: () => void
}) {
  const t = useT()
  const own = useOwnWorkspaces()
  const [deleted, setDeleted] = useState<readonly Deleted[]>([])
  const remove = (one: OwnWorkspace, at: number) => {
    storeOwn(own.filter(({ id }) => id !== one.id))
    setDeleted([...deleted, { one, at }])
  }
  const bringBack = ({ one, at }: Deleted) => {
    storeOwn(restoreOwn(own, one, at))
    setDeleted(deleted.filter((other) => other.one.id !== one.id))
  }
  return (
    <Dialog open onClose={onClose} title={t('workspace.own')}>
      <SaveForm current={current} onSaved={onClose} />
      {own.length > 0 && (
        <ul className="mt-5 divide-y divide-hairline border-hairline border-t">
          {own.map((one, at) => (
            <li key={one.id} className="flex items-center gap-1 py-2">
              <NameInput one={one} />
              <IconButton label={t('workspace.delete', { name: one.name })} onClick={() => remove(one, at)}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {deleted.map((one) => (
          <div
            key={one.one.id}
            className="flex items-center justify-between gap-3 border-hairline border-t py-2"
          >
            <p className="min-w-0 text-14 text-ink-2 [overflow-wrap:anywhere]">
              {t('workspace.deleted', { name: one.one.name })}
            </p>
            <Button
              variant="secondary"
              size="s"
              disabled={own.length >= mostOwn}
              onClick={() => bringBack(one)}
            >
              {t('workspace.undo')}
            </Button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

/** Saves under a new name, or in place of the workspace that has it. */
function SaveForm({ current, onSaved }: { readonly current: () => Workspace; readonly onSaved: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const saved = saveOwn(ownNow(), { id: newKey(), name: typed, workspace: current() })
    if (saved === 'nameMissing' || saved === 'full')
      return setError(t(`workspace.${saved}`, { count: mostOwn }))
    storeOwn(saved)
    toast(t('workspace.saved', { name: typed.trim() }), 'good')
    onSaved()
  }
  const type = (text: string) => {
    setError(null)
    setTyped(text)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label={t('workspace.name')} hint={t('workspace.name.hint')} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              autoFocus
              value={typed}
              maxLength={longestOwnName}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button type="submit" className="h-11!">
              {t('workspace.save.button')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}

/** The name, changed by Enter or by leaving the field; an empty one, or one that another has, is as before. */
function NameInput({ one }: { readonly one: OwnWorkspace }) {
  const t = useT()
  const [typed, setTyped] = useState(one.name)
  const rename = () => {
    const next = renameOwn(ownNow(), one.id, typed)
    storeOwn(next)
    setTyped(next.find(({ id }) => id === one.id)?.name ?? one.name)
  }
  return (
    <TextInput
      aria-label={t('workspace.rename', { name: one.name })}
      value={typed}
      maxLength={longestOwnName}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}
