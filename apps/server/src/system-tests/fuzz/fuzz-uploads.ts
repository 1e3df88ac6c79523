import { Chance } from '../../simulator/surroundings/chance.ts'
import { type HostileUpload, UploadMaker } from './hostile-uploads.ts'
import { sendUpload } from './send-upload.ts'
import { wrongInServed } from './served-picture.ts'

export interface UploadsOptions {
  readonly url: string
  /** A new customer's token: one customer may send only so many pictures a day. */
  readonly newToken: () => Promise<string>
  readonly files: number
  readonly seed: number
  readonly onFault?: (fault: string) => void
}

export interface UploadsReport {
  readonly files: number
  /** Number of responses with each code, `closed` where the connection was closed without one. */
  readonly codes: Readonly<Record<string, number>>
  readonly faults: readonly string[]
  /** Number of accepted pictures that were downloaded again and looked at. */
  readonly served: number
  readonly slowest: { readonly name: string; readonly ms: number }
}

/** So many customers send at once, each one file after the other. */
const atOnce = 4
/** Below what one customer may keep in a day. */
const ofOneCustomer = 60

/** Sends files that were meant to harm, over sockets that do not keep to the rules either; the same ones for the same seed. */
export async function fuzzUploads({
  url,
  newToken,
  files,
  seed,
  onFault,
}: UploadsOptions): Promise<UploadsReport> {
  const maker = await UploadMaker.open()
  const codes: Record<string, number> = {}
  const faults: string[] = []
  let slowest = { name: '', ms: 0 }
  let served = 0
  const each = Math.ceil(files / atOnce)
  const sendOne = async (upload: HostileUpload, token: string): Promise<string | null> => {
    const beganAt = performance.now()
    const response = await sendUpload(url, token, upload)
    const ms = performance.now() - beganAt
    if (ms > slowest.ms) slowest = { name: upload.name, ms }
    const code = codeIn(response)
    codes[code] = (codes[code] ?? 0) + 1
    const fileId = /"fileId":"([\w-]+)"/.exec(response)?.[1]
    if (fileId === undefined || upload.purpose !== 'support') return wrongIn(response, upload)
    served += 1
    return wrongInServed({ url, token }, fileId)
  }
  const lane = async (number: number) => {
    const chance = new Chance(seed * 1_000 + number)
    let token = ''
    for (let sent = 0; sent < each; sent++) {
      if (sent % ofOneCustomer === 0) token = await newToken()
      const upload = maker.make(chance)
      const wrong = await sendOne(upload, token)
      if (wrong === null) continue
      const fault = `upload ${sent} of lane ${number}, seed ${seed} (${upload.name}): ${wrong}`
      faults.push(fault)
      onFault?.(fault)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(number)))
  return { files: each * atOnce, codes, faults, served, slowest }
}

const codeIn = (response: string): string =>
  response === '' ? 'closed' : (/"code":(\d+)/.exec(response)?.[1] ?? response.slice(9, 12))

/** The connection may be closed without a response only where the request itself was not valid HTTP, or was cut off. */
const mayClose: ReadonlySet<string> = new Set(['cut', 'longer', 'brokenChunks', 'endless'])

function wrongIn(response: string, { manner }: HostileUpload): string | null {
  if (response === '') return mayClose.has(manner) ? null : 'closed without an answer'
  const status = Number(response.slice(9, 12))
  return status >= 500 ? response.slice(0, 500) : null
}
