/** The reason that the database could not be opened, in one sentence a person can act on. */
export class DatabaseServerError extends Error {
  override readonly name = 'DatabaseServerError'
}

const sentences: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) =>
    `The folder ${path} is not open to this user: give this user the folder, or choose another with --data.`,
  EPERM: (path) =>
    `The folder ${path} is not open to this user: give this user the folder, or choose another with --data.`,
  EROFS: (path) => `The folder ${path} is on a read-only disk: choose another with --data.`,
  ENOSPC: (path) => `There is no space left on the disk of ${path}: free some space, then start again.`,
  EDQUOT: (path) => `The disk quota for ${path} is used up: free some space, then start again.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder: choose another with --data.`,
  ENOENT: (path) => `${path} does not exist and could not be created.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EEXIST: (path) => `${path} is a file, not a folder: choose another with --data.`,
}

/** A system error about `path` as a sentence; anything we have no sentence for stays as it is. */
export function sayPlainly(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const sentence = code === undefined ? undefined : sentences[code]
  return sentence ? new DatabaseServerError(sentence(path), { cause: error }) : error
}

const logSentences: readonly (readonly [RegExp, (path: string) => string])[] = [
  [
    /recovery ended before configured recovery target was reached/i,
    () => 'The archive ends before the requested moment: pass --to latest for the last state in it.',
  ],
  [
    /could not restore file .* from archive/i,
    () => 'The archive could not be read to its end: try again, or look at the store.',
  ],
  [
    /No space left on device/i,
    (path) => `There is no space left on the disk of ${path}: free some space, then start again.`,
  ],
  [
    /Read-only file system/i,
    (path) => `The folder ${path} is on a read-only disk: choose another with --data.`,
  ],
  [
    /Permission denied/i,
    (path) => `PostgreSQL cannot enter ${path}: give its user the folder, or choose another with --data.`,
  ],
  [
    /could not create any Unix-domain sockets|could not bind/i,
    (path) => `PostgreSQL could not open its socket for ${path}: another process may hold it.`,
  ],
]

/** Converts PostgreSQL's last log lines before it gave up to a sentence; quotes them where we have none. */
export function sayFromLog(log: string, path: string): DatabaseServerError {
  for (const [pattern, sentence] of logSentences)
    if (pattern.test(log)) return new DatabaseServerError(sentence(path))
  const lastWords = log.trim().split('\n').slice(-3).join(' · ')
  return new DatabaseServerError(`PostgreSQL did not start on ${path}: ${lastWords || 'it printed nothing'}`)
}
