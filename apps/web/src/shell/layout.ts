import type { LayoutWish } from '../session/preferences.ts'

export type Layout = 'desktop' | 'mobile'

const narrow = matchMedia('(max-width: 767px)')

export const isNarrow = (): boolean => narrow.matches

export function followWidth(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Mobile on Android and iOS, desktop elsewhere (specification §9); a narrow window has no room for the desktop one. */
export function layoutFor(wish: LayoutWish, userAgent: string, narrowWindow: boolean): Layout {
  if (wish !== 'device') return wish
  return narrowWindow || /Android|iPhone|iPad|iPod/i.test(userAgent) ? 'mobile' : 'desktop'
}
