import { mostWatchedMarkets } from '@candor/rules/markets/watchlists.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Check, Plus, Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { laterPart } from '../../shell/later-part.ts'
import { useFavourites } from './use-favourites.ts'
import { useNamedWatchlists } from './use-named-watchlists.ts'

const WatchlistDialog = laterPart(() => import('./watchlist-dialog.tsx'))

/** A star that opens the choice of the lists that hold a market; filled when one does. */
export function WatchButton({
  code,
  watched,
  className,
  tabIndex,
}: {
  readonly code: string
  readonly watched: boolean
  readonly className: string
  readonly tabIndex?: 0 | -1
}) {
  const t = useT()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Popover
        label={t('markets.lists.of', { code })}
        trigger={<WatchStarMark watched={watched} />}
        triggerClass={className}
        panelClass="w-60 max-w-[calc(100vw-2rem)]"
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        {(close) => (
          <ListChoices
            code={code}
            onCreate={() => {
              close()
              setCreating(true)
            }}
          />
        )}
      </Popover>
      {creating && (
        <Suspense fallback={null}>
          <WatchlistDialog code={code} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

export const WatchStarMark = ({ watched }: { readonly watched: boolean }) => (
  <Star aria-hidden className="size-3.5" fill={watched ? 'currentColor' : 'none'} />
)

/** The favourites and every list, each with a tick when it holds the market. */
function ListChoices({ code, onCreate }: { readonly code: string; readonly onCreate: () => void }) {
  const t = useT()
  const { codes: favourites, watch } = useFavourites()
  const { lists, save } = useNamedWatchlists()
  const isFavourite = favourites.has(code)
  return (
    <>
      <ListChoice
        on={isFavourite}
        name={t('markets.lists.favourites')}
        onToggle={() => watch(code, !isFavourite)}
      />
      {lists.map((list) => {
        const on = list.codes.includes(code)
        const toggle = () => {
          if (on) save({ ...list, codes: list.codes.filter((one) => one !== code) })
          else if (list.codes.length < mostWatchedMarkets) save({ ...list, codes: [...list.codes, code] })
          else toast(t('markets.lists.fullOfMarkets', { count: mostWatchedMarkets }), 'bad')
        }
        return <ListChoice key={list.id} on={on} name={list.name} onToggle={toggle} />
      })}
      <button type="button" onClick={onCreate} className={menuItemClass}>
        <Plus aria-hidden className="size-4 shrink-0" />
        {t('markets.lists.new')}
      </button>
    </>
  )
}

function ListChoice({
  on,
  name,
  onToggle,
}: {
  readonly on: boolean
  readonly name: string
  readonly onToggle: () => void
}) {
  return (
    <button type="button" aria-pressed={on} onClick={onToggle} className={menuItemClass}>
      <Check aria-hidden className={classNames('size-4 shrink-0 text-accent', !on && 'invisible')} />
      <bdi className="min-w-0 truncate">{name}</bdi>
    </button>
  )
}
