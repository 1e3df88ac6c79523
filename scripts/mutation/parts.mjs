// What can be mutated: the code of each part, and the test files that should notice a change to it.
const server = 'apps/server/src'

export const parts = {
  money: {
    code: ['packages/money/src/**/*.ts'],
    tests: ['packages/money/src/**/*.test.ts'],
    needsDatabase: false,
  },
  rules: {
    code: ['packages/rules/src/**/*.ts'],
    tests: ['packages/rules/src/**/*.test.ts'],
    needsDatabase: false,
  },
  limits: {
    code: [
      `${server}/platform/limits/*.ts`,
      `${server}/platform/http/files/fair-line.ts`,
      `${server}/platform/http/sockets/open-sockets.ts`,
      `${server}/platform/http/responses/{cache-policies,visitor-costs}.ts`,
    ],
    tests: [
      `${server}/platform/limits/*.test.ts`,
      `${server}/platform/http/files/fair-line.test.ts`,
      `${server}/platform/http/responses/{visitor-costs,counted-calls}.test.ts`,
      `${server}/platform/http/sockets/*.test.ts`,
      `${server}/system-tests/security/proof-of-work.test.ts`,
    ],
    needsDatabase: true,
  },
  'sign-in': {
    code: [`${server}/accounts/{sign-in,passwords,sessions,codes}/*.ts`],
    tests: [
      `${server}/accounts/{sign-in,passwords,sessions,codes}/*.test.ts`,
      `${server}/accounts/accounts.test.ts`,
      `${server}/system-tests/security/cheap-proof.test.ts`,
    ],
    needsDatabase: true,
  },
  authorisation: {
    code: [
      `${server}/platform/http/{register-calls,route-table}.ts`,
      `${server}/platform/http/callers/{credential-gate,identify-caller,per-request}.ts`,
      `${server}/accounts/api-keys/api-keys.ts`,
      `${server}/accounts/sign-in/fresh-proof.ts`,
      `${server}/back-office/operators/{register-ops,valid-approvals,ops-handlers}.ts`,
      `${server}/back-office/operators/{sign-in,people}/*.ts`,
      `${server}/back-office/cases/*.ts`,
      `${server}/back-office/proposals/*.ts`,
    ],
    tests: [
      `${server}/platform/http/register-calls.test.ts`,
      `${server}/accounts/api-keys/*.test.ts`,
      `${server}/accounts/sign-in/{fresh-proof,passkeys}.test.ts`,
      `${server}/back-office/{operators,cases,proposals}/**/*.test.ts`,
    ],
    needsDatabase: true,
  },
  ledger: {
    code: [`${server}/ledger/*.ts`, `${server}/ledger/{reconciliation,reports}/*.ts`],
    tests: [
      `${server}/ledger/{fund-house,ledger,postgres-ledger,shared-reservations,spend-once}.test.ts`,
      `${server}/ledger/{reconciliation,reports}/*.test.ts`,
    ],
    needsDatabase: true,
  },
}
