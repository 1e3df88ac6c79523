import { join } from 'node:path'

/** The file to run `src/<name>.ts` from, as `scripts/build-server.mjs` writes it. */
export const programFile = (name: string): string =>
  join(import.meta.dirname, '../../.cache/program', `${name}.mjs`)
