import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { parseStored, readStored, writeStored } from '../../session/browser-storage.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { callKey, useApiQuery } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'
import { createStore } from '../../session/store.ts'

const ownStore = createStore<readonly string[]>(readWatched())

function readWatched(): readonly string[] {
  const codes = parseStored(readStored('watchlist'))
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
}

export interface Favourites {
  readonly codes: ReadonlySet<string>
  readonly watch: (code: string, on: boolean) => void
}

/** The starred markets: stored on the account when signed in, else in this browser. */
export function useFavourites(): Favourites {
  const { isLogin } = useSession()
  const queries = useQueryClient()
  const own = useSyncExternalStore(ownStore.subscribe, ownStore.get)
  const stored = useApiQuery('listWatchlist', {}, { enabled: isLogin, staleMs: 60_000 })
  const list = isLogin ? stored.data : own
  const codes = useMemo(() => new Set(list ?? []), [list])
  const watch = useCallback(
    (code: string, on: boolean) => {
      if (!isLogin) {
        const next = [...ownStore.get().filter((one) => one !== code), ...(on ? [code] : [])]
        ownStore.set(next)
        writeStored('watchlist', JSON.stringify(next))
        return
      }
      const key = callKey('listWatchlist', {})
      queries.setQueryData<string[]>(key, (old = []) => [
        ...old.filter((one) => one !== code),
        ...(on ? [code] : []),
      ])
      callServer('watchlist', { code, on }).then(
        (next) => queries.setQueryData(key, next),
        () => queries.invalidateQueries({ queryKey: key }),
      )
    },
    [isLogin, queries],
  )
  return { codes, watch }
}
