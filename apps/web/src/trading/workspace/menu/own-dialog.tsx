import { IconButton } from '@candor/ui/controls/button.tsx'
import { DeletedLine, NameInput, NewNameForm } from '@candor/ui/controls/named-list.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
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
  /** Saves under a new name, or in place of the workspace that has it. */
  const save = (typed: string) => {
    const saved = saveOwn(ownNow(), { id: newKey(), name: typed, workspace: current() })
    if (saved === 'nameMissing' || saved === 'full') return t(`workspace.${saved}`, { count: mostOwn })
    storeOwn(saved)
    toast(t('workspace.saved', { name: typed.trim() }), 'good')
    onClose()
    return null
  }
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
      <NewNameForm
        label={t('workspace.name')}
        hint={t('workspace.name.hint')}
        submitLabel={t('workspace.save.button')}
        maxLength={longestOwnName}
        onName={save}
      />
      <OwnList own={own} onDelete={remove} />
      <div role="status">
        {deleted.map((one) => (
          <DeletedLine
            key={one.one.id}
            text={t('workspace.deleted', { name: one.one.name })}
            undoLabel={t('workspace.undo')}
            disabled={own.length >= mostOwn}
            onUndo={() => bringBack(one)}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** The saved workspaces: each with its name, which can be changed in place, and a button that deletes it. */
function OwnList({
  own,
  onDelete,
}: {
  readonly own: readonly OwnWorkspace[]
  readonly onDelete: (one: OwnWorkspace, at: number) => void
}) {
  const t = useT()
  if (own.length === 0) return null
  return (
    <ul className="mt-5 divide-y divide-hairline border-hairline border-t">
      {own.map((one, at) => (
        <li key={one.id} className="flex items-center gap-1 py-2">
          <NameInput
            label={t('workspace.rename', { name: one.name })}
            name={one.name}
            maxLength={longestOwnName}
            onRename={(typed) => rename(one, typed)}
          />
          <IconButton label={t('workspace.delete', { name: one.name })} onClick={() => onDelete(one, at)}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Renames a workspace and returns its name: the one before where the new one is empty, or another's. */
function rename(one: OwnWorkspace, typed: string): string {
  const next = renameOwn(ownNow(), one.id, typed)
  storeOwn(next)
  return next.find(({ id }) => id === one.id)?.name ?? one.name
}
