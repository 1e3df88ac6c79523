import type { ServedCalls } from '../../platform/http/server-options.ts'
import { allowanceDefaults } from './allowance-defaults.ts'
import type { Parameters } from './parameters.ts'

/**
 * Returns the parameters that the servers themselves need, each as it is when it is asked for. The page needs no database: while that is
 * away it carries the balance that was read last, or before the first reading the default.
 */
export function servedFigures(parameters: Pick<Parameters, 'value'>): ServedCalls['figures'] {
  let grant: string = allowanceDefaults['demo.grant'].value
  return {
    demoGrant: async () => {
      grant = await parameters.value('demo.grant').then(String, () => grant)
      return grant
    },
    mostFileBytes: async () => Number(await parameters.value('upload.mostBytes')),
  }
}
