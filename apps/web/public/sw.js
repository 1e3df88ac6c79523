// Lets the installed app open without a network: it then says itself that it is offline. Prices, orders and accounts are
// never kept; only the program is. The page is asked for first and comes from here when nobody answers; its parts carry
// their content in their names, so a kept one is always right.
const kept = 'candor-program'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function keep(request, response) {
  if (response.ok) await (await caches.open(kept)).put(request, response.clone())
  return response
}

async function page() {
  try {
    return await keep('/', await fetch('/'))
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}

async function part(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request))
}

/** Parts of earlier versions go once a new page came, so that the store does not grow. */
async function tidy(html) {
  const store = await caches.open(kept)
  const names = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
  const entry = names.find((name) => /index-.*\.js$/.test(name))
  const known = await caches.match('/entry-name')
  if (entry === undefined || (known && (await known.text()) === entry)) return
  for (const request of await store.keys()) {
    if (new URL(request.url).pathname.startsWith('/assets/')) await store.delete(request)
  }
  await store.put('/entry-name', new Response(entry))
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (event.request.mode === 'navigate' && url.pathname === '/') {
    const answer = page()
    event.respondWith(answer)
    event.waitUntil(answer.then((response) => response.clone().text()).then(tidy, () => undefined))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(part(event.request))
})

// Web push: what the server sealed for this browser is shown, and a press opens where it leads.
self.addEventListener('push', (event) => {
  const { title, text, path, tag } = event.data.json()
  const icon = '/icon-192.png'
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag, icon, badge: icon, data: { path } }),
  )
})

async function open(path) {
  const address = `/#${path}`
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (tab === undefined) return self.clients.openWindow(address)
  await tab.focus()
  return tab.navigate(address)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})
