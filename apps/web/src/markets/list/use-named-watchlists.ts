import { decideWatchlist, type Watchlist, type WatchlistChange } from '@candor/rules/markets/watchlists.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../session/browser-storage.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { callKey, useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { createStore } from '../../session/store.ts'
import { readWatchlists } from './stored-watchlists.ts'

type Lists = readonly Watchlist[]

const none: Lists = []
const ownStore = createStore<Lists>(readWatchlists(readStored('watchlists')))

export interface NamedWatchlists {
  readonly lists: Lists
  /** Creates the list with this id, or changes it. */
  readonly save: (change: WatchlistChange) => void
  readonly remove: (id: string) => void
}

/** The customer's own watchlists, without the favourites: stored on the account when signed in, else in this browser. */
export function useNamedWatchlists(): NamedWatchlists {
  const t = useT()
  const { isLogin } = useSession()
  const queries = useQueryClient()
  const own = useSyncExternalStore(ownStore.subscribe, ownStore.get)
  const stored = useApiQuery('listWatchlists', {}, { enabled: isLogin, staleMs: 60_000 })
  const lists = isLogin ? (stored.data ?? none) : own
  const actions = useMemo(() => {
    const change = isLogin
      ? changeOnAccount(queries, (error) => toast(failureText(t, error), 'bad'))
      : changeHere
    return {
      save: (list: WatchlistChange) =>
        change(
          (before) => {
            const decision = decideWatchlist(before, list)
            return decision.ok ? decision.value : before
          },
          () => callServer('saveWatchlist', { ...list, codes: [...list.codes] }),
        ),
      remove: (id: string) =>
        change(
          (before) => before.filter((list) => list.id !== id),
          () => callServer('removeWatchlist', { id }),
        ),
    }
  }, [isLogin, queries, t])
  return { lists, ...actions }
}

type Change = (decide: (before: Lists) => Lists, send: () => Promise<Lists>) => void

const changeHere: Change = (decide) => {
  const next = decide(ownStore.get())
  ownStore.set(next)
  writeStored('watchlists', JSON.stringify(next))
}

let changes = 0

/** Shows a change at once, then what the server stored; the response to an earlier of several changes is not shown. */
function changeOnAccount(queries: QueryClient, onFailure: (error: unknown) => void): Change {
  return (decide, send) => {
    const key = callKey('listWatchlists', {})
    const before = queries.getQueryData<Lists>(key) ?? none
    const change = ++changes
    queries.setQueryData(key, decide(before))
    send().then(
      (stored) => change === changes && queries.setQueryData(key, stored),
      (error: unknown) => {
        queries.setQueryData(key, before)
        void queries.invalidateQueries({ queryKey: key })
        onFailure(error)
      },
    )
  }
}
