import type { ServedCalls } from '../../platform/http/server-options.ts'
import type { Parameters } from './parameters.ts'

/** Returns the parameters that the servers themselves need, each as it is when it is asked for. */
export const servedFigures = (parameters: Parameters): ServedCalls['figures'] => ({
  demoGrant: async () => String(await parameters.value('demo.grant')),
  mostFileBytes: async () => Number(await parameters.value('upload.mostBytes')),
})
