// `npm run candor -- <command>`: the command-line tool, built when its sources changed.
import buildServer from './build-server.mjs'
import { endWithParent } from './end-with-parent.mjs'

if (process.env.npm_lifecycle_event === 'candor') endWithParent()
await buildServer()
await import('../apps/server/.cache/program/cli.mjs')
