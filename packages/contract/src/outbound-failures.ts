/** Reasons for which a URL that an operator set was not reached. */
export const outboundFailures = [
  /** It is malformed, or its scheme is not permitted. */
  'url',
  /** It contains a username or a password. */
  'credentials',
  'port',
  /** The host is, or resolves to, an address that is not permitted. */
  'address',
  /** The host has no address. */
  'dns',
  'unreachable',
  'timeout',
  /** The status is not one of success. */
  'status',
  /** A redirect that is not followed. */
  'redirect',
] as const
export type OutboundFailure = (typeof outboundFailures)[number]
