/** Describes the isolation of the process that opens uploaded pictures on this machine, and its gaps; one sentence each. */
export function confinementOf(machine: {
  readonly platform: NodeJS.Platform
  /** Of the server; null where there is none. */
  readonly userId: number | null
}): { readonly holds: readonly string[]; readonly lacks: readonly string[] } {
  const { platform, userId } = machine
  const holds = ['It has no environment, no keys and no connection of the server.']
  const lacks = [
    'It could open connections of its own: put the server behind a firewall that lets out what it needs alone.',
  ]
  if (userId === 0) holds.push('Started by root, it becomes nobody’s (65534) once it has loaded its code.')
  else
    lacks.push(
      userId === null
        ? 'It runs as the server’s user and could read what that user can, the data folder too: this system has no way to change that.'
        : `It runs as the server’s user (${userId}) and could read what that user can, the data folder too. Only a server started by root can take that away.`,
    )
  if (platform === 'linux')
    holds.push('It is killed above 232 MB of memory, and after 20 s with one picture.')
  else
    lacks.push(
      'Its memory cannot be looked at here: what a picture takes is bounded by its pixels and by 20 s alone.',
    )
  return { holds, lacks }
}
