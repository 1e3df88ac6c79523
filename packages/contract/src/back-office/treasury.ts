import { assetCodes } from '@candor/money'
import { z } from 'zod'
import { call } from '../call.ts'

/** Services that the operator's own money can back, with real money; nothing else is offered. */
export const offeredServices = z.object({
  /** New contracts and options. */
  trading: z.boolean(),
  loans: z.boolean(),
  /** Coins that can be received in a conversion. */
  conversions: z.array(z.enum(assetCodes)),
})
export type OfferedServices = z.infer<typeof offeredServices>

export const treasuryCalls = {
  offered: call({
    method: 'GET',
    path: '/swx/customer/index/offered',
    summary:
      'Services offered to real accounts now; those that the operator’s own money does not cover are not',
    access: 'visitor',
    input: z.object({}),
    result: offeredServices,
  }),
} as const
