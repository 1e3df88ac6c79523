import { z } from 'zod'
import { call } from '../call.ts'

export const exportCalls = {
  export: call({
    method: 'GET',
    path: '/swx/customer/user/export',
    summary:
      'Everything we have about the customer as one zip: JSON, CSV and every receipt, in both accounts; one in ten minutes',
    access: 'customer',
    input: z.object({}),
    // The response is the file itself, not the envelope.
    result: z.null(),
  }),
} as const
