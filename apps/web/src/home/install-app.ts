import { useSyncExternalStore } from 'react'
import { createStore } from '../session/store.ts'

/** What a browser hands a page that may be installed; not in the DOM's types, as only some browsers have it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const offered = createStore<InstallPrompt | null>(null)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered.set(event as InstallPrompt)
})
addEventListener('appinstalled', () => offered.set(null))

/** The browser's own way to install this app; null where it has none, or it is installed. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(offered.subscribe, offered.get)
  if (prompt === null) return null
  return () => {
    // A prompt serves once, whatever the person answers.
    offered.set(null)
    void prompt.prompt()
  }
}
