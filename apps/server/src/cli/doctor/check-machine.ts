import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { missingForCustomers } from '../../platform/config/missing-for-customers.ts'
import { holderOf, lockFile } from '../../platform/database/embedded/folder-lock.ts'
import { confinementOf } from '../../platform/files/drawing/confinement.ts'
import { fullBytes, littleBytes } from '../../platform/http/observability/health.ts'
import { ageOfSecrets } from '../../platform/keys/age-of-secrets.ts'
import { keyFileOf } from '../../platform/keys/installation-key.ts'
import { standingOfLists } from '../../screening/standing-of-lists.ts'
import {
  type Check,
  type DoctorContext,
  type Finding,
  failure,
  inReal,
  ok,
  reasonOf,
  warning,
} from './finding.ts'

const othersMayRead = 0o077

/** Reads whether the settings file is closed to others, and what a real installation lacks. */
export const settingsCheck: Check = {
  name: 'settings',
  title: 'Settings',
  run: ({ config, settings: { file }, isReal }) => {
    const url = `http://${config.host}:${config.port}`
    const missing = missingForCustomers({ ...config, sandbox: !isReal }, url).map(warning)
    if (!existsSync(file)) return [ok(`Settings come from the environment: there is no ${file}.`), ...missing]
    const { mode } = statSync(file)
    return [
      (mode & othersMayRead) === 0
        ? ok(`Settings are in ${file}, which only its owner can read.`)
        : failure(`Other users of this machine can read the passwords in ${file}: chmod 600 ${file}`),
      ...missing,
    ]
  },
}

/** Reads the free space, and writes a file of a few bytes into the data folder and onto its disk. */
export const diskCheck: Check = {
  name: 'disk',
  title: 'Disk',
  run: async (context) => {
    const { dataDir } = context
    if (!existsSync(dataDir)) return []
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const shown = `${(free / 1e9).toFixed(1)} GB are free for ${dataDir}`
    if (free < fullBytes) return [failure(`${shown}: the server stops. Make room.`)]
    return [
      free < littleBytes ? warning(`${shown}: make room, or move it to a larger disk.`) : ok(`${shown}.`),
      await tryWriting(dataDir),
    ]
  },
}

async function tryWriting(folder: string): Promise<Finding> {
  const file = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    const opened = await open(file, 'wx', 0o600)
    try {
      await opened.writeFile('written by candor doctor')
      await opened.sync()
    } finally {
      await opened.close()
    }
    return ok('A file in it was written and reached the disk.')
  } catch (error) {
    return failure(
      `Nothing can be written into ${folder}: ${reasonOf(error)}. Make the user of the server its owner.`,
    )
  } finally {
    await rm(file, { force: true })
  }
}

/** Reads whether the keys are there, readable, and closed to others. */
export const keysCheck: Check = {
  name: 'keys',
  title: 'Keys',
  run: (context) => {
    const { dataDir, database } = context
    const folder = join(dataDir, 'keys')
    if (!existsSync(folder)) {
      if (database.is !== 'open' || database.nature === 'new') return []
      return [failure(`There is no ${folder}: put it back from a backup, or copy it from another process.`)]
    }
    const open = ['.', ...readdirSync(folder)].filter(
      (name) => (statSync(join(folder, name)).mode & othersMayRead) !== 0,
    )
    return [
      ...open.map((name) =>
        inReal(
          context,
          `Other users of this machine can read ${join(folder, name)}: chmod go-rwx ${join(folder, name)}`,
        ),
      ),
      ...readdirSync(folder).flatMap((name) => unreadable(join(folder, name))),
      ...(open.length === 0 ? [ok(`The keys in ${folder} are closed to other users.`)] : []),
    ]
  },
}

function unreadable(file: string): Finding[] {
  try {
    accessSync(file, constants.R_OK)
    return []
  } catch {
    return [failure(`${file} cannot be read by this user: run the doctor as the user of the server.`)]
  }
}

/** Reads how well the process that opens customers' pictures is isolated. */
export const picturesCheck: Check = {
  name: 'pictures',
  title: 'Process that redraws customers’ pictures',
  run: ({ dataDir }) => {
    const { holds, lacks } = confinementOf({ platform: process.platform, userId: serverUserId(dataDir) })
    return [...holds.map(ok), ...lacks.map(warning)]
  },
}

/**
 * Returns the user id of the server of this data folder: that of the running one, otherwise of the one that made it. On a system without
 * user ids, null.
 */
function serverUserId(dataDir: string): number | null {
  const own = process.getuid?.() ?? null
  if (own === null) return null
  const running = holderOf(dataDir) === null ? [] : [join(dataDir, lockFile)]
  for (const path of [...running, keyFileOf(dataDir), dataDir]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) return found.uid
  }
  return own
}

const judged = ({ good, sentence }: { readonly good: boolean; readonly sentence: string }): Finding =>
  good ? ok(`${sentence}.`) : warning(`${sentence}.`)

/** Reads how old the sanctions lists are. */
export const listsCheck: Check = {
  name: 'lists',
  title: 'Sanctions lists that customers’ names are compared with',
  run: async ({ env, now }) => (await standingOfLists(env.SCREENING_DIR || null, now)).map(judged),
}

/** Reads the age of keys and passwords that do not expire by themselves. */
export const secretsCheck: Check = {
  name: 'secrets',
  title: 'Secrets that do not expire by themselves',
  run: ({ dataDir, env, now }: DoctorContext) =>
    ageOfSecrets(dataDir, env.SECRETS_CHANGED || null, now).map(judged),
}
