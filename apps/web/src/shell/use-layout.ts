import { useSyncExternalStore } from 'react'
import { usePreferences } from '../session/use-preferences.ts'
import { type Layout, layoutFor, narrowWindow } from './layout.ts'

/** The layout shown now; it follows the window and the reader's own choice. */
export function useLayout(): Layout {
  const { layout } = usePreferences()
  const narrow = useSyncExternalStore(narrowWindow.follow, narrowWindow.matches)
  return layoutFor(layout, navigator.userAgent, narrow)
}
