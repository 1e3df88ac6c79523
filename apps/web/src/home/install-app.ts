import { useSyncExternalStore } from 'react'
import { createStore } from '../session/store.ts'

/** Event that a browser sends to a page that can be installed; not in the DOM's types, because only some browsers have it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const offered = createStore<InstallPrompt | null>(null)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered.set(event as InstallPrompt)
})
addEventListener('appinstalled', () => offered.set(null))

/** Opens the browser's own dialog to install this app; null where it has none, or the app is installed. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(offered.subscribe, offered.get)
  if (prompt === null) return null
  return () => {
    // A prompt can be used only once, accepted or not.
    offered.set(null)
    void prompt.prompt()
  }
}
