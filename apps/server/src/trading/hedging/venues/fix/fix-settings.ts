import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { tag } from './fix-tags.ts'

const name = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/, 'must be 1 to 64 characters of plain ASCII')
const path = z.string().refine(isAbsolute, 'must be an absolute path')

/** Fields of an order that we write ourselves, and those of the session. */
const ownTags = new Set<number>(Object.values(tag))

const orderFields = z
  .record(z.string(), name)
  .superRefine((fields, context) => {
    for (const key of Object.keys(fields)) {
      const number = /^[1-9]\d{0,4}$/.test(key) ? Number(key) : null
      if (number === null)
        context.addIssue({ code: 'custom', message: `${key} is not the number of a field` })
      else if (ownTags.has(number))
        context.addIssue({ code: 'custom', message: `field ${key} is written by us and cannot be set` })
    }
  })
  .transform((fields) => Object.entries(fields).map(([key, value]) => [Number(key), value] as const))

const certificates = z
  .strictObject({
    caFile: path.nullable().default(null),
    certificateFile: path.nullable().default(null),
    keyFile: path.nullable().default(null),
    serverName: name.nullable().default(null),
  })
  .refine(
    ({ certificateFile, keyFile }) => (certificateFile === null) === (keyFile === null),
    'certificateFile and keyFile belong together: set both, or neither',
  )

/** Encrypted unless the file says otherwise: venues that are reached by a line of one's own often do without. */
const tls = z
  .union(
    [
      z.literal(false).transform(() => null),
      z.literal(true).transform(() => certificates.parse({})),
      certificates,
    ],
    'must be true, false, or an object with caFile, certificateFile and keyFile, serverName',
  )
  .default(certificates.parse({}))

/** The part of the settings file that names a venue of FIX 4.4. Username and password come from the environment. */
export const fixSettings = z.strictObject({
  kind: z.literal('fix'),
  /** Name in our books: two sessions are two venues. */
  name: name.default('fix'),
  host: name,
  port: z.number().int().min(1).max(65_535),
  tls,
  senderCompId: name,
  targetCompId: name,
  senderSubId: name.nullable().default(null),
  targetSubId: name.nullable().default(null),
  account: name,
  heartbeatSeconds: z.number().int().min(1).max(60).default(10),
  resetOnLogon: z.boolean().default(false),
  feeCurrency: z
    .string()
    .regex(/^[A-Z]{3,5}$/, 'must be the code of a currency')
    .default('USD'),
  orderFields: orderFields.default([]),
})
export type FixSettings = z.infer<typeof fixSettings>
