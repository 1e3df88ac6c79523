// `npm run candor -- <command>`: the command-line tool, built when its sources changed.
import buildServer from './build-server.mjs'

await buildServer()
await import('../apps/server/.cache/program/cli.mjs')
