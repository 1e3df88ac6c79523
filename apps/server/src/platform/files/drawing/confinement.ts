/** Describes the isolation of the process that opens uploaded pictures on this machine, and its gaps; one sentence each. */
export function confinementOf(machine: {
  readonly platform: NodeJS.Platform
  /** Of the server; null where there is none. */
  readonly userId: number | null
}): { readonly holds: readonly string[]; readonly lacks: readonly string[] } {
  const { platform, userId } = machine
  const holds = ['It has none of the server’s environment, keys and connections.']
  const lacks = [
    'It could open network connections: put the server behind a firewall that allows only what it needs.',
  ]
  if (userId === 0)
    holds.push('Started by root, it switches to the user nobody (65534) once its code is loaded.')
  else
    lacks.push(
      userId === null
        ? 'It runs as the server’s user and could read everything that user can, including the data folder: this system cannot prevent that.'
        : `It runs as the server’s user (${userId}) and could read everything that user can, including the data folder. Only a server started by root can prevent that.`,
    )
  if (platform === 'linux')
    holds.push('It is killed above 232 MB of memory, and after 20 s with one picture.')
  else
    lacks.push(
      'Its memory cannot be measured on this system: only the number of pixels and 20 s limit a picture.',
    )
  return { holds, lacks }
}
