import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { id, isoTime } from '../../fields.ts'
import { byWhom, ownFactors, words } from '../operators-ops.ts'
import { opsCall } from '../ops-call.ts'
import { serviceScopes } from './service-scopes.ts'

/** At most this many service tokens that are neither revoked nor expired. */
export const mostServiceTokens = 20
/** A token ends this many days after it was proposed, at the latest. */
export const longestServiceTokenDays = 366
/** In its last days, this many, admins are warned that a token ends. */
export const serviceTokenWarningDays = 14
/** After a rotation the former secret is valid for this many hours at most. */
export const longestOverlapHours = 168

const scope = z.enum(serviceScopes)
/** Addresses and networks in CIDR notation from which the token is accepted; empty: any. */
const networks = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(20)

/** `approved`: by two people, its secret is not made yet. */
export const serviceTokenState = z.enum(['approved', 'active', 'expired', 'revoked'])
export type ServiceTokenState = z.infer<typeof serviceTokenState>

export const serviceToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(scope),
  networks: z.array(z.string()),
  state: serviceTokenState,
  /** The first characters of its secret, to distinguish it from others; null: none was made. */
  start: z.string().nullable(),
  proposedBy: byWhom,
  approvedBy: byWhom,
  madeAt: isoTime,
  expiresAt: isoTime,
  /** Operator who was shown the present secret. */
  secretBy: byWhom.nullable(),
  secretAt: isoTime.nullable(),
  /** True where that operator is disabled: rotate the secret or revoke the token. */
  holderLeft: z.boolean(),
  /** Until then the secret before the last rotation is valid too. */
  rotatingUntil: isoTime.nullable(),
  revokedBy: byWhom.nullable(),
  revokedAt: isoTime.nullable(),
  /** To the minute. */
  lastUsedAt: isoTime.nullable(),
  lastUsedAddress: z.string().nullable(),
  /** Calls of the last 30 days, refused ones too. */
  calls: z.number().int(),
})
export type ServiceToken = z.infer<typeof serviceToken>

export const serviceTokenUse = z.object({
  /** Calls of the last 30 days by day (UTC) and name, the newest day first. */
  calls: z.array(
    z.object({
      day: z.iso.date(),
      call: z.string(),
      calls: z.number().int(),
      /** Of them, those outside the token’s scopes. */
      refused: z.number().int(),
    }),
  ),
  /** Networks (IPv4 /24, IPv6 /48) that it was used from, the newest first. */
  networks: z.array(z.object({ network: z.string(), firstAt: isoTime })),
})
export type ServiceTokenUse = z.infer<typeof serviceTokenUse>

/** Shown once. */
const shownToken = z.object({ id, token: z.string(), rotatingUntil: isoTime.nullable() })
export type ShownServiceToken = z.infer<typeof shownToken>

const provenFields = { password: refusals.passwordWrong, totp: refusals.secondFactorRequired } as const

/** Calls for service tokens: made by two people, revoked by one. */
export const serviceTokensOps = {
  opsServiceTokens: opsCall({
    method: 'GET',
    path: '/ops/serviceTokens',
    summary: 'The newest two hundred service tokens, with their scopes, state and last use; no secret',
    roles: ['risk', 'admin'],
    input: z.object({}),
    result: z.array(serviceToken),
  }),
  opsServiceTokenUse: opsCall({
    method: 'GET',
    path: '/ops/serviceTokens/{id}/use',
    summary: 'Calls of a service token by day, and the networks it was used from',
    roles: ['risk', 'admin'],
    input: z.object({ id }),
    result: serviceTokenUse,
  }),
  opsProposeServiceToken: opsCall({
    method: 'POST',
    path: '/ops/serviceTokens',
    summary:
      'Proposes a service token for another system; a second person approves, then its proposer is shown the secret',
    roles: ['admin'],
    input: z.object({
      name: z.string().trim().min(1).max(60),
      scopes: z.array(scope).min(1).max(serviceScopes.length),
      networks: networks.default([]),
      /** At most 366 days ahead. */
      expiresAt: isoTime,
      reason: words,
    }),
    result: z.object({ id }),
  }),
  opsIssueServiceToken: opsCall({
    method: 'POST',
    path: '/ops/serviceTokens/{id}/issue',
    summary:
      'Makes the secret of an approved token and shows it once, to its proposer with password and a code',
    roles: ['admin'],
    input: z.object({ id, ...ownFactors }),
    result: shownToken,
    fieldCodes: provenFields,
  }),
  opsRotateServiceToken: opsCall({
    method: 'POST',
    path: '/ops/serviceTokens/{id}/rotate',
    summary:
      'Replaces the secret and shows the new one once, with password and a code; the former is valid for the hours named',
    roles: ['admin'],
    input: z.object({
      id,
      ...ownFactors,
      overlapHours: z.number().int().min(0).max(longestOverlapHours).default(24),
    }),
    result: shownToken,
    fieldCodes: provenFields,
  }),
  opsRevokeServiceToken: opsCall({
    method: 'POST',
    path: '/ops/serviceTokens/{id}/revoke',
    summary: 'Revokes a service token, immediately and permanently',
    roles: ['risk', 'admin'],
    input: z.object({ id, reason: words }),
    result: z.literal(true),
  }),
} as const
