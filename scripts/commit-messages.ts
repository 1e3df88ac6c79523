export interface Commit {
  readonly hash: string
  /** The whole message: subject, empty line, body. */
  readonly message: string
}

const maxSubject = 72
/** `topic: what changes`; the topic is a module, a package or a folder. */
const conventional = /^[a-z0-9][a-z0-9 ,/.-]*: \S/

/** Returns a line for each message without a conventional subject of at most 72 characters or a body that gives the reason. */
export function messageFaults(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, message }) => {
    const [subject = '', blank, ...body] = message.trim().split('\n')
    const faults = [
      subject.length > maxSubject ? `the subject has ${subject.length} characters` : '',
      conventional.test(subject) ? '' : 'the subject does not begin with its topic',
      blank === '' && body.join('').trim() !== '' ? '' : 'there is no body that says why',
    ]
    return faults.filter((fault) => fault !== '').map((fault) => `${hash.slice(0, 9)} ${subject}: ${fault}`)
  })
}
