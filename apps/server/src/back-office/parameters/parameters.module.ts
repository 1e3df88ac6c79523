import { parametersOps } from '@candor/contract'
import { defineModule } from '../../module.ts'
import { parameterHandlers, parameterKind } from './parameters-ops.ts'

/** Parameters in the console: read, and changed with a reason, by two people where the rulebook says ⚖ (trust T10). */
export const parametersModule = defineModule({
  name: 'parameters',
  opsCalls: parametersOps,
  open: (context) => ({
    backOffice: {
      proposals: [parameterKind(context.parameters)],
      handlers: parameterHandlers(context),
    },
  }),
})
