import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection, type TlsOptions } from '@nats-io/transport-node'
import type { NatsTls } from '../config/certificate-settings.ts'
import { StartError } from '../start-error.ts'
import { cutIntoPieces, PieceJoiner } from './pieces.ts'
import type { Wire, WireLog } from './wire.ts'

/** Piece size in bytes: NATS limits a message to a megabyte by default. */
const longestPiece = 500_000
const againAfterMs = 250
/** Timeout for a server that does not respond, or that closes the connection because it does not accept our certificate. */
const patienceMs = 10_000

export interface NatsAddress {
  readonly url: string
  /** Certificate files for a tls:// address; null: none. */
  readonly tls: NatsTls | null
}

/** Connects to a NATS server; `installation` separates installations that share one. */
export async function openNatsWire(
  { url, tls }: NatsAddress,
  installation: string,
  log: WireLog,
): Promise<Wire> {
  const { host, username, password } = new URL(url)
  const nats = await connect({
    servers: host,
    ...(url.startsWith('tls:') ? { tls: tlsOptionsOf(tls) } : {}),
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    name: 'candor',
    maxReconnectAttempts: -1,
    reconnectTimeWait: againAfterMs,
    timeout: patienceMs,
  }).catch((cause: Error) => {
    throw new StartError(`Cannot connect to the NATS server in NATS_URL: ${reasonOf(cause, url)}`, { cause })
  })
  void tellBreaks(nats, log)
  return new NatsWire(nats, installation, log)
}

/** The client connects unencrypted to a server that offers no TLS, unless it is given these options. It reads the files again for each connection. */
function tlsOptionsOf(tls: NatsTls | null): TlsOptions {
  return {
    ...(tls?.certificate ? tls.certificate : {}),
    ...(tls?.caFile ? { caFile: tls.caFile } : {}),
  }
}

/** The client reports a certificate that the server refuses as a timeout: with TLS 1.3 the refusal follows the handshake. */
function reasonOf(cause: Error, url: string): string {
  const isUnclear = cause.message === 'timeout' && url.startsWith('tls:')
  return isUnclear
    ? 'no response in time, or the server did not accept the client certificate in NATS_CERT or its absence'
    : cause.message
}

async function tellBreaks(nats: NatsConnection, log: WireLog): Promise<void> {
  for await (const { type } of nats.status())
    if (type === 'disconnect') log.warn({}, 'cannot reach the other processes')
}

class NatsWire implements Wire {
  private readonly nats: NatsConnection
  private readonly prefix: string
  private readonly log: WireLog
  private readonly sender = randomBytes(6).toString('hex')
  private readonly joiner = new PieceJoiner()
  private sent = 0

  constructor(nats: NatsConnection, installation: string, log: WireLog) {
    this.nats = nats
    this.prefix = `candor.${installation}`
    this.log = log
  }

  send(subject: string, json: string): void {
    if (this.nats.isClosed()) return
    this.sent += 1
    try {
      for (const piece of cutIntoPieces(this.sender, this.sent, json, longestPiece))
        this.nats.publish(`${this.prefix}.${subject}`, piece)
    } catch (err) {
      // Away for so long that its waiting messages exceed the buffer: lost, as on any wire.
      this.log.warn({ err }, 'a message to other processes was lost')
    }
  }

  async listen(subject: string, hear: (json: string) => void): Promise<void> {
    this.nats.subscribe(`${this.prefix}.${subject}`, {
      callback: (error, message) => {
        if (error !== null) {
          this.log.warn({ err: error }, 'the NATS server refused a subscription')
          return
        }
        const json = this.joiner.join(message.string())
        if (json !== null) hear(json)
      },
    })
    await this.nats.flush()
  }

  async close(): Promise<void> {
    await this.nats.drain()
  }
}
