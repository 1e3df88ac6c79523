import { type CallResult, callServer } from '../session/calls/call-server.ts'

/** Reports whether the browser supports web push: it needs a service worker, and that needs TLS or this machine. */
export const takesPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const subscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null

/** The push address of this browser; null: it is not subscribed. */
export async function pushHere(): Promise<string | null> {
  return takesPush() ? ((await subscription())?.endpoint ?? null) : null
}

/** Asks the person for permission, subscribes this browser and registers it with the server. */
export async function turnPushOn(pushKey: string): Promise<CallResult<'noticeChoices'> | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await navigator.serviceWorker.ready
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  const { endpoint = '', keys } = made.toJSON()
  return callServer('pushSubscription', {
    endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    device: browserName(navigator.userAgent),
  })
}

export async function turnPushOff(endpoint: string): Promise<CallResult<'noticeChoices'>> {
  const after = await callServer('removePushSubscription', { endpoint })
  await (await subscription())?.unsubscribe()
  return after
}

/** Unsubscribes this browser on sign-out: its next user must not read the notices. */
export async function forgetPush(): Promise<void> {
  if (takesPush()) await (await subscription())?.unsubscribe()
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

const browserName = (agent: string): string =>
  /\b(Edg|OPR|SamsungBrowser|Firefox|Chrome|Safari)\b/.exec(agent)?.[1] ?? 'Browser'
