import { useSyncExternalStore } from 'react'

type Theme = 'paper' | 'ink'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** A browser may forbid storage; the theme is then forgotten with the tab. */
function stored(): Theme | null {
  try {
    const stored = localStorage.getItem('console-theme')
    return stored === 'paper' || stored === 'ink' ? stored : null
  } catch {
    return null
  }
}

let chosen = stored()
const themeNow = (): Theme => chosen ?? (system.matches ? 'ink' : 'paper')

export function dressPage(): void {
  document.documentElement.dataset.theme = themeNow()
  for (const listener of listeners) listener()
}

export function switchTheme(): void {
  chosen = themeNow() === 'ink' ? 'paper' : 'ink'
  try {
    localStorage.setItem('console-theme', chosen)
  } catch {
    // Stored for this tab alone.
  }
  dressPage()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useTheme = (): Theme => useSyncExternalStore(subscribe, themeNow)

system.addEventListener('change', dressPage)
