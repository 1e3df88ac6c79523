/**
 * What a process does; all of it unless `--roles` says otherwise. `api` answers calls and pages, `live` keeps the sockets,
 * `feeds` takes prices in, `engine` decides on them, `jobs` does what the calendar asks for.
 */
export const allRoles = ['api', 'live', 'feeds', 'engine', 'jobs'] as const
export type Role = (typeof allRoles)[number]
