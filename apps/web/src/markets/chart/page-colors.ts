import { useEffect, useState } from 'react'
import { type ChartColors, readColors } from './chart-styles.ts'

/** The current design tokens; read again when theme or up/down colours change. */
export function usePageColors(): ChartColors {
  const [colors, setColors] = useState(() => readColors(document.documentElement))
  useEffect(() => {
    const root = document.documentElement
    const watcher = new MutationObserver(() => setColors(readColors(root)))
    watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-moves', 'lang'] })
    return () => watcher.disconnect()
  }, [])
  return colors
}
