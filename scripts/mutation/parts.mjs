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
    code: [`${server}/platform/limits/*.ts`],
    tests: [`${server}/platform/limits/*.test.ts`],
    needsDatabase: true,
  },
  'sign-in': {
    code: [`${server}/accounts/{sign-in,passwords,sessions,codes}/*.ts`],
    tests: [
      `${server}/accounts/{sign-in,passwords,sessions}/*.test.ts`,
      `${server}/accounts/accounts.test.ts`,
      `${server}/system-tests/security/cheap-proof.test.ts`,
    ],
    needsDatabase: true,
  },
  authorisation: {
    code: [
      `${server}/platform/http/{authenticate,caller,register-calls,handlers}.ts`,
      `${server}/back-office/operators/{register-ops,valid-approvals,operator,ops-handlers}.ts`,
      `${server}/back-office/operators/{sign-in,people}/*.ts`,
    ],
    tests: [
      `${server}/platform/http/{authorisation,while-frozen}.test.ts`,
      `${server}/back-office/operators/**/*.test.ts`,
    ],
    needsDatabase: true,
  },
  ledger: {
    code: [`${server}/ledger/*.ts`, `${server}/ledger/{reconciliation,reports}/*.ts`],
    tests: [`${server}/ledger/*.test.ts`, `${server}/ledger/reconciliation/*.test.ts`],
    needsDatabase: true,
  },
}
