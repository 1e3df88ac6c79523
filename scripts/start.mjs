// `npm start`: builds the server, and the web app and the console when they are older than their sources, then runs the server
// in this same process, so that signals, exit codes and `kill` work as usual.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import buildServer from './build-server.mjs'
import { endWithParent } from './end-with-parent.mjs'
import { runCommand } from './stages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const say = (line) => process.stdout.write(`${line}\n`)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Candor needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const apps = [
  {
    workspace: 'apps/web',
    name: 'web app',
    sources: [
      'apps/web',
      'packages/ui',
      'packages/texts',
      'packages/contract',
      'packages/rules',
      'packages/refusals',
      'packages/money',
    ],
  },
  {
    workspace: 'apps/console',
    name: 'console',
    sources: [
      'apps/console',
      'packages/ui',
      'packages/contract',
      'packages/rules',
      'packages/refusals',
      'packages/money',
    ],
  },
]
const notSources = new Set(['node_modules', 'dist', '.cache', '.vite'])

/** The newest change below a folder, in ms; 0 when it does not exist. */
function newestIn(folder) {
  let newest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (notSources.has(entry.name)) continue
    const path = join(folder, entry.name)
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs)
  }
  return newest
}

const builtAt = (workspace) =>
  statSync(join(root, workspace, 'dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0

async function build({ workspace, name, sources }) {
  const newest = Math.max(...sources.map((folder) => newestIn(join(root, folder))))
  const built = builtAt(workspace)
  if (built >= newest) return
  say(built === 0 ? `Building the ${name}, once …` : `The ${name} changed: rebuilding it …`)
  const started = Date.now()
  const { ok, output } = await runCommand('npm', ['run', 'build', '--silent', '-w', workspace], {
    quiet: true,
  })
  if (ok) say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  else if (built > 0) say(`${output}\nThe build failed; the ${name} stays as it was built before.`)
  else say(`${output}\nThe ${name} could not be built: the server starts without it.`)
}

if (process.env.npm_lifecycle_event === 'start') endWithParent()
await buildServer()
const args = process.argv.slice(2)
if (!args.includes('--help') && !args.includes('-h')) {
  // A wrong flag or setting is reported before the build starts.
  const { readConfig } = await import('../apps/server/.cache/program/platform/config.mjs')
  const { applySettings } = await import('../apps/server/.cache/program/platform/config/settings-file.mjs')
  try {
    applySettings(args, process.env, process.cwd())
    readConfig(args, process.env, process.cwd())
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
  for (const app of apps) await build(app)
}
await import('../apps/server/.cache/program/main.mjs')
