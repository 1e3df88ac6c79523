import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../../../../../..')
/** Parts of a release that its server runs from. */
const parts = [
  'apps/server',
  'packages',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 500_000_000 })

/** Reports whether this is a clone that has the commit or tag. */
export function hasRelease(tag: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Builds the server of a release from its tag in `folder`, with the packages installed here; returns its program. */
export function buildProgramOf(tag: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', tag, ...parts) })
  linkPackages(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  const ofServer = join(projectRoot, 'apps/server/node_modules')
  if (existsSync(ofServer)) symlinkSync(ofServer, join(folder, 'apps/server/node_modules'))
  execFileSync(process.execPath, [join(folder, 'scripts/build-server.mjs')], { cwd: folder, stdio: 'pipe' })
  return join(folder, 'apps/server/.cache/program/main.mjs')
}

/** The workspaces are links to folders next to `node_modules`: copied, they are those of the release. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name === '@candor')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
}
