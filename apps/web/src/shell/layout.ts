import type { LayoutWish } from '../session/preferences.ts'

export type Layout = 'desktop' | 'mobile'

/** A property of the window that may change, as `useSyncExternalStore` takes it: zooming changes it too. */
export function windowState(query: string) {
  const media = matchMedia(query)
  return {
    matches: () => media.matches,
    follow: (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}

export const narrowWindow = windowState('(max-width: 767px)')

/** Mobile on Android and iOS, desktop elsewhere (specification §9); a narrow window has no room for the desktop one. */
export function layoutFor(wish: LayoutWish, userAgent: string, narrowWindow: boolean): Layout {
  if (wish !== 'device') return wish
  return narrowWindow || /Android|iPhone|iPad|iPod/i.test(userAgent) ? 'mobile' : 'desktop'
}
