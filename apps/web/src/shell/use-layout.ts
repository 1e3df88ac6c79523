import { useSyncExternalStore } from 'react'
import type { LayoutWish } from '../session/preferences.ts'
import { usePreferences } from '../session/use-preferences.ts'

export type Layout = 'desktop' | 'mobile'

const narrow = matchMedia('(max-width: 767px)')
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Mobile on Android and iOS, desktop elsewhere (specification §9); a narrow window has no room for the desktop one. */
export function layoutFor(wish: LayoutWish, userAgent: string, isNarrow: boolean): Layout {
  if (wish !== 'device') return wish
  return isNarrow || /Android|iPhone|iPad|iPod/i.test(userAgent) ? 'mobile' : 'desktop'
}

export function useLayout(): Layout {
  const { layout } = usePreferences()
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches)
  return layoutFor(layout, navigator.userAgent, isNarrow)
}
