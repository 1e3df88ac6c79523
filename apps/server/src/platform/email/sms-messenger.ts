import type { Message, Messenger } from './messenger.ts'

export interface SmsSettings {
  /** `https://account:token@host/path`: the form is posted there. */
  readonly url: string
  /** The sender, a number or a name as the provider allows it. */
  readonly from: string
}

const timeoutMs = 15_000

/** Sends text messages to a provider: a form with To, From and Body, authenticated with the address's user and password. */
export class SmsMessenger implements Messenger {
  private readonly address: string
  private readonly headers: Readonly<Record<string, string>>
  private readonly from: string

  constructor({ url, from }: SmsSettings) {
    const { username, password, ...rest } = partsOf(url)
    const key = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    this.address = rest.address
    this.headers = username === '' ? {} : { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
    this.from = from
  }

  async send({ to, text }: Message): Promise<void> {
    const response = await fetch(this.address, {
      method: 'POST',
      headers: this.headers,
      body: new URLSearchParams({ To: to, From: this.from, Body: text }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    await response.body?.cancel()
    // The response may repeat the number and the code, so only its status is reported.
    if (!response.ok) throw new Error(`the provider of text messages responded with ${response.status}`)
  }
}

function partsOf(url: string) {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  return { username, password, address: parsed.href }
}
