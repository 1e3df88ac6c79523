import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { type Cluster, quietEnv } from './cluster.ts'
import { spawnAs } from './postgres-user.ts'

/** Names the guard in a list of processes. */
export const guardName = 'candor-postgres-guard'

/**
 * Waits for a line on a pipe that only the server holds open. If the pipe ends without one, the server was killed: the script
 * then stops PostgreSQL as its server would, forcibly after 20 s, and kills it after five more. A server that took over meanwhile runs another
 * PostgreSQL, whose number is the one in the file.
 */
const script = `
read -r word && exit 0
runs() { [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -0 "$1" 2>/dev/null; }
runs "$1" "$2" && kill -INT "$1"
tries=0
while runs "$1" "$2" && [ "$tries" -lt 20 ]; do sleep 1; tries=$((tries + 1)); done
runs "$1" "$2" && kill -QUIT "$1"
tries=0
while runs "$1" "$2" && [ "$tries" -lt 5 ]; do sleep 1; tries=$((tries + 1)); done
runs "$1" "$2" && kill -KILL "$1"
`

/**
 * Stops a PostgreSQL whose server was killed, so that none keeps running on an unused folder. The guard is a shell of
 * PostgreSQL's own user, outside our process group: Ctrl-C in the terminal does not reach it.
 */
export function guardPostmaster({ dir, user }: Cluster, postmaster: ChildProcess): void {
  if (postmaster.pid === undefined) return
  const guard = spawn('/bin/sh', ['-c', script, guardName, String(postmaster.pid), dir], {
    ...spawnAs(user),
    cwd: '/',
    env: quietEnv,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell PostgreSQL runs as well; it is then stopped by the next server on its folder.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  postmaster.once('exit', () => guard.stdin.end('stopped\n'))
}
