import webPush from 'web-push'
import type { VapidKeys } from './vapid-keys.ts'

/** Content that a browser's service worker shows; a press opens `path`. */
export interface PushWords {
  readonly title: string
  readonly text: string
  readonly path: string
  /** One notice is shown once, however often it arrives. */
  readonly tag: string
}

export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const timeoutMs = 10_000
/** Lifetime at the push service: after a day it is not worth waking a device, and it is among the notices. */
const goodForSeconds = 86_400

/**
 * Sends a message, encrypted for one browser (RFC 8291), to its push service. `gone`: the browser accepts none any more. Throws
 * when the service did not accept it now.
 */
export async function sendPush(
  to: PushAddress,
  words: PushWords,
  sender: { readonly keys: VapidKeys; readonly contact: string },
): Promise<'sent' | 'gone'> {
  const { endpoint, headers, body, method } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    JSON.stringify(words),
    {
      TTL: goodForSeconds,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: sender.contact, ...sender.keys },
    },
  )
  const response = await fetch(endpoint, {
    method,
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
    // The address was looked at; wherever it might lead was not.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) return 'gone'
  if (!response.ok) throw new Error(`the push service responded with ${response.status}`)
  return 'sent'
}
