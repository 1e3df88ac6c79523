import { envNameOf, flagTable } from './flags.ts'

type Variables = readonly (readonly [string, string])[]

const environment: Variables = [
  [
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one; several processes may share it.',
  ],
  [
    'NATS_URL',
    'nats://user:password@host:4222 carries messages between those processes; without it the database does.',
  ],
  [
    'SMTP_URL',
    'The mail server, smtp://user:password@host:587; without it messages become files in <data>/outbox.',
  ],
  ['MAIL_FROM', 'The sender of our mail.'],
  [
    'BACKUP_KEY',
    'The public key (age1…) that backups are encrypted to; `candor backup-key` makes a pair. Only a sandbox makes backups without one.',
  ],
  [
    'S3_URL',
    'A store for uploaded files, https://key:secret@host/bucket?region=…; without it they lie in <data>/files. They are encrypted either way.',
  ],
  [
    'SCREENING_DIR',
    'A folder with lists of names that customers are compared with: sdn.csv and alt.csv of OFAC, targets.simple.csv of OpenSanctions. Read again when they change.',
  ],
  ['PUBLIC_URL', 'The address people reach this installation at; passkeys are made for its name.'],
]

const signInEnvironment: Variables = [
  [
    'SMS_URL',
    'Where text messages are handed over: https://account:token@host/path takes a form with To, From and Body, as Twilio does. Without it a sandbox writes files, and elsewhere no phone number is asked for.',
  ],
  ['SMS_FROM', 'The sender of our text messages. (Candor)'],
  [
    'GOOGLE_CLIENT_ID',
    'Turns sign-in with Google on, with GOOGLE_CLIENT_SECRET; let Google send people back to <PUBLIC_URL>/api/loginCallback/google.',
  ],
  ['GOOGLE_CLIENT_SECRET', 'The secret that belongs to it.'],
  ['GOOGLE_ISSUER', 'Another OpenID provider in its place. (https://accounts.google.com)'],
  [
    'CONSOLE_OIDC_ISSUER',
    'The OpenID provider that operators sign in with at the console; let it send them back to <--console-url or PUBLIC_URL>/console/sign-in.',
  ],
  ['CONSOLE_OIDC_CLIENT_ID', 'What the console is called there.'],
  ['CONSOLE_OIDC_CLIENT_SECRET', 'The secret that belongs to it.'],
  ['CONSOLE_OIDC_LABEL', 'What the button calls it: Sign in with … (single sign-on)'],
  [
    'CONSOLE_OIDC_SECOND_FACTOR',
    'What the provider has to say for its second factor to do: amr=mfa, acr=…, separated by commas. Without it the console asks for its own.',
  ],
]

const chainEnvironment: Variables = [
  [
    'EVM_RPC_URL',
    'An Ethereum node: ETH and USDT (ERC-20) deposits are looked at there, and credited by it.',
  ],
  ['EVM_USDT_ADDRESS', 'The USDT contract. (0xdAC17F958D2ee523a2206206994597C13D831ec7)'],
  ['ESPLORA_URL', 'An Esplora-compatible API for Bitcoin deposits, such as https://blockstream.info/api.'],
]

/** Read by `market-data/feeds/live/live-settings.ts`. */
const liveEnvironment: Variables = [
  [
    'CANDOR_CRYPTO_EXCHANGE',
    'Whose crypto prices: kraken, coinbase, binance or off; no key is needed. (kraken)',
  ],
  ['CANDOR_CRYPTO_URL', 'Another websocket address of that exchange, such as Binance’s for your country.'],
  ['CANDOR_MASSIVE_KEY', 'A key of Massive (formerly Polygon): turns on forex and stocks.'],
  ['CANDOR_MASSIVE_DELAYED', '1: its delayed stream; quotes are labelled delayed. (0)'],
  ['CANDOR_MASSIVE_FUTURES', 'Which contract stands for a market now: ES=ESZ6,NQ=NQZ6. Turns on futures.'],
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

  npm start                            a sandbox with simulated prices at http://localhost:3000
  npm start -- --port 8080 --feed auto

Flags, in brackets what stands when they are left out, below the variable that does the same:

${lines.join('\n')}

Variables only:

${written(environment)}

Ways to sign in beside password and passkey:

${written(signInEnvironment)}

Where deposits are looked at; without them, and always for USDT on TRC-20, a reviewer decides. Outside a sandbox only the main chains will do:

${written(chainEnvironment)}

Variables of --feed live and auto:

${written(liveEnvironment)}
`
}
