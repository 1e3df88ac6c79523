/** Tells the admins that an endpoint was stopped. A letter that is not accepted only appears in the log. */
export type TellStopped = (endpoint: {
  readonly name: string
  readonly url: string
  readonly reason: 'gone' | 'failing'
}) => Promise<void>

/** Writes to every enabled admin. */
export type TellAdmins = (letter: { readonly subject: string; readonly text: string }) => Promise<void>

export const stopReasons = {
  gone: 'its receiver answered that it is gone (HTTP 410)',
  failing: 'it has taken no message for three days',
} as const

export const tellStoppedBy =
  (tellAdmins: TellAdmins): TellStopped =>
  ({ name, url, reason }) =>
    tellAdmins({
      subject: `Webhook stopped: ${name}`,
      text: [
        `The webhook ${name} was stopped, because ${stopReasons[reason]}.`,
        `Its address is ${new URL(url).origin}. Messages that wait are kept for 30 days and sent when the webhook is resumed on the page Webhooks of the console. Events of the meantime can be replayed there.`,
      ].join('\n\n'),
    })
