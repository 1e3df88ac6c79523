import { classNames } from '@candor/ui/class-names.ts'
import { useFavourites } from './use-favourites.ts'
import { useNamedWatchlists } from './use-named-watchlists.ts'
import { WatchButton } from './watch-button.tsx'

/** The star next to a market's name: puts it on lists and takes it off. */
export default function HeaderWatchButton({ code }: { readonly code: string }) {
  const { codes } = useFavourites()
  const { lists } = useNamedWatchlists()
  const watched = codes.has(code) || lists.some((list) => list.codes.includes(code))
  return (
    <WatchButton
      code={code}
      watched={watched}
      className={classNames(
        'tap inline-flex aspect-square h-9 shrink-0 items-center justify-center rounded-s hover:bg-sunken [&>svg]:size-4.5',
        watched ? 'text-accent' : 'text-ink-2 hover:text-ink',
      )}
    />
  )
}
