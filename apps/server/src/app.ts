import { join } from 'node:path'
import type { Logger } from 'pino'
import { accountsModule } from './accounts/accounts.module.ts'
import { changeTold } from './accounts/change-told.ts'
import { closureModule } from './accounts/closure/closure.module.ts'
import { agreedArticles } from './accounts/consents.ts'
import { customersModule } from './accounts/customers.module.ts'
import { freezeForPayouts } from './accounts/freezes.ts'
import { requireFreshProof } from './accounts/fresh-proof.ts'
import { identityStandings } from './accounts/identity-standings.ts'
import { legalHolds } from './accounts/legal-holds.ts'
import { payoutCodes } from './accounts/payout-codes.ts'
import { installationSecret } from './accounts/secrets-store.ts'
import { proveSecondFactor } from './accounts/set-second-factor.ts'
import { refuseEarlyExport, tellExported } from './accounts/tell-export.ts'
import type { EngineClient } from './app/engine-client.ts'
import { housekeeping } from './app/housekeeping.ts'
import { marketPages } from './app/market-pages.ts'
import { openBus } from './app/open-bus.ts'
import { openCommon } from './app/open-common.ts'
import { openDoors } from './app/open-doors.ts'
import { openEngine } from './app/open-engine.ts'
import { openFeeds } from './app/open-feeds.ts'
import { openFoundation } from './app/open-foundation.ts'
import { openMarketEvents } from './app/open-market-events.ts'
import { openMarketOps } from './app/open-market-ops.ts'
import type { RunningApp, Surroundings } from './app/running-app.ts'
import { ShutdownStack } from './app/shutdown-stack.ts'
import { countriesModule } from './back-office/countries/countries.module.ts'
import { claimsOfKind } from './back-office/operators/claims-of-kind.ts'
import { tellUnusualDay } from './back-office/operators/tell-unusual-day.ts'
import { parametersModule } from './back-office/parameters/parameters.module.ts'
import { treasuryModule } from './back-office/treasury/treasury.module.ts'
import { contentModule } from './content/content.module.ts'
import { articlesInForce } from './content/content-store.ts'
import { removeBankCard } from './funding/bank-cards.ts'
import { readPayoutAddress } from './funding/chain/address.ts'
import { onChains } from './funding/chain/on-chains.ts'
import { checkSignedMessage } from './funding/chain/signed-message.ts'
import { conversionsModule } from './funding/conversions.module.ts'
import { depositsModule } from './funding/deposits.module.ts'
import { nameWithdrawal } from './funding/named-withdrawal.ts'
import { removePayoutAddress } from './funding/payout-addresses.ts'
import { releaseHeldWithdrawals } from './funding/withdrawal-store.ts'
import { withdrawalsModule } from './funding/withdrawals.module.ts'
import { invitesModule } from './invites/invites.module.ts'
import { kycModule } from './kyc/kyc.module.ts'
import { paidTradingFees } from './ledger/paid-fees.ts'
import { reconciliationModule } from './ledger/reconciliation.module.ts'
import { loansModule } from './loans/loans.module.ts'
import { haltsSince } from './market-data/halts.ts'
import { journalQuotes } from './market-data/quote-journal.ts'
import { tariffsModule } from './market-data/tariffs/tariffs.module.ts'
import { nftModule } from './nft/nft.module.ts'
import { notificationsModule } from './notifications/notifications.module.ts'
import type { AskedConfig } from './platform/config.ts'
import { lettersModule } from './platform/email/letters.module.ts'
import { filesModule } from './platform/files/files.module.ts'
import type { Caller } from './platform/http/caller.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { SharedAnswers } from './platform/http/shared-answers.ts'
import { SignedTexts } from './platform/http/signed-text.ts'
import { jobsModule } from './platform/jobs/jobs.module.ts'
import { type Job, startTimetable } from './platform/jobs/timetable.ts'
import { ArtworkHub } from './platform/websocket/artwork-hub.ts'
import { exportModule } from './proofs/export/export.module.ts'
import { liabilitiesModule } from './proofs/liabilities.module.ts'
import { statusModule } from './proofs/status.module.ts'
import { savingsModule } from './savings/savings.module.ts'
import { savingsMissing } from './savings/savings-missing.ts'
import { lockCoin, owedInSavings } from './savings/savings-store.ts'
import { screeningModule } from './screening/screening.module.ts'
import { smartModule } from './smart/smart.module.ts'
import { owedInPlans } from './smart/smart-store.ts'
import { supportModule } from './support/support.module.ts'
import { openContractsOf } from './trading/engine/open-contracts.ts'
import { openMargin } from './trading/fees/exposure.ts'
import { owedRebatesOf, rebatesOwedUntil } from './trading/fees/fee-rebates-store.ts'
import { rebatesModule } from './trading/fees/rebates.module.ts'
import { unpaidFees } from './trading/fees/unpaid-fees.ts'
import { optionsModule } from './trading/options/options.module.ts'
import { optionSplits } from './trading/options/options-store.ts'
import { withOrderFile } from './trading/orders/order-file.ts'
import { ordersModule } from './trading/orders/orders.module.ts'
import { riskModule } from './trading/risk/risk.module.ts'

/**
 * Opens everything in its order and listens; what was opened before a failure is closed again. The simulator passes
 * surroundings of its own.
 */
export async function startApp(
  asked: AskedConfig,
  log: Logger,
  surroundings: Surroundings = { openFoundation, openBus, openFeeds, openDoors },
): Promise<RunningApp> {
  const closing = new ShutdownStack()
  try {
    return await openApp(asked, log, closing, surroundings)
  } catch (error) {
    await closing.run()
    throw error
  }
}

/**
 * Wires the modules, in the only place: each gets its dependencies on others here, as functions. Every process opens every module but the
 * engine; its roles decide which of them run and serve (ADR-016).
 */
async function openApp(
  asked: AskedConfig,
  log: Logger,
  closing: ShutdownStack,
  surroundings: Surroundings,
): Promise<RunningApp> {
  const common = await openCommon({ asked, log, closing, surroundings })
  const { base, modules, foundation, config, serves, addresses } = common
  const { messenger, direct, sms, outbox, bus, desk, limits, operators, hub } = common
  const { keys, heads, sign, letters, core } = common
  const { users, customers, sessions, countryStanding } = core
  const { db, clock, events, runOnce, spendOnce, funds, parameters, customerOf, console } = base
  const { sandbox, secrets } = base

  const quotes = await surroundings.openFeeds({ config, db, clock, log, bus, closing })
  const { board } = quotes
  const marketEvents = openMarketEvents({ db, clock, quotes, log })
  await marketEvents.start()
  openMarketOps({ db, clock, console })
  const tariffs = await modules.open(tariffsModule, { board })
  const engine = await openEngine({
    config,
    log,
    desk,
    bus,
    closing,
    foundation,
    board,
    flushQuotes: quotes.flushQuotes,
    marketEvents,
    events,
    customers: { runOnce, spendOnce, parameters, customerOf },
    sign,
  })
  // Stopped before the engine that acts on what it gives.
  closing.add(() => quotes.stop())

  await modules.open(lettersModule, { letters })
  const invites = await modules.open(invitesModule, {
    customers,
    paidFees: paidTradingFees,
    rebatesOwedUntil: (now) => rebatesOwedUntil(db, now),
    owedRebatesOf,
  })
  const { accounts } = await modules.open(accountsModule, {
    core,
    messages: { messenger, sms, tellUnusual: tellUnusualDay({ db, messenger: direct, log }) },
    trading: {
      figures: (userId, mode) => desk.figures(userId, mode),
      equityHistory: (userId, mode, days) => desk.equityHistory(userId, mode, days),
      closeDemoPositions: (userId) => desk.closeDemoPositions(userId),
      optionSplits: (ids) => optionSplits(db.query, ids),
      earnedSince: (userId, mode, sinceMs) => modules.earnedSince(userId, mode, sinceMs),
    },
    others: {
      termsInForce: (language) => articlesInForce(db, agreedArticles, language, clock.now()),
      checkNewCustomer: (tx, user): Promise<void> => screening.checkNewCustomer(tx, user),
      joinFriend: invites.joinFriend,
      namedWithdrawal: (request) => nameWithdrawal({ db, sandbox }, request),
      removeAddress: async (userId, id) => void (await removePayoutAddress(base, id, userId)),
      removeCard: (userId, id, before) => removeBankCard(base, { id, before }, userId),
    },
  })
  const uploads = await modules.open(filesModule, { config, installationKey: foundation.installationKey })
  const { files, keys: personKeys, drawing } = uploads
  closing.add(() => uploads.stop())
  const kyc = await modules.open(kycModule, {
    standings: identityStandings(users, countryStanding),
    ...{ files, keys: personKeys },
    checkNames: (tx, userId): Promise<void> => screening.checkIdentity(tx, userId),
  })
  const screening = await modules.open(screeningModule, {
    screeningDir: config.screeningDir,
    keys: personKeys,
    namesOf: (userIds, reader) => users.namesOf(userIds, reader),
    legalNameOf: kyc.legalNameOf,
    ...legalHolds({ ...base, sessions }),
    releaseWithdrawals: releaseHeldWithdrawals,
    afterRelease: (userId): Promise<void> => withdrawals.tellReleased(userId),
  })
  await modules.open(countriesModule, { customersByCountry: () => users.countByCountry() })
  await modules.open(parametersModule, {})
  await modules.open(jobsModule, {})
  await modules.open(riskModule, { reserve: () => desk.reserve() })
  await modules.open(customersModule, {
    accounts,
    positionsOf: (userId) => openContractsOf(db, userId),
    casesOf: (userId, operator) => console.casesOf(userId, operator),
    invitesOf: invites.invitesOf,
  })
  await modules.open(reconciliationModule, {})
  await modules.open(ordersModule, {})
  await modules.open(optionsModule, {})
  await modules.open(closureModule, { accounts, modules })
  const isVerified = async (userId: string) => (await customers.byId(userId)).verified
  const { holdOfWithdrawal } = screening
  const deposits = await modules.open(depositsModule, {
    ...{ config, board, customerOf, isVerified, files },
    userNameOf: async (userId, reader) => (await customers.byId(userId, reader)).userName,
  })
  const places = {
    keys: personKeys,
    proveSecondFactor: (totp: string | undefined, caller: Caller) =>
      proveSecondFactor(accounts, totp, caller),
    newPlaceTold: <T>(userId: string, make: Parameters<typeof changeTold<T>>[2]) =>
      changeTold(accounts, userId, make),
  }
  await modules.open(conversionsModule, {
    ...{ board, customerOf, journal: journalQuotes, ...places },
    // Kept with the installation: a quote one process gave is honoured by every other.
    quotes: new SignedTexts(await installationSecret(db.query, secrets, 'conversion-quotes')),
  })
  const withdrawals = await modules.open(withdrawalsModule, {
    ...{ isVerified, holdOfWithdrawal, ...places, ...payoutCodes(accounts) },
    freezeOf: (reader, userId) => freezeForPayouts(reader, userId, clock),
    chains: deposits.chains,
    valueInUsdt: deposits.valueInUsdt,
  })
  await modules.open(notificationsModule, {
    config,
    messenger: direct,
    readerOf: customers.byId,
  })
  await modules.open(supportModule, {
    claims: claimsOfKind({ db, clock }, 'support'),
    customers,
    pictures: {
      claim: (tx, userId, fileId) => files.claim(tx, { userId, fileId, purpose: 'support' }, 'fileId'),
      read: (fileId) => files.read(fileId),
    },
  })
  await modules.open(contentModule, {})
  await modules.open(liabilitiesModule, {
    sign,
    owed: [owedInPlans, owedInSavings],
    ...onChains(deposits.chains),
    ownUrl: () => addresses.own,
    checkSignature: checkSignedMessage,
  })
  await modules.open(statusModule, { board, haltsSince })
  const ownLimit: EngineClient['ownLimit'] = (userId, mode) => desk.ownLimit(userId, mode)
  await modules.open(smartModule, { customerOf, ownLimit })
  await modules.open(savingsModule, { customerOf, ownLimit })
  await modules.open(loansModule, {
    ...{ funds, files },
    customerOf: customers.byId,
  })
  await modules.open(rebatesModule, {})
  await modules.open(treasuryModule, {
    promises: { openMargin, savingsMissing, lockSavings: lockCoin, unpaidFees },
  })
  const artworks = serves('live') ? new ArtworkHub(clock) : null
  const shared = new SharedAnswers(clock)
  const nft = await modules.open(nftModule, {
    ...{ customerOf, bus, drawing, hub: artworks },
    changed: () => shared.forget(['listNft', 'getNftById', 'charityLedger']),
    readAddress: (network, text) => readPayoutAddress(sandbox, network, text),
  })
  await modules.open(exportModule, {
    calls: (): Handlers => ({ ...handlers, ...desk.handlersBeside(handlers) }),
    archive: { keys, folder: join(config.dataDir, 'exports'), pictures: (userId) => files.of(userId) },
    refuseEarly: (userId) => refuseEarlyExport(accounts, userId),
    tellExported: (userId) => tellExported(accounts, userId),
  })
  const handlers: Handlers = {
    ...marketPages({ ...base, board, quotes, users, sign, budget: limits.keptQuotes }),
    ...modules.handlers,
  }
  const jobs: Job[] = [...housekeeping(base), ...modules.jobs]
  // Who is signed in here is known here alone, and so is the head that receipts name.
  const ofThisProcess: Job[] = [
    { name: 'write-seen', noCases: 'one statement', everyMs: minute, run: () => sessions.writeSeen() },
    {
      name: 'sign-heads',
      noCases: 'one head an hour, over everything',
      everyMs: minute,
      run: () => heads.turn(),
    },
  ]
  closing.add(
    startTimetable(
      [...ofThisProcess, tariffs.follow, ...marketEvents.jobs, ...(serves('jobs') ? jobs : [])],
      log,
      clock,
    ),
  )
  // Before the timetable waits for its jobs.
  closing.add(() => screening.stopReading())
  const listening = await surroundings.openDoors({
    config,
    log,
    closing,
    foundation,
    authenticate: sessions.authenticate,
    authenticateKey: accounts.apiKeys.authenticate,
    hub,
    artworks,
    roomPages: nft.pages,
    quotes,
    engine,
    keys,
    heads,
    isVerified,
    requireFreshProof: (caller, given) => requireFreshProof(accounts, caller, given),
    countryStanding,
    // What no module here handles, the engine does, wherever it leads.
    handlers: serves('api') ? { ...handlers, ...withOrderFile(desk.handlersBeside(handlers)) } : null,
    operators: { handlers: console.handlers, door: operators },
    limits,
    shared,
  })
  if (config.publicUrl === null) addresses.own = listening.url
  addresses.console = listening.consoleUrl
  await quotes.start()
  return {
    ...listening,
    config,
    outbox,
    now: () => clock.now(),
    addSampleOperators: async () => (sandbox && serves('api') ? operators.addSamples(config.dataDir) : null),
    stop: () => closing.run(),
  }
}

const minute = 60_000
