import type { ServerContext } from '../../module.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import type { UnusualDayAlarm } from '../../platform/limits/message-days.ts'
import { tellAdmins } from './people/tell-admins.ts'

const names = { mail: 'email codes', sms: 'text-message codes' } as const

/** The alarm of a day on which far more codes go out than usual: in the log, and to every admin. */
export const tellUnusualDay =
  (context: ServerContext, messenger: Messenger): UnusualDayAlarm =>
  async (kind, { sent, usual }) => {
    context.log.warn(
      { kind, sent, usual },
      'far more codes than usual were sent today: visitors now need a proof of work',
    )
    await tellAdmins(context, messenger, {
      subject: `Unusually many ${names[kind]}`,
      text: [
        `${sent} ${names[kind]} were sent today; up to ${usual} are usual here.`,
        'Someone may be using the installation to flood people with messages. Until midnight UTC each visitor’s browser does a short calculation before a code is sent; no one is refused.',
        `If this is your own campaign, raise the parameter limits.messages.${kind}.`,
      ].join('\n\n'),
    })
  }
