import { readFileSync } from 'node:fs'
import { isIP, Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { FixMessage } from './fix-message.ts'
import { FixReader } from './fix-reader.ts'

export interface TlsOptions {
  /** Certificate authorities in PEM instead of the machine's own. */
  readonly caFile: string | null
  /** Our certificate, where the venue asks for one. */
  readonly certificateFile: string | null
  readonly keyFile: string | null
  /** Name in the venue's certificate, if it is not the host. */
  readonly serverName: string | null
}

export interface FixAddress {
  readonly host: string
  readonly port: number
  /** Null: not encrypted. */
  readonly tls: TlsOptions | null
}

export interface ConnectionListener {
  readonly onOpen: () => void
  readonly onMessage: (message: FixMessage) => void
  /** Called once, unless we cut it. */
  readonly onEnd: (fault: string) => void
}

const finishMs = 500

/** One connection to a venue, of whole messages. */
export class FixConnection {
  private readonly raw = new Socket()
  private readonly stream: Socket | TLSSocket
  private readonly reader = new FixReader()
  private ended = false

  constructor({ host, port, tls }: FixAddress, { onOpen, onMessage, onEnd }: ConnectionListener) {
    const { raw } = this
    raw.setNoDelay(true)
    raw.connect({ host, port })
    this.stream = tls === null ? raw : connect({ ...filesOf(tls), ...namesOf(host, tls), socket: raw })
    let fault = 'the connection was closed'
    const fail = (error: Error) => {
      fault = `the connection failed: ${error.message}`
    }
    raw.on('error', fail)
    if (this.stream !== raw) this.stream.on('error', fail)
    this.stream.on(tls === null ? 'connect' : 'secureConnect', onOpen)
    this.stream.on('data', (chunk: Buffer) => {
      for (const message of this.reader.read(chunk)) if (!this.ended) onMessage(message)
    })
    this.stream.on('close', () => {
      if (this.ended) return
      this.ended = true
      this.destroy()
      onEnd(fault)
    })
  }

  write(text: string): void {
    if (!this.ended) this.stream.write(text, 'latin1')
  }

  /** Sends what is written, and ends; within a moment, or cut. */
  finish(): void {
    this.ended = true
    this.stream.end()
    setTimeout(() => this.destroy(), finishMs).unref()
  }

  /** Ends at once. What the machine has not sent yet is discarded: it would otherwise go on trying for minutes. */
  cut(): void {
    if (this.ended) return
    this.ended = true
    this.destroy()
  }

  private destroy(): void {
    if (!this.raw.destroyed) this.raw.resetAndDestroy()
    this.stream.destroy()
  }
}

/** The name that the venue's certificate must have; an address is no name that can be sent. */
const namesOf = (host: string, { serverName }: TlsOptions) => {
  const name = serverName ?? host
  return isIP(name) > 0 ? { host: name } : { host: name, servername: name }
}

const filesOf = ({ caFile, certificateFile, keyFile }: TlsOptions) => ({
  ...(caFile === null ? {} : { ca: readFileSync(caFile) }),
  ...(certificateFile === null ? {} : { cert: readFileSync(certificateFile) }),
  ...(keyFile === null ? {} : { key: readFileSync(keyFile) }),
  minVersion: 'TLSv1.2' as const,
})
