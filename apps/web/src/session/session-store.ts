import type { AccountMode, User } from '@candor/contract'
import { useSyncExternalStore } from 'react'
import { clearStored, parseStored, readStored, writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

export interface Session {
  readonly token: string | null
  readonly user: User | null
  readonly isLogin: boolean
  /** Demo is the specification's default (§4). */
  readonly mode: AccountMode
}

const storedUser = (): User | null => parseStored(readStored('userInfo')) as User | null

/** Session stored by the last visit: the login flag counts only together with a token. */
function storedSession(): Session {
  const token = readStored('token')
  const isLogin = readStored('isLogin') === 'true' && token !== null
  const status = readStored('virtualStatus')
  return {
    token: isLogin ? token : null,
    user: isLogin ? storedUser() : null,
    isLogin,
    mode: status === null || status === '1' ? 'demo' : 'real',
  }
}

const store = createStore<Session>(storedSession())

export const sessionNow = store.get
export const followSession = store.subscribe
export const useSession = (): Session => useSyncExternalStore(store.subscribe, store.get)

export function signIn(token: string, user: User): void {
  writeStored('token', token)
  writeStored('userInfo', JSON.stringify(user))
  writeStored('isLogin', 'true')
  store.set({ ...store.get(), token, user, isLogin: true })
}

export function rememberUser(user: User): void {
  if (!store.get().isLogin) return
  writeStored('userInfo', JSON.stringify(user))
  store.set({ ...store.get(), user })
}

/** Signs out, also after a response with code 401: removes token, user and flag and keeps the rest (specification §4). */
export function signOut(): void {
  writeStored('token', null)
  writeStored('userInfo', null)
  writeStored('isLogin', null)
  store.set({ ...store.get(), token: null, user: null, isLogin: false })
}

/** Removes everything stored after an HTTP 401 (specification §4). */
export function forgetEverything(): void {
  clearStored()
  store.set({ token: null, user: null, isLogin: false, mode: 'demo' })
}

export function chooseMode(mode: AccountMode): void {
  writeStored('virtualStatus', mode === 'demo' ? '1' : '0')
  store.set({ ...store.get(), mode })
}
