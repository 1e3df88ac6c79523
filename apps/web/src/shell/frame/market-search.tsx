import { classNames } from '@candor/ui/class-names.ts'
import { SearchInput } from '@candor/ui/controls/search-input.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { useAnchored } from '@candor/ui/overlays/anchored.ts'
import { floatingClass } from '@candor/ui/overlays/menu.tsx'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { goTo } from '../hash-location.ts'

const most = 8

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `/` goes to the search in the bar, unless the page has one of its own: then it is that one's key. */
function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      if (event.defaultPrevented || document.querySelector('#content input[type="search"]') !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input])
}

/** Finds a market by its code or name from anywhere. */
export function MarketSearch({ className }: { readonly className?: string }) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const search = useMarketSearch(input)
  const { shown, found, at } = search
  useSlash(input)
  useAnchored({ open: shown, anchor, floating: panel, sameWidth: true, onClose: search.close })
  return (
    <div ref={anchor} className={classNames('relative', className)}>
      <SearchInput
        ref={input}
        role="combobox"
        aria-label={t('shell.search')}
        aria-expanded={shown}
        aria-controls={`${id}-found`}
        aria-activedescendant={shown && found.length > 0 ? `${id}-${at}` : undefined}
        placeholder={t('shell.search.short')}
        value={search.text}
        onFocus={search.open}
        onBlur={search.close}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={search.onKeyDown}
        compact
        className="pe-8"
      />
      <kbd
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute end-2 top-1/2 rounded-[4px] border border-hairline px-1.5 font-sans text-12 text-ink-3"
      >
        {t('shell.search.key')}
      </kbd>
      {shown && <FoundMarkets ref={panel} id={id} search={search} />}
    </div>
  )
}

/** The first markets whose code or name has the text, those that begin with it before others. */
function findMarkets<M extends { readonly code: string; readonly appName: string }>(
  markets: readonly M[],
  sought: string,
): M[] {
  const textsOf = ({ code, appName }: M) => [code, appName].map((text) => text.toLocaleLowerCase())
  const hits = markets.filter((market) => textsOf(market).join(' ').includes(sought))
  const begins = (market: M) => textsOf(market).some((text) => text.startsWith(sought))
  return hits.toSorted((one, other) => Number(begins(other)) - Number(begins(one))).slice(0, most)
}

type Search = ReturnType<typeof useMarketSearch>

/** The typed text, the markets it finds, and the keys that walk through them. */
function useMarketSearch(input: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const sought = text.trim().toLocaleLowerCase()
  const { data: markets = [] } = useApiQuery('listMarketByType', {}, { enabled: isOpen, staleMs: 60_000 })
  const found = sought === '' ? [] : findMarkets(markets, sought)
  const close = useCallback(() => setOpen(false), [])
  const visit = (index: number) => {
    const market = found[index]
    if (market === undefined) return
    setText('')
    setOpen(false)
    input.current?.blur()
    goTo(`/cruuency?code=${market.code}&type=${market.type}&id=${market.id}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') visit(at)
    else if (event.key === 'Escape') {
      setText('')
      input.current?.blur()
    } else return
    event.preventDefault()
  }
  const type = (typed: string) => {
    setText(typed)
    setAt(0)
    setOpen(true)
  }
  const shown = isOpen && sought !== ''
  return { text, type, found, shown, at, setAt, visit, open: () => setOpen(true), close, onKeyDown }
}

function FoundMarkets({
  ref,
  id,
  search: { text, found, at, setAt, visit },
}: {
  readonly ref: Ref<HTMLDivElement>
  readonly id: string
  readonly search: Search
}) {
  const t = useT()
  return (
    <div
      ref={ref}
      id={`${id}-found`}
      role="listbox"
      tabIndex={-1}
      popover="manual"
      className={classNames(floatingClass, 'w-80')}
    >
      {found.map((market, index) => (
        <div
          key={market.code}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerMove={() => setAt(index)}
          onPointerDown={(event) => {
            event.preventDefault()
            visit(index)
          }}
          className={classNames(
            'flex cursor-pointer items-center justify-between gap-3 rounded-s px-3 py-2 text-14',
            index === at && 'bg-sunken',
          )}
        >
          <span className="font-medium">{market.appName}</span>
          <Badge>{market.code}</Badge>
        </div>
      ))}
      {found.length === 0 && (
        <p className="px-3 py-2 text-14 text-ink-2">{t('shell.search.none', { text })}</p>
      )}
    </div>
  )
}
