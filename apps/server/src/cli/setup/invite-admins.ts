import { identityProofs } from '../../accounts/identity-proofs.ts'
import { installationSecret } from '../../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../../accounts/sessions/tokens.ts'
import {
  type FirstAdmins,
  type FirstInvitation,
  inviteFirstAdmins,
  readFirstAdmins,
} from '../../back-office/operators/people/first-admins.ts'
import {
  type InvitationContext,
  mailInvitation,
  showInvitation,
} from '../../back-office/operators/people/mail-invitation.ts'
import { firstAdmins } from '../../back-office/operators/people/people-store.ts'
import { proposalKindNames } from '../../back-office/proposals/proposal-kind-names.ts'
import { systemClock } from '../../platform/clock.ts'
import type { RequestedConfig } from '../../platform/config.ts'
import { FramedMessenger } from '../../platform/email/frame-mail.ts'
import { mayBePlain, SmtpMessenger } from '../../platform/email/smtp-messenger.ts'
import { createAudit } from '../../proofs/audit/audit.ts'
import type { OpenData } from '../open-data.ts'
import { CommandError, say, warn } from '../say.ts'

export interface AdminsRequest {
  readonly config: RequestedConfig
  /** Addresses of the people who become the first admins; null: as they are. */
  readonly emails: readonly string[] | null
  /** Sends a new link to those who were invited before. */
  readonly sendAgain: boolean
}

const refusals = {
  email: (email: string) => `${email} is not an email address.`,
  taken: (email: string) => `${email} belongs to an operator already.`,
}

/**
 * Invites the first two admins: by mail, or with links that are printed once where no mail can be sent. Asked again with the same addresses
 * it invites nobody. Refuses with a `CommandError` an address that is none or taken, and a third person.
 */
export async function inviteAdmins(data: OpenData, request: AdminsRequest): Promise<void> {
  const secrets = await data.secrets()
  const clock = systemClock
  const audit = createAudit(clock)
  const accounts = { db: data.db, clock, audit, identity: identityProofs, secrets }
  const before = (await readFirstAdmins(accounts)).invited
  const made = request.emails === null ? [] : await inviteFirstAdmins(accounts, request.emails)
  if ('refused' in made)
    throw new CommandError(
      made.refused === 'tooMany'
        ? 'Setup invites the first two admins. They invite everybody else in the console, under Operators.'
        : refusals[made.refused](made.email),
    )
  const after = await readFirstAdmins(accounts)
  const tokens = new Tokens(await installationSecret(data.db.query, secrets, 'operator-tokens'))
  const again = request.sendAgain ? after.invited.filter(({ id }) => before.some((one) => one.id === id)) : []
  await deliver(
    { db: data.db, clock, audit, tokens, hashOf: hashOfToken },
    [...made, ...again],
    request.config,
  )
  report(after, [...made, ...again])
}

type Sender = Pick<InvitationContext, 'db' | 'clock' | 'audit' | 'tokens' | 'hashOf'>

async function deliver(
  sender: Sender,
  invitations: readonly FirstInvitation[],
  config: RequestedConfig,
): Promise<void> {
  if (invitations.length === 0) return
  const consoleUrl = consoleUrlOf(config)
  const { smtpUrl, mailFrom, publicUrl } = config
  const smtp =
    smtpUrl === null
      ? null
      : new SmtpMessenger({
          ...{ url: smtpUrl, from: mailFrom, patienceMs: 5_000 },
          plainAllowed: mayBePlain({ sandbox: false }, smtpUrl),
        })
  const messenger = smtp === null ? null : new FramedMessenger(smtp, publicUrl)
  try {
    for (const { id, email } of invitations) {
      const mailed =
        messenger !== null &&
        (await mailInvitation(
          { ...sender, messenger, consoleUrl: () => consoleUrl, log: quietLog },
          id,
          'command-line',
        ))
      if (mailed) say(`Invited by mail: ${email}`)
      else sayLink(email, await showInvitation(sender, id, consoleUrl), smtp !== null)
    }
  } finally {
    smtp?.close()
  }
}

/** The doctor, which follows, says why mail fails. */
const quietLog = { error: () => undefined }

function sayLink(email: string, link: string, hasMail: boolean): void {
  warn(
    `${hasMail ? 'The mail server did not take the invitation' : 'No mail can be sent'}: give ${email} this link yourself, and to nobody else. Whoever opens it becomes admin. It is shown only now.`,
  )
  say(link)
}

/** Address of the console: its own, or below the public one, or as the server listens. */
function consoleUrlOf({ console, publicUrl, host, port }: RequestedConfig): string {
  if (console !== null) return `${console.url ?? `http://${console.host}:${console.port}`}/console`
  return `${publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`}/console`
}

function report({ admins, invited }: FirstAdmins, delivered: readonly FirstInvitation[]): void {
  for (const email of admins) say(`Admin: ${email}`)
  for (const { id, email, expiresAt } of invited) {
    const isNew = delivered.some((one) => one.id === id)
    const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ')
    say(
      `Invited${isNew ? '' : ' before'}, until ${until} UTC: ${email}${isNew ? '' : ' (--send-again sends another link)'}`,
    )
  }
  if (admins.length + invited.length >= firstAdmins) return
  warn('With fewer than two operators these cannot be decided, because each takes two people:')
  for (const what of Object.values(proposalKindNames)) warn(`  ${what}`)
  warn('Run `candor setup` again with the address of a second person.')
}
