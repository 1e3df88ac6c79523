// Checks commit messages from `first` on: a conventional subject, one topic, a body that gives the reason.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Commit, messageFaults } from './commit-messages.ts'

/** Older messages were written before the rule. */
const first = '5fae73e8a97c'
const root = fileURLToPath(new URL('..', import.meta.url))

/** The commits after `first`, or null where the history is not there: a release archive, a shallow clone. */
function commitsSince(): Commit[] | null {
  try {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%H%n%B%x00', `${first}..HEAD`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\0').flatMap((entry) => {
      const [hash = '', ...lines] = entry.trim().split('\n')
      return hash === '' ? [] : [{ hash, message: lines.join('\n') }]
    })
  } catch {
    return null
  }
}

const commits = commitsSince()
if (commits === null) console.log(`commit messages not checked: the history since ${first} is not here`)
else {
  const faults = messageFaults(commits)
  for (const fault of faults) console.log(fault)
  console.log(`${commits.length} commits, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
