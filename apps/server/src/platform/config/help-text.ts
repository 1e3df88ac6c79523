import { envNameOf, flagTable } from './flags.ts'

type Variables = readonly (readonly [string, string])[]

const environment: Variables = [
  [
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one; several processes can share it.',
  ],
  [
    'DATABASE_APP_CERT',
    'Client certificate of the role candor_app, a PEM file: the application connects with it instead of a password. The owner’s certificate is sslcert and sslkey in DATABASE_URL, which needs sslmode=verify-full.',
  ],
  ['DATABASE_APP_KEY', 'Private key of that certificate.'],
  [
    'NATS_URL',
    'NATS server for messages between those processes, nats://user:password@host:4222 or tls://…; without it they use the database.',
  ],
  ['NATS_CERT', 'Client certificate for that server, a PEM file; needs a tls:// address.'],
  ['NATS_KEY', 'Private key of that certificate.'],
  ['NATS_CA', 'Certificate of the authority that issued the server’s. (the authorities Node trusts)'],
  [
    'SMTP_URL',
    'The mail server, smtp://user:password@host:587; without it messages become files in <data>/outbox.',
  ],
  ['MAIL_FROM', 'Sender address of emails.'],
  [
    'BACKUP_KEY',
    'Public key (age1…) that backups are encrypted to; `candor backup-key` creates a key pair. Only a sandbox makes backups without it.',
  ],
  [
    'BACKUP_TO',
    'Folder or S3-compatible store, https://key:secret@host/bucket/folder?region=…, into which the server makes backups by itself; not on this disk.',
  ],
  ['BACKUP_EVERY', 'How often, from 1h to 168h. (1h)'],
  ['BACKUP_KEEP', 'Number of hours, days and weeks (UTC) of which the newest backup is kept. (24h,14d,8w)'],
  [
    'BACKUP_LOG_DAYS',
    'Days of which every second can be restored with `candor restore --to`, from the log of the embedded PostgreSQL in BACKUP_TO. (7)',
  ],
  [
    'S3_URL',
    'S3-compatible store for uploaded files, https://key:secret@host/bucket?region=…; without it they are in <data>/files. They are encrypted in both cases.',
  ],
  [
    'SCREENING_DIR',
    'Folder with sanctions lists that customers’ names are compared with: sdn.csv and alt.csv of OFAC, targets.simple.csv of OpenSanctions. Changed files are read again.',
  ],
  [
    'HEDGING_FILE',
    'Settings of the venue where positions beyond the exposure limits are laid off, and of the markets (JSON; see the operators’ guide). Without it they are refused.',
  ],
  ['HEDGING_KEY', 'Key of your account at that venue, for trading alone, without withdrawals.'],
  ['HEDGING_SECRET', 'Secret of that key.'],
  [
    'WEBHOOK_NETWORKS',
    'Networks of your own that webhooks may be sent to, such as 10.0.0.0/8,192.168.4.7; without it public addresses only.',
  ],
  ['PUBLIC_URL', 'Public address of this installation; passkeys are bound to its name.'],
  [
    'SECRETS_CHANGED',
    'Day on which you last changed the passwords in these settings, such as 2026-01-31; `candor doctor` reports when a year has passed.',
  ],
]

const signInEnvironment: Variables = [
  [
    'SMS_URL',
    'Provider of text messages: https://account:token@host/path receives a form with To, From and Body, as at Twilio. Without it a sandbox writes files, and a real installation does not request phone numbers.',
  ],
  ['SMS_FROM', 'Sender of text messages. (Candor)'],
  [
    'GOOGLE_CLIENT_ID',
    'Enables sign-in with Google, together with GOOGLE_CLIENT_SECRET. The redirect URI is <PUBLIC_URL>/api/loginCallback/google.',
  ],
  ['GOOGLE_CLIENT_SECRET', 'Secret of that client.'],
  ['GOOGLE_ISSUER', 'OpenID provider to use instead of Google. (https://accounts.google.com)'],
  [
    'CONSOLE_OIDC_ISSUER',
    'OpenID provider for operators’ single sign-on. The redirect URI is <--console-url or PUBLIC_URL>/console/sign-in.',
  ],
  ['CONSOLE_OIDC_CLIENT_ID', 'Client id of the console at that provider.'],
  ['CONSOLE_OIDC_CLIENT_SECRET', 'Secret of that client.'],
  ['CONSOLE_OIDC_LABEL', 'Name on the button: Sign in with … (single sign-on)'],
  [
    'CONSOLE_OIDC_SECOND_FACTOR',
    'Values by which the provider states that it checked two-factor authentication: amr=mfa, acr=…, separated by commas. Without it the console also asks for the operator’s authenticator code.',
  ],
]

const chainEnvironment: Variables = [
  ['EVM_RPC_URL', 'Ethereum node that ETH and USDT (ERC-20) deposits are looked up at and credited by.'],
  ['EVM_USDT_ADDRESS', 'Address of the USDT contract. (0xdAC17F958D2ee523a2206206994597C13D831ec7)'],
  ['ESPLORA_URL', 'Esplora-compatible API for Bitcoin deposits, such as https://blockstream.info/api.'],
]

/** Read by `market-data/feeds/live/live-settings.ts`. */
const liveEnvironment: Variables = [
  [
    'CANDOR_CRYPTO_EXCHANGE',
    'Exchange for crypto prices: kraken, coinbase, binance or off. No key is needed. (kraken)',
  ],
  ['CANDOR_CRYPTO_URL', 'Another WebSocket address of that exchange, such as Binance’s for your country.'],
  ['CANDOR_MASSIVE_KEY', 'API key of Massive (formerly Polygon): enables forex and stocks.'],
  ['CANDOR_MASSIVE_DELAYED', '1 uses its delayed stream; quotes are labelled delayed. (0)'],
  ['CANDOR_MASSIVE_FUTURES', 'Contract that each market uses now: ES=ESZ6,NQ=NQZ6. Enables futures.'],
  [
    'CANDOR_HISTORY_EXCHANGE',
    'Exchange for the past of crypto charts: kraken, coinbase, binance or off. (that of the prices)',
  ],
  ['CANDOR_HISTORY_URL', 'Another address of that exchange’s REST API.'],
  ['CANDOR_MASSIVE_HISTORY_URL', 'Another address of Massive’s REST API.'],
  ['CANDOR_MASSIVE_REQUESTS_PER_MINUTE', 'Requests for the past that your plan at Massive allows. (5)'],
]

/** Every name that the server reads from its environment, except those of OpenTelemetry. */
export const environmentNames: readonly string[] = [
  ...flagTable.map(envNameOf),
  ...[environment, signInEnvironment, chainEnvironment, liveEnvironment].flatMap((variables) =>
    variables.map(([name]) => name),
  ),
]

/** Builds the output of `--help`. */
export function helpText(): string {
  const lines = flagTable.map((flag) => {
    const shown = flag.value === null ? `--${flag.name}, --no-${flag.name}` : `--${flag.name} <${flag.value}>`
    const standard =
      flag.standard === null ? '' : ` (${flag.value === null ? `--${flag.name}` : flag.standard})`
    return `  ${shown}\n      ${flag.about}${standard}\n      ${envNameOf(flag)}`
  })
  const written = (variables: Variables) =>
    variables.map(([name, about]) => `  ${name}\n      ${about}`).join('\n')
  return `Starts Candor.

  npm start                            starts a sandbox with simulated prices at http://localhost:3000
  npm start -- --port 8080 --feed auto

Flags, with the default in brackets and the environment variable below:

${lines.join('\n')}

Environment variables without a flag:

${written(environment)}

Further ways to sign in:

${written(signInEnvironment)}

Nodes that deposits are looked up at. Without them, and always for USDT on TRC-20, a reviewer decides. Outside a sandbox only main chains are accepted:

${written(chainEnvironment)}

Variables for --feed live and auto:

${written(liveEnvironment)}
`
}
