/** What a process does; all of it unless `--roles` says otherwise. */
export const allRoles = ['api', 'live', 'feeds', 'engine', 'jobs'] as const
export type Role = (typeof allRoles)[number]
