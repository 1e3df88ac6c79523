import { useCallback, useEffect, useState } from 'react'

/** A part of the chart that is loaded when it is first used. */
export interface LaterModule<Module> {
  /** Null until it is loaded. */
  readonly module: Module | null
  readonly failed: boolean
  readonly load: () => void
}

/** Loads a part of the chart: at once where the chart shows something of it, else on request. `load` stays the same. */
export function useLaterModule<Module>(load: () => Promise<Module>, atOnce: boolean): LaterModule<Module> {
  const [module, setModule] = useState<Module | null>(null)
  const [failed, setFailed] = useState(false)
  const start = useCallback(() => {
    setFailed(false)
    load().then(
      (loaded) => setModule(() => loaded),
      () => setFailed(true),
    )
  }, [load])
  useEffect(() => {
    if (atOnce) start()
  }, [atOnce, start])
  return { module, failed, load: start }
}
