import { connect, type Socket } from 'node:net'

/** One keep-alive HTTP/1.1 connection with one request at a time; as little work as a client can do. */
export class LeanConnection {
  private readonly socket: Socket
  private resolve: ((body: string) => void) | null = null
  private fail: ((error: Error) => void) | null = null
  private buffer = ''

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => this.take(String(chunk)))
    socket.on('error', (error) => this.fail?.(error))
    socket.on('close', () => this.fail?.(new Error('the server closed the connection')))
  }

  static open(host: string, port: number): Promise<LeanConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new LeanConnection(socket)))
      socket.once('error', reject)
    })
  }

  /** Sends a whole request; returns the body of the response. */
  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve
      this.fail = reject
      this.socket.write(request)
    })
  }

  close(): void {
    this.fail = null
    this.socket.destroy()
  }

  private take(chunk: string): void {
    this.buffer += chunk
    const head = this.buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(this.buffer.slice(0, head))
    const end = head + 4 + Number(length?.[1] ?? 0)
    if (this.buffer.length < end) return
    const body = this.buffer.slice(head + 4, end)
    this.buffer = this.buffer.slice(end)
    this.resolve?.(body)
  }
}
