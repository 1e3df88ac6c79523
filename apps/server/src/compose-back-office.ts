import { operatorCredentials } from './accounts/sign-in/operator-credentials.ts'
import { passkeyStore } from './accounts/sign-in/passkey-store.ts'
import { relyingPartyOf } from './accounts/sign-in/relying-party.ts'
import { countriesModule } from './back-office/countries/countries.module.ts'
import { operatorsModule } from './back-office/operators/operators.module.ts'
import { tellAdmins } from './back-office/operators/people/tell-admins.ts'
import { operatorPasskeys } from './back-office/operators/sign-in/operator-passkeys.ts'
import { parametersModule } from './back-office/parameters/parameters.module.ts'
import type { Common } from './compose-context.ts'
import type { Board } from './compose-money.ts'
import { haltsSince } from './market-data/market-events/halts.ts'
import { shownCancellations } from './market-data/market-events/notify-cancellations.ts'
import { backupsModule } from './platform/backups/backups.module.ts'
import { lettersModule } from './platform/email/letters.module.ts'
import { installationProofModule } from './platform/http/observability/installation-proof.module.ts'
import { housekeepingModule } from './platform/jobs/housekeeping.module.ts'
import { jobsModule } from './platform/jobs/jobs.module.ts'
import { postPolicy } from './platform/outbound/post-policy.ts'
import { auditModule } from './proofs/audit/audit.module.ts'
import { signedHeadsModule } from './proofs/signed-heads.module.ts'
import { statusModule } from './proofs/status/status.module.ts'
import { webhooksModule } from './webhooks/webhooks.module.ts'

/** Opens what the operator runs the installation by: operators and their log, letters, parameters, countries, the status page. */
export async function composeBackOffice(common: Common, board: Board) {
  const {
    base,
    modules,
    config,
    core,
    addresses,
    limits,
    letters,
    direct,
    keys,
    heads,
    closing,
    foundation,
  } = common
  await modules.open(auditModule, {})
  const operators = await modules.open(operatorsModule, {
    console: base.console,
    credentials: await operatorCredentials({
      ...base,
      limits,
      passkeys: passkeyStore(operatorPasskeys(base.db)),
      party: config.console === null ? core.party : relyingPartyOf(config.console.url),
    }),
    messenger: direct,
    site: { singleSignOn: config.singleSignOn, consoleUrl: () => addresses.console },
  })
  await modules.open(lettersModule, { letters })
  await modules.open(countriesModule, { customersByCountry: () => core.users.countByCountry() })
  await modules.open(parametersModule, {})
  await modules.open(jobsModule, {})
  const backups = await modules.open(backupsModule, { config, foundation })
  closing.onBegin(() => backups.stop())
  await modules.open(housekeepingModule, {})
  await modules.open(installationProofModule, foundation)
  await modules.open(signedHeadsModule, { keys, heads })
  await modules.open(statusModule, { board, haltsSince, shownCancellations })
  await composeWebhooks(common)
  return operators
}

/** Opens the events for the operator's other systems, and stops their delivery with the server. */
async function composeWebhooks({ base, modules, config, direct, outbound, closing }: Common): Promise<void> {
  const webhooks = await modules.open(webhooksModule, {
    outbound: postPolicy(outbound, [
      ...config.webhookNetworks,
      ...(base.sandbox ? ['127.0.0.0/8', '::1'] : []),
    ]),
    secrets: base.secrets,
    operators: {
      tellAdmins: (letter) => tellAdmins(base, direct, letter),
      workOfAll: () => base.console.dashboard.readAll(),
    },
  })
  closing.add('webhooks', () => webhooks.stop())
}
