import { longestWatchlistName, mostWatchlists, type Watchlist } from '@candor/rules/markets/watchlists.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { DeletedLine, NameInput, NewNameForm } from '@candor/ui/controls/named-list.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
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
  const create = (typed: string) => {
    const name = typed.trim()
    if (name === '') return t('markets.lists.nameMissing')
    if (lists.length >= mostWatchlists) return t('markets.lists.full', { count: mostWatchlists })
    save({ id: newKey(), name, codes: code === undefined ? [] : [code] })
    if (code !== undefined) onClose()
    return null
  }
  return (
    <Dialog open onClose={onClose} title={t('markets.lists.title')}>
      <NewNameForm
        label={t('markets.lists.new')}
        submitLabel={t('markets.lists.create')}
        maxLength={longestWatchlistName}
        onName={create}
      />
      {lists.length > 0 && (
        <ul className="mt-5 divide-y divide-hairline border-hairline border-t">
          {lists.map((list, at) => (
            <ListLine key={list.id} at={at} named={named} list={list} onDelete={() => takeAway(list, at)} />
          ))}
        </ul>
      )}
      <div role="status">
        {deleted.map((one) => (
          <DeletedLine
            key={one.list.id}
            text={t('markets.lists.deleted', { name: one.list.name })}
            undoLabel={t('markets.lists.undo')}
            onUndo={() => bringBack(one)}
          />
        ))}
      </div>
    </Dialog>
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
  /** An empty name is as before. */
  const rename = (typed: string) => {
    const next = typed.trim()
    if (next === '') return name
    if (next !== name) save({ ...list, name: next })
    return next
  }
  /** The moved row is a new place of the page: the focus goes with it. */
  const move = (position: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    save({ ...list, position })
    requestAnimationFrame(() => button.focus())
  }
  return (
    <li className="flex items-center gap-1 py-2">
      <NameInput
        label={t('markets.lists.rename', { name })}
        name={name}
        maxLength={longestWatchlistName}
        onRename={rename}
      />
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
