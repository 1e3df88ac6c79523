import { useEffect, useState } from 'react'
import { type ChartColors, readColors } from './chart-styles.ts'

/** The current design tokens; read again when theme, up/down colours or the size of letters change. */
export function usePageColors(): ChartColors {
  const [colors, setColors] = useState(() => readColors(document.documentElement))
  useEffect(() => {
    const root = document.documentElement
    const read = () => setColors(readColors(root))
    // Letters grow with the window.
    const onResize = () => {
      const text = readColors(root).text
      setColors((now) => (now.text === text ? now : readColors(root)))
    }
    const watcher = new MutationObserver(read)
    watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-moves', 'lang'] })
    addEventListener('resize', onResize)
    return () => {
      watcher.disconnect()
      removeEventListener('resize', onResize)
    }
  }, [])
  return colors
}
