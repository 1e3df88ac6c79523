/** A setting that `candor setup` asks for. */
export interface SetupSetting {
  /** Name in the settings file and the environment. */
  readonly name: string
  /** Flag that answers it; absent where the value can be secret: every process of the machine can read arguments. */
  readonly flag?: string
  /** Name of the value in the help. */
  readonly value: string
  readonly question: string
  /** One line above it in the settings file. */
  readonly about: string
  /** Not shown while it is typed, nor afterwards. */
  readonly secret?: true
}

/** In the order in which they are asked and written. */
export const setupSettings = [
  {
    name: 'DATABASE_URL',
    value: 'address',
    question: 'PostgreSQL to use, postgres://user:password@host:5432/database (none: the embedded one)',
    about: 'PostgreSQL 15 or newer, with the password of its owner. Without it the embedded one is used.',
    secret: true,
  },
  {
    name: 'CANDOR_HOST',
    flag: 'host',
    value: 'name',
    question: 'Address to listen on (localhost: only a proxy on this machine; 0.0.0.0: other machines)',
    about: 'Address the server listens on. localhost is right for a proxy on the same machine.',
  },
  {
    name: 'CANDOR_PORT',
    flag: 'port',
    value: 'number',
    question: 'Port of the web app and the API',
    about: 'Port of the web app and the API.',
  },
  {
    name: 'PUBLIC_URL',
    flag: 'public-url',
    value: 'address',
    question: 'Public address, such as https://trade.example',
    about: 'Address where customers reach it. Passkeys are bound to its name, links in letters lead there.',
  },
  {
    name: 'CANDOR_TRUST_PROXY',
    flag: 'trust-proxy',
    value: 'addresses',
    question: 'Proxy in front, whose X-Forwarded-For is trusted (loopback: on this machine; off: none)',
    about:
      'Proxies that may state a visitor’s address, with commas between. Everybody behind another one counts as one visitor.',
  },
  {
    name: 'CANDOR_CONSOLE_PORT',
    flag: 'console-port',
    value: 'number',
    question: 'Separate port of the operators’ console (none: at /console of the public address)',
    about:
      'Port of the operators’ console, apart from customers. It listens on 127.0.0.1 unless CANDOR_CONSOLE_HOST is set.',
  },
  {
    name: 'CANDOR_CONSOLE_URL',
    flag: 'console-url',
    value: 'address',
    question: 'Address of the console, such as https://desk.example',
    about: 'Address where operators reach the console: for links in letters, and for their passkeys.',
  },
  {
    name: 'CANDOR_CONSOLE_NETWORKS',
    flag: 'console-networks',
    value: 'networks',
    question: 'Networks that may reach the console, such as 10.0.0.0/8 (none: all)',
    about: 'Addresses and networks that may reach the console, with commas between.',
  },
  {
    name: 'SMTP_URL',
    value: 'address',
    question: 'Mail server, smtp://user:password@host:587',
    about: 'Mail server for codes and letters, with its password.',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    flag: 'mail-from',
    value: 'address',
    question: 'Sender of mail, such as Trade <no-reply@trade.example>',
    about: 'Sender of mail.',
  },
  {
    name: 'CANDOR_FEED',
    flag: 'feed',
    value: 'source',
    question: 'Prices: live, auto, simulated or replay',
    about: 'Source of prices. Only live ones fill real orders.',
  },
  {
    name: 'CANDOR_REPLAY_DIR',
    flag: 'replay-dir',
    value: 'folder',
    question: 'Folder with recorded quotes',
    about: 'Folder with recorded quotes, CODE.YYYYMMDD.csv.gz.',
  },
  {
    name: 'CANDOR_CRYPTO_EXCHANGE',
    flag: 'crypto-exchange',
    value: 'exchange',
    question: 'Exchange for crypto prices: kraken, coinbase, binance or off',
    about: 'Exchange for crypto prices. It needs no key.',
  },
  {
    name: 'CANDOR_MASSIVE_KEY',
    value: 'key',
    question: 'API key of Massive, for forex and stocks (none: they have no live prices)',
    about: 'API key of Massive, for forex and stocks, with the licences that it covers.',
    secret: true,
  },
  {
    name: 'EVM_RPC_URL',
    value: 'address',
    question: 'Ethereum node that deposits are looked up at (none: a reviewer decides)',
    about: 'Ethereum node that ETH and USDT deposits are looked up at. Without it a reviewer decides.',
    secret: true,
  },
  {
    name: 'ESPLORA_URL',
    value: 'address',
    question:
      'Esplora API for Bitcoin deposits, such as https://blockstream.info/api (none: a reviewer decides)',
    about: 'Esplora-compatible API for Bitcoin deposits. Without it a reviewer decides.',
    secret: true,
  },
  {
    name: 'BACKUP_KEY',
    flag: 'backup-key',
    value: 'key',
    question: 'Public key of backups, age1… (make it elsewhere with `candor backup-key`)',
    about: 'Public key that backups are encrypted to. The private one belongs on another machine.',
  },
  {
    name: 'BACKUP_TO',
    value: 'folder',
    question: 'Backups: a folder on another disk, or https://key:secret@host/bucket/folder?region=…',
    about: 'Folder or S3-compatible store into which the server makes its backups.',
    secret: true,
  },
  {
    name: 'SCREENING_DIR',
    flag: 'screening-dir',
    value: 'folder',
    question: 'Folder with sanctions lists (none: names are not compared)',
    about: 'Folder with sdn.csv and alt.csv of OFAC, targets.simple.csv of OpenSanctions.',
  },
] as const satisfies readonly SetupSetting[]

export type SetupName = (typeof setupSettings)[number]['name']
