// `npm run soak:platform -- --seeds 10000`: see apps/server/src/simulator/README.md.
import { spawn } from 'node:child_process'
import buildServer from './build-server.mjs'
import { buildSimulator } from './build-simulator.mjs'

// The server's threads run what is built of it.
await buildServer()
const file = await buildSimulator()
const child = spawn(process.execPath, ['--enable-source-maps', file, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
