import { mostTagsOfOrder } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { id } from '../fields.ts'

const orders = '/swx/customer/order'

/** A tag of an account and the number of orders that have it; an order and its closed parts count once. */
export const tagInUse = z.object({ tag: z.string(), orders: z.number().int() })
export type TagInUse = z.infer<typeof tagInUse>

/** Calls about the tags that customers put on their orders. */
export const orderTagsCalls = {
  listTags: call({
    method: 'GET',
    path: `${orders}/listTags`,
    summary: 'The tags in use on orders of the chosen account, sorted',
    access: 'customer',
    input: z.object({}),
    result: z.array(tagInUse),
  }),
  tagOrder: call({
    method: 'POST',
    path: `${orders}/tagOrder`,
    summary:
      'Sets the tags of an order, in place of those it has: up to 5 of 1 to 24 characters, and up to 50 different ones an account; a closed part shares those of its order',
    access: 'customer',
    input: z.object({ id, tags: z.array(z.string().max(100)).max(4 * mostTagsOfOrder) }),
    result: z.object({ id: z.string(), tags: z.array(z.string()) }),
  }),
} as const
