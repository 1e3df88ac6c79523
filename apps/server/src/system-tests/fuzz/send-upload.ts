import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostileUpload, Manner } from './hostile-uploads.ts'

const path = '/swx/customer/user/upload'
const longestWaitMs = 60_000
/** Above what any body may be. */
const endlessPieces = 40
const piece = Buffer.alloc(256 * 1024, 'x')

/**
 * Sends an upload over its own socket, with any declared length. Returns the response; empty when the connection was closed
 * without one.
 */
export async function sendUpload(url: string, token: string, upload: HostileUpload): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
    // The rest of the body is not read: the connection ends with the response.
    if (isComplete(received)) socket.destroy()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').catch(() => undefined)
  await once(socket, 'connect')
  socket.setTimeout(longestWaitMs, () => socket.destroy())
  socket.write(headOf(token, upload))
  await send[upload.manner](socket, upload.body)
  await closed
  return received
}

/** A response is complete once its declared length has arrived. */
function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(received)?.[1]
  if (end < 0) return false
  return length === undefined
    ? received.endsWith('0\r\n\r\n')
    : Buffer.byteLength(received.slice(end + 4)) >= Number(length)
}

function headOf(token: string, { contentType, body, manner }: HostileUpload): string {
  const chunked: readonly Manner[] = ['chunked', 'brokenChunks', 'endless']
  const length = { longer: body.length + 1_000, shorter: Math.floor(body.length / 2) }[manner as 'longer']
  return [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${token}`,
    'virtually: YES',
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    chunked.includes(manner) ? 'Transfer-Encoding: chunked' : `Content-Length: ${length ?? body.length}`,
    '',
    '',
  ].join('\r\n')
}

const chunkOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const send: Readonly<Record<Manner, (socket: Socket, body: Buffer) => Promise<void>>> = {
  plain: async (socket, body) => void socket.write(body),
  cut: async (socket, body) => {
    socket.write(body.subarray(0, body.length / 2))
    await sleep(20)
    socket.destroy()
  },
  // The rest never arrives: the server must give up waiting for it.
  longer: async (socket, body) => {
    socket.write(body)
    await sleep(20)
    socket.destroy()
  },
  shorter: async (socket, body) => void socket.write(body),
  chunked: async (socket, body) => {
    if (body.length > 0) socket.write(chunkOf(body))
    socket.write('0\r\n\r\n')
  },
  brokenChunks: async (socket, body) => void socket.write(Buffer.concat([Buffer.from('zz\r\n'), body])),
  endless: async (socket) => {
    for (let sent = 0; sent < endlessPieces && socket.writable; sent++) {
      // Waiting ends with a reset too, which makes the socket unwritable.
      if (!socket.write(chunkOf(piece)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    }
  },
  slow: async (socket, body) => {
    const step = Math.ceil(body.length / 5)
    for (let at = 0; at < body.length && socket.writable; at += step) {
      socket.write(body.subarray(at, at + step))
      await sleep(10)
    }
  },
}
