import { useCallback, useEffect, useState } from 'react'
import { withTexts } from '../../../session/language/shown-language.ts'

// Loaded with the first drawing or the first tool: a market page without drawings has none of it.
const loadDrawings = withTexts(() => import('./drawings.ts'))
type DrawingsModule = Awaited<ReturnType<typeof loadDrawings>>

export interface LoadedDrawings {
  readonly module: DrawingsModule | null
  readonly failed: boolean
  readonly load: () => void
}

/** The drawing code: loaded at once where the chart has drawings, else on request. */
export function useDrawingsModule(hasDrawings: boolean): LoadedDrawings {
  const [module, setModule] = useState<DrawingsModule | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    loadDrawings().then(setModule, () => setFailed(true))
  }, [])
  useEffect(() => {
    if (hasDrawings) load()
  }, [hasDrawings, load])
  return { module, failed, load }
}
