import { useSyncExternalStore } from 'react'
import { usePreferences } from '../session/use-preferences.ts'
import { followWidth, isNarrow, type Layout, layoutFor } from './layout.ts'

/** The layout shown now; it follows the window and the reader's own choice. */
export function useLayout(): Layout {
  const { layout } = usePreferences()
  const narrow = useSyncExternalStore(followWidth, isNarrow)
  return layoutFor(layout, navigator.userAgent, narrow)
}
