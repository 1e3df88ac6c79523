/**
 * Roles of a process; all of them unless `--roles` selects some. `api` serves calls and pages, `live` serves the sockets,
 * `feeds` receives prices, `engine` decides on them, `jobs` runs the timetable.
 */
export const allRoles = ['api', 'live', 'feeds', 'engine', 'jobs'] as const
export type Role = (typeof allRoles)[number]
