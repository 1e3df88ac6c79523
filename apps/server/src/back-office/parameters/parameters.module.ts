import type { parametersOps } from '@candor/contract'
import { defineModule } from '../../module.ts'
import type { OpsHandlersOf } from '../operators/ops-handlers.ts'
import { parameterHandlers, parameterKind } from './parameters-ops.ts'

/** Parameters in the console: read, and changed with a reason, by two people where the rulebook says ⚖ (trust T10). */
export const parametersModule = defineModule({
  name: 'parameters',
  open: (context) => ({
    backOffice: {
      proposals: [parameterKind(context.parameters)],
      handlers: parameterHandlers(context) satisfies OpsHandlersOf<typeof parametersOps>,
    },
  }),
})
