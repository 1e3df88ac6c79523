/** The route in the part behind the hash (specification §2): `#/cruuency?code=BTCUSDT`. */
const place = (): string => `/${location.hash.replace(/^#?\/?/, '')}`
export const pathNow = (): string => place().split('?')[0] ?? '/'
export const queryNow = (): string => place().split('?').slice(1).join('?')

export function followPlace(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  addEventListener('popstate', listener)
  return () => {
    removeEventListener('hashchange', listener)
    removeEventListener('popstate', listener)
  }
}

/** Goes to a route, with its query: `goTo('/receipt/1?from=list')`. */
export function goTo(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const hash = `#/${to.replace(/^#?\/?/, '')}`
  if (hash === location.hash) return
  if (replace) {
    history.replaceState(null, '', hash)
    dispatchEvent(new Event('hashchange'))
  } else location.hash = hash
}
