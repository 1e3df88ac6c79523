/**
 * Lets an installed app open without a network (public/sw.js). Registered once the page is drawn; a page without TLS has no
 * service workers, and a browser may refuse: the app works without.
 */
export function keepProgram(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
