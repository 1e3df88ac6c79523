import { keyFileOf, readInstallationKeys } from './installation-key.ts'
import { Secrets } from './secrets.ts'

/** Of a database that no server ever opens. */
export const someSecrets = new Secrets(Buffer.alloc(32, 7))

/** Of the installation in this data folder. */
export function secretsIn(dataDir: string): Secrets {
  const keys = readInstallationKeys(dataDir)
  if (keys === null) throw new Error(`there is no ${keyFileOf(dataDir)}`)
  return new Secrets(keys[0])
}
