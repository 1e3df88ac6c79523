import type { OpsCalls, OpsInputOf, OpsResultOf, ProposalEntry } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import { OffsetClock } from '../platform/clock.ts'
import { isSandbox } from '../platform/database/installation.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { readClockOffset } from '../platform/jobs/moved-clock.ts'
import { whoTypes } from './markets/market-halt.ts'
import { withData } from './open-data.ts'
import { PersonAsker } from './person-prompt.ts'
import { CommandError, say } from './say.ts'
import {
  type OpenedInstallation,
  openTreasuryCalls,
  type SignedInOperator,
  type TreasuryCalls,
} from './treasury-calls.ts'

interface OfInstallation {
  readonly data: string
}
export interface Acting extends OfInstallation {
  readonly email: string
}
type Move = OpsInputOf<OpsCalls['opsProposeTreasury']>
export type ProposeOptions = Acting &
  Omit<Move, 'place' | 'to'> & { readonly account: Move['place']; readonly to?: NonNullable<Move['to']> }
export type DecideOptions = Acting & { readonly id: string }

/** Prints every account of the operator as the console's page lists them, what is offered, and the newest moves. */
export const showTreasuryCommand = ({ data }: OfInstallation): Promise<void> =>
  withTreasury(data, async (treasury) => {
    const { accounts, offered, moves } = await treasury.read('opsTreasury', {})
    sayTable([
      ['account', 'coin', 'balance', 'set aside', 'promised', 'free', ''],
      ...accounts.map(({ place, coin, balance, held, promises, free, state }) => [
        place,
        coin,
        balance,
        held,
        promises.map(({ kind, amount }) => `${amount ?? unknown} ${promiseWords[kind]}`).join(', ') || '-',
        free ?? unknown,
        stateWords[state],
      ]),
    ])
    say('')
    say(`Trading with real money: ${offered.trading ? 'offered' : 'not offered'}`)
    say(`Loans: ${offered.loans ? 'offered' : 'not offered'}`)
    say(`Conversions into: ${offered.conversions.join(', ') || 'none'}`)
    if (moves.length > 0) say('')
    for (const { at, amount, coin, from, to, reference, proposedBy, approvedBy } of moves.slice(0, newest))
      say(`${at} ${amount} ${coin} ${from} → ${to}, ${reference}, by ${proposedBy} and ${approvedBy}`)
  })

/** Prints the moves that wait for a second person. */
export const waitingCommand = ({ data }: OfInstallation): Promise<void> =>
  withTreasury(data, async (treasury) => {
    const waiting = await waitingMoves(treasury)
    for (const { id, summary, reason, proposedBy, expiresAt } of waiting)
      say(`${id} ${summary}. ${reason}. Proposed by ${proposedBy.email}, until ${expiresAt}`)
    if (waiting.length === 0) say('No moves are waiting.')
  })

/** Proposes a move; a second person approves it. */
export const proposeCommand = ({ data, email, account, to, ...move }: ProposeOptions): Promise<void> =>
  signedIn({ data, email }, async ({ call }) => {
    const { act, coin, amount, reference, reason } = move
    const proposed = await call('opsProposeTreasury', {
      act,
      place: account,
      to: to ?? null,
      coin,
      amount,
      reference,
      reason,
    })
    say(`Proposed: ${proposed.summary}. Another operator approves it:`)
    say(proposed.id)
  })

/** Shows another person's proposal, and carries it out once this person has confirmed it. */
export const approveCommand = ({ id, ...who }: DecideOptions): Promise<void> =>
  signedIn(who, async ({ call }, requester) => {
    const shown = await call('opsProposal', { id })
    sayProposal(shown)
    if ((await requester.line('Approve it? Type yes: ')).trim().toLowerCase() !== 'yes')
      throw new CommandError('Not approved: nothing has moved.')
    const { summary } = await call('opsApproveProposal', { id, shownHash: shown.shownHash })
    say(`Approved: ${summary}.`)
  })

/** Refuses another person's proposal. */
export const refuseCommand = ({
  id,
  reason,
  ...who
}: DecideOptions & { readonly reason: string }): Promise<void> =>
  signedIn(who, async ({ call }) => {
    const { summary } = await call('opsRejectProposal', { id, reason })
    say(`Refused: ${summary}.`)
  })

/** Withdraws the operator's own proposal. */
export const withdrawCommand = ({ id, ...who }: DecideOptions): Promise<void> =>
  signedIn(who, async ({ call }) => {
    const { summary } = await call('opsWithdrawProposal', { id })
    say(`Withdrawn: ${summary}.`)
  })

const newest = 10
const unknown = 'unknown'
const stateWords = { funded: 'funded', lacking: 'underfunded', unneeded: 'not needed' } as const
const promiseWords = {
  openProfits: 'for open profits',
  lossCover: 'for losses of open positions',
  savings: 'for interest on savings',
  unpaidFees: 'for rebates and commissions',
} as const

/** Runs `work` with the treasury's calls of an installation; a refusal becomes a sentence. */
const withTreasury = (
  data: string,
  work: (treasury: TreasuryCalls, installation: OpenedInstallation) => Promise<void>,
): Promise<void> =>
  withData(data, async ({ db, ...opened }) => {
    const secrets = await opened.secrets()
    const clock = new OffsetClock(await readClockOffset(db))
    const installation = { db, clock, secrets, sandbox: await isSandbox(db) }
    const treasury = await openTreasuryCalls(installation, whoTypes(undefined))
    await inWords(work(treasury, installation))
  })

/** Prompts the person of `email` for password and code, and runs `work` while they are signed in. */
export const signedIn = (
  { data, email }: Acting,
  work: (person: SignedInOperator, requester: PersonAsker, installation: OpenedInstallation) => Promise<void>,
): Promise<void> =>
  withTreasury(data, async (treasury, installation) => {
    const requester = new PersonAsker()
    try {
      const password = await requester.secret(`Password of ${email}: `)
      const totp = await requester.secret('Authenticator code: ')
      await treasury.signedIn({ email, password, totp: totp.trim() }, (person) =>
        work(person, requester, installation),
      )
    } finally {
      requester.close()
    }
  })

async function waitingMoves(treasury: TreasuryCalls): Promise<ProposalEntry[]> {
  const waiting: ProposalEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await treasury.read('opsProposals', { status: 'pending', ...(cursor && { cursor }) })
    waiting.push(...page.items.filter(({ kind }) => kind === 'treasury.move'))
    if (page.nextCursor === null) return waiting
    cursor = page.nextCursor
  }
}

function sayProposal({ summary, reason, proposedBy, sections }: OpsResultOf<OpsCalls['opsProposal']>): void {
  say(`${summary}. ${reason}. Proposed by ${proposedBy.email}.`)
  for (const { title, rows } of sections) {
    say(title)
    for (const { label, value } of rows) say(`  ${label}: ${value}`)
  }
}

/** Prints a table whose columns fit their content. */
function sayTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_title, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  for (const row of rows)
    say(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const issueWords: Readonly<Record<string, string>> = {
  decimal: 'a number above zero, with no more decimals than the coin has',
  positive: 'a number above zero, with no more decimals than the coin has',
  promised: 'part of this is set aside or promised; only the free amount can leave',
  short: 'the account does not hold that much',
  too_large: 'less than one billion',
  unknown: 'open profits are unknown while the engine is not running; try again when it runs',
  used: 'a transfer with this reference is already booked',
  too_small: 'at least three characters',
  too_big: 'too long',
  same: 'choose another account',
  coin: 'this account does not exist in this coin',
  account: 'this account does not exist in this coin',
  required: 'a move needs a receiving account',
  none: 'only a move has a receiving account',
  earned: 'earnings can only be taken out or moved to an account that pays customers',
  hedge: 'hedging is booked to the trading capital',
}
const optionOf: Readonly<Record<string, string>> = { place: 'account' }
const english = translator('en')

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { issues = [] } = (error.details ?? {}) as {
      readonly issues?: readonly { readonly path: string; readonly code: string }[]
    }
    // What is no number is refused twice at its field.
    const fields = [...new Map(issues.map((issue) => [issue.path, issue.code]))].map(
      ([path, code]) => `--${optionOf[path] ?? path}: ${issueWords[code] ?? code}.`,
    )
    throw new CommandError(
      fields.length > 0 ? fields.join('\n') : (english.maybe(`codes.${error.code}`) ?? error.message),
    )
  }
}
