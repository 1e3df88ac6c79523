import { longestWatchlistName, mostWatchlists, type Watchlist } from '@candor/rules/markets/watchlists.ts'
import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { newKey } from '../../session/calls/intent.ts'
import { useT } from '../../session/language/language.ts'
import { type NamedWatchlists, useNamedWatchlists } from './use-named-watchlists.ts'

interface Deleted {
  readonly list: Watchlist
  readonly position: number
}

/** Creates, renames, sorts and deletes watchlists; a deleted one can be brought back until the dialog closes. */
export default function WatchlistDialog({
  code,
  onClose,
}: {
  /** The market that a new list begins with; the dialog closes then. */
  readonly code?: string
  readonly onClose: () => void
}) {
  const t = useT()
  const named = useNamedWatchlists()
  const { lists, save, remove } = named
  const [deleted, setDeleted] = useState<readonly Deleted[]>([])
  const takeAway = (list: Watchlist, position: number) => {
    remove(list.id)
    setDeleted([...deleted, { list, position }])
  }
  const bringBack = ({ list, position }: Deleted) => {
    save({ ...list, position: Math.min(position, lists.length) })
    setDeleted(deleted.filter((one) => one.list.id !== list.id))
  }
  const create = (name: string) => {
    save({ id: newKey(), name, codes: code === undefined ? [] : [code] })
    if (code !== undefined) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('markets.lists.title')}>
      <NewList count={lists.length} onCreate={create} />
      {lists.length > 0 && (
        <ul className="mt-5 divide-y divide-hairline border-hairline border-t">
          {lists.map((list, at) => (
            <ListLine key={list.id} at={at} named={named} list={list} onDelete={() => takeAway(list, at)} />
          ))}
        </ul>
      )}
      <div role="status">
        {deleted.map((one) => (
          <div
            key={one.list.id}
            className="flex items-center justify-between gap-3 border-hairline border-t py-2"
          >
            <p className="min-w-0 text-14 text-ink-2 [overflow-wrap:anywhere]">
              {t('markets.lists.deleted', { name: one.list.name })}
            </p>
            <Button variant="secondary" size="s" onClick={() => bringBack(one)}>
              {t('markets.lists.undo')}
            </Button>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function NewList({ count, onCreate }: { readonly count: number; readonly onCreate: (name: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    if (name === '') return setError(t('markets.lists.nameMissing'))
    if (count >= mostWatchlists) return setError(t('markets.lists.full', { count: mostWatchlists }))
    onCreate(name)
    setTyped('')
  }
  const type = (text: string) => {
    setError(null)
    setTyped(text)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label={t('markets.lists.new')} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              autoFocus
              value={typed}
              maxLength={longestWatchlistName}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button type="submit" className="h-11!">
              {t('markets.lists.create')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  )
}

function ListLine({
  at,
  list,
  named: { lists, save },
  onDelete,
}: {
  readonly at: number
  readonly list: Watchlist
  readonly named: NamedWatchlists
  readonly onDelete: () => void
}) {
  const t = useT()
  const { name } = list
  /** The moved row is a new place of the page: the focus goes with it. */
  const move = (position: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    save({ ...list, position })
    requestAnimationFrame(() => button.focus())
  }
  return (
    <li className="flex items-center gap-1 py-2">
      <NameInput list={list} onRename={(next) => save({ ...list, name: next })} />
      <span className="whitespace-nowrap px-2 text-12 text-ink-3 max-md:hidden">
        {t('markets.lists.markets', { count: list.codes.length })}
      </span>
      <IconButton
        label={t('markets.lists.up', { name })}
        disabled={at === 0}
        onClick={move(at - 1)}
        className="disabled:opacity-40"
      >
        <ArrowUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={t('markets.lists.down', { name })}
        disabled={at === lists.length - 1}
        onClick={move(at + 1)}
        className="disabled:opacity-40"
      >
        <ArrowDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('markets.lists.delete', { name })} onClick={onDelete}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}

/** The name, changed by Enter or by leaving the field; an empty one is as before. */
function NameInput({
  list,
  onRename,
}: {
  readonly list: Watchlist
  readonly onRename: (name: string) => void
}) {
  const t = useT()
  const [typed, setTyped] = useState(list.name)
  const rename = () => {
    const name = typed.trim()
    if (name === '') setTyped(list.name)
    else if (name !== list.name) onRename(name)
  }
  return (
    <TextInput
      aria-label={t('markets.lists.rename', { name: list.name })}
      value={typed}
      maxLength={longestWatchlistName}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}
