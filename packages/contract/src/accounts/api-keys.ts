import { z } from 'zod'
import { call } from '../call.ts'
import { id, isoTime } from '../fields.ts'
import { provenWith } from './account-fields.ts'

/** Scope of a key. `trade` includes `read`; neither includes withdrawals or the account's own settings. */
export const apiScopes = ['read', 'trade'] as const
export type ApiScope = (typeof apiScopes)[number]

export const mostApiKeys = 10

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, to distinguish it from others. */
  start: z.string(),
  scope: z.enum(apiScopes),
  /** Empty: any address. */
  addresses: z.array(z.string()),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const own = '/swx/customer/user'

export const apiKeysCalls = {
  listApiKeys: call({
    method: 'GET',
    path: `${own}/listApiKeys`,
    summary: 'The keys the customer made for programs of their own',
    access: 'customer',
    input: z.object({}),
    result: z.array(apiKey),
  }),
  makeApiKey: call({
    method: 'POST',
    path: `${own}/makeApiKey`,
    summary: 'Makes a key, which is shown only now',
    access: 'customer',
    input: z.object({
      name: z.string().trim().min(1).max(40),
      scope: z.enum(apiScopes),
      addresses: z
        .array(z.union([z.ipv4(), z.ipv6()]))
        .max(10)
        .default([]),
      ...provenWith,
    }),
    result: apiKey.extend({ key: z.string() }),
  }),
  revokeApiKey: call({
    method: 'POST',
    path: `${own}/revokeApiKey`,
    summary: 'Revokes an API key, immediately and permanently',
    access: 'customer',
    input: z.object({ id }),
    result: z.null(),
  }),
} as const
