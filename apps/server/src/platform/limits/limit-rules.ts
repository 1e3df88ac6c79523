import type { ParameterKey } from '../../back-office/parameters/defaults.ts'
import type { Parameters } from '../../back-office/parameters/parameters.ts'
import type { ClockedDatabase } from '../database/database.ts'
import type { GuessRule } from './login-throttle.ts'
import type { MessageKind } from './message-days.ts'
import { type BudgetRule, RequestBudget } from './request-budget.ts'
import { UploadPlaces } from './upload-places.ts'

/** A sandbox has the same limits, only higher: a person trying it out creates many customers from one machine. */
const sandboxTimes = 20
const hour = 3_600

/** Every limit of the installation, from its parameters. */
export interface Limits {
  /** Requests without a session, by network. */
  readonly visitor: RequestBudget
  /** Requests of a customer or an operator, from any address. */
  readonly account: RequestBudget
  /** Sign-ins with a password, a text message or Google, by network. */
  readonly signIns: RequestBudget
  /** Budget for whatever tells that a name, address or number is taken, by network. */
  readonly names: RequestBudget
  /** Codes by mail, by network. */
  readonly codesOfNetwork: RequestBudget
  /** Codes by mail and by text message that a signed-in customer requests, to whatever address. */
  readonly codesOfAccount: RequestBudget
  /** Codes by mail and by text message, by the /24 or /48 that the visitor's address is in. */
  readonly codesOfRange: RequestBudget
  readonly smsOfRange: RequestBudget
  /** Codes to one mailbox or number. */
  readonly codes: RequestBudget
  /** Text messages, by network. */
  readonly sms: RequestBudget
  /** Requests with one API key. */
  readonly apiKeys: RequestBudget
  /** Requests with one service token. */
  readonly serviceTokens: RequestBudget
  /** Reads of stored quotes, which verify a receipt, by network. */
  readonly heldQuotes: RequestBudget
  /** Files a customer sends, refused ones too. */
  readonly uploads: RequestBudget
  /** Uploads under way at once. */
  readonly uploadPlaces: UploadPlaces
  readonly guesses: () => Promise<GuessRule>
  /** Codes a day that are never unusual. */
  readonly usualMessages: (kind: MessageKind) => Promise<number>
  /** Open websockets in a process, of one network and of one account. */
  readonly socketsOfNetwork: () => Promise<number>
  readonly socketsOfAccount: () => Promise<number>
}

type BudgetName =
  | 'visitor'
  | 'account'
  | 'names'
  | 'signIns'
  | 'codesOfNetwork'
  | 'codes'
  | 'sms'
  | 'apiKeys'
  | 'serviceTokens'
  | 'keptQuotes'
  | 'uploads'
  | 'codesOfAccount'
  | 'codesOfRange'
  | 'smsOfRange'

/** To one recipient, for what costs money and for programs, a sandbox is no other. */
const alike: ReadonlySet<BudgetName> = new Set(['codes', 'sms', 'smsOfRange', 'apiKeys', 'serviceTokens'])

/** Opens the limits; their counts are in the database, and `readParameter` reads the parameters that set them. */
export function openLimits(
  store: ClockedDatabase,
  readParameter: Parameters['value'],
  sandbox: boolean,
): Limits {
  const number = async (key: ParameterKey) => Number(await readParameter(key))
  const budget = (name: BudgetName) => {
    const times = sandbox && !alike.has(name) ? sandboxTimes : 1
    const rule = async (): Promise<BudgetRule> => {
      const [burst, perHour] = await Promise.all([
        number(`limits.${name}.burst`),
        number(`limits.${name}.perHour`),
      ])
      return { burst: burst * times, perSecond: (perHour * times) / hour }
    }
    return new RequestBudget(store, name, rule)
  }
  return {
    visitor: budget('visitor'),
    account: budget('account'),
    names: budget('names'),
    signIns: budget('signIns'),
    codesOfNetwork: budget('codesOfNetwork'),
    codes: budget('codes'),
    sms: budget('sms'),
    apiKeys: budget('apiKeys'),
    serviceTokens: budget('serviceTokens'),
    heldQuotes: budget('keptQuotes'),
    uploads: budget('uploads'),
    uploadPlaces: new UploadPlaces(store),
    codesOfAccount: budget('codesOfAccount'),
    codesOfRange: budget('codesOfRange'),
    smsOfRange: budget('smsOfRange'),
    usualMessages: (kind) => number(`limits.messages.${kind}`),
    socketsOfNetwork: async () => (await number('limits.sockets.network')) * (sandbox ? sandboxTimes : 1),
    socketsOfAccount: () => number('limits.sockets.account'),
    guesses: async () => ({
      pair: await number('limits.guesses.pair'),
      account: await number('limits.guesses.account'),
      network: await number('limits.guesses.network'),
    }),
  }
}

const retentionMs = 24 * hour * 1_000
const messageRetentionMs = 30 * retentionMs

/** A job: what was counted long ago is forgotten; by then every budget is full again and no attempt counts any more. */
export async function forgetLimits({ db, clock }: ClockedDatabase): Promise<void> {
  const before = clock.now() - retentionMs
  await db.pool.query('DELETE FROM limits_attempts WHERE last_at < $1', [before])
  await db.pool.query('DELETE FROM limits_budgets WHERE at < $1', [before])
  await db.pool.query('DELETE FROM limits_uploads WHERE until_at < $1', [clock.now()])
  await db.pool.query('DELETE FROM limits_spent_work WHERE ends_at < $1', [new Date(clock.now())])
  await db.pool.query('DELETE FROM limits_messages WHERE day < $1', [new Date(before - messageRetentionMs)])
}
