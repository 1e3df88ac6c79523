import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'

/** The pair a push service knows this installation by (RFC 8292), each base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Creates the key pair at the first start and stores it in the data folder: another pair would disconnect every browser. */
export function openVapidKeys(dataDir: string): VapidKeys {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'push.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${JSON.stringify(webPush.generateVAPIDKeys())}\n`, { mode: 0o600 })
    try {
      // Of several starters exactly one gives its name; the others read that one.
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as VapidKeys
}
