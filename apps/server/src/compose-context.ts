import type { Logger } from 'pino'
import { type AccountsCore, openAccountsCore } from './accounts/accounts-core.ts'
import { installationSecret } from './accounts/secrets-store.ts'
import { OperatorsConsole } from './back-office/operators/operators-console.ts'
import { Parameters } from './back-office/parameters/parameters.ts'
import type { Foundation } from './foundation.ts'
import { sharePostings } from './ledger/share-postings.ts'
import { createSpendOnce } from './ledger/spend-once.ts'
import { Modules, type ServerContext } from './module.ts'
import { customerNotices } from './notifications/customer-notices.ts'
import type { Role } from './platform/config/roles.ts'
import { type Config, ownUrlOf, type RequestedConfig } from './platform/config.ts'
import { Letters } from './platform/email/letters.ts'
import { openMessenger } from './platform/email/open-messenger.ts'
import { refuseSmtpOptions } from './platform/email/smtp-options.ts'
import { createRunOnce } from './platform/http/idempotency/run-once.ts'
import { openLimits } from './platform/limits/limit-rules.ts'
import { newId } from './platform/new-id.ts'
import type { ShutdownStack } from './platform/shutdown-stack.ts'
import { AccountHub } from './platform/websocket/account-hub.ts'
import { shareEvents } from './platform/websocket/share-events.ts'
import { createAudit } from './proofs/audit/audit.ts'
import { openReceiptSigner, type ReceiptSigner } from './proofs/receipts/receipt-keys.ts'
import { publishedKeys } from './proofs/receipts/receipts-since.ts'
import { hashOfShown } from './proofs/shown-hash.ts'
import { headInLetters } from './proofs/signed-heads/head-in-letters.ts'
import { SignedHeads } from './proofs/signed-heads/signed-heads.ts'
import type { Surroundings } from './running-app.ts'
import { EngineClient } from './trading/engine/engine-client.ts'

/** Addresses this process is reached at; without a configured one, known once it listens. */
interface Addresses {
  own: string | null
  console: string | null
}

function addressesOf(config: Config): Addresses {
  const own = ownUrlOf(config)
  return { own, console: config.console === null && own !== null ? `${own}/console` : null }
}

/** Opens what nearly every module is given: database, clock, ledger, messages between processes, customers' sessions, the console and keys. */
export async function openContext(
  requested: RequestedConfig,
  log: Logger,
  closing: ShutdownStack,
  surroundings: Surroundings,
) {
  // Before an installation is made; one started without a choice says what it is when it is open.
  if (requested.sandbox === false && requested.smtpUrl !== null) refuseSmtpOptions(requested.smtpUrl)
  const foundation = await surroundings.openFoundation(requested, log, closing)
  const { db, clock, ledger, sandbox, secrets } = foundation
  const config: Config = { ...requested, sandbox }
  const serves = (role: Role) => config.roles.includes(role)

  const parameters = new Parameters(db, clock, { sandbox })
  const operator = () => operatorLine(parameters)
  const { messenger, direct, sms, outbox } = openMessenger({ config, clock, log, closing, operator })
  const bus = await surroundings.openBus(config, log, closing, {
    app: foundation.app,
    secret: () => installationSecret(db.query, secrets, 'bus'),
  })
  const engineClient = new EngineClient(bus)
  const { funds } = engineClient
  const addresses = addressesOf(config)
  const limits = openLimits({ db, clock }, (key) => parameters.value(key), sandbox)
  const console = new OperatorsConsole({
    ...{ db, clock, audit: createAudit(clock), hashOf: hashOfShown },
    spending: { ledger, funds },
  })
  await sharePostings(bus, ledger)
  const core = await openAccountsCore({ db, clock, log, config, secrets, parameters, limits })
  const { sessions, customers, undoToken, customerOf } = core
  const hub = serves('live')
    ? new AccountHub({ ...accountHolders(core), clock, mostOfUser: limits.socketsOfAccount })
    : null
  const events = await shareEvents(bus, hub, (ended) => sessions.forget((sessionId) => sessionId === ended))

  const { keys, heads, sign } = await openSigner(foundation, config)
  const runOnce = createRunOnce((work) => ledger.transaction(work), clock)
  const spendOnce = createSpendOnce({ ledger, funds }, runOnce)
  const letters = new Letters({
    ...{ db, clock, log, messenger: direct, readerOf: customers.byId },
    head: headInLetters(heads, config.publicUrl),
    undoLink: (linkId) => `${addresses.own ?? ''}/#/pass/undo?token=${undoToken(linkId)}`,
  })
  closing.add('letters', () => letters.settled())
  const context: ServerContext = {
    ...{ db, clock, ledger, events, runOnce, spendOnce, parameters, console, log, newId, sandbox, letters },
    notices: customerNotices({ db, clock }, events, newId),
    runsJobs: serves('jobs'),
  }
  /** The context, and the parts that only a few modules get. */
  const base = { ...context, clock, console, funds, customerOf, secrets }
  return {
    modules: new Modules(context, console),
    ...{ base, foundation, config, serves, addresses, core, closing },
    ...{ messenger, direct, sms, outbox, bus, engineClient, limits, hub },
    ...{ keys, heads, sign, letters },
    outbound: surroundings.outbound,
  }
}

/** Finds the holders of tokens and keys, for the sockets of accounts. */
const accountHolders = ({ sessions, apiKeys }: AccountsCore) => ({
  authenticate: sessions.authenticate,
  authenticateKey: apiKeys.authenticate,
})

/** The operator's company and address as the foot of a mail names them; empty until they are filled. */
async function operatorLine(parameters: Parameters): Promise<string> {
  const details = await Promise.all([parameters.value('operator.name'), parameters.value('operator.address')])
  return details.filter((detail) => detail !== '').join(', ')
}

/** Opens the installation's signature: its public keys, the heads it publishes, and the signing of receipts. */
async function openSigner({ db, clock, sandbox }: Foundation, { dataDir }: Config) {
  const signer = openReceiptSigner(dataDir)
  const heads = new SignedHeads({ db, clock }, signer)
  const sign: ReceiptSigner['sign'] = (document) => signer.sign({ ...document, auditHead: heads.reference() })
  return { keys: await publishedKeys(db, signer, sandbox), heads, sign }
}

/** Parts that the composition passes on to modules. */
export type Common = Awaited<ReturnType<typeof openContext>>
