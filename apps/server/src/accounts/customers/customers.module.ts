import { customersOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { freezeKind } from '../freezes/freeze-customer.ts'
import { adjustmentKind } from './adjust-balance.ts'
import { deleteTags } from './customer-tags.ts'
import { customersHandlers } from './customers-ops.ts'
import type { CustomersPorts } from './customers-ports.ts'
import { resetAccessKind } from './reset-access.ts'

/** Customers in the console: found, looked at, noted on, frozen (T13), corrected (T9). */
export const customersModule = defineModule({
  name: 'customers',
  opsCalls: customersOps,
  customerTables: {
    accounts_freezes: { exported: ['getUserInfo'], erased: { retained: 'decisions of operators, by id' } },
    accounts_notes: {
      exported: { instead: 'operators write them for each other' },
      erased: { retained: 'notes name nobody' },
    },
    accounts_tags: { exported: { instead: 'operators write them for each other' }, erased: 'rows' },
    accounts_adjustments: { exported: ['statement'], erased: { retained: 'they are in the books' } },
  },
  open: (context: ServerContext, ports: CustomersPorts) => {
    const { accounts } = ports
    return {
      eraseCustomer: deleteTags,
      backOffice: {
        proposals: [freezeKind(accounts), resetAccessKind(accounts), adjustmentKind(accounts)],
        handlers: customersHandlers({ ...context, ...ports }),
      },
    }
  },
})
