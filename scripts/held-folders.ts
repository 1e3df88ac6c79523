/** Folders of the server where names are still being mended, and files where sizes are. The lists only become shorter. */
export const heldFolders: { readonly names: readonly string[]; readonly sizes: readonly string[] } = {
  names: [
    'apps/server/src/ledger/',
    'apps/server/src/market-data/',
    'apps/server/src/proofs/',
    'apps/server/src/simulator/',
    'apps/server/src/trading/',
  ],
  sizes: [
    'apps/server/src/back-office/cases/cases.ts',
    'apps/server/src/back-office/proposals/proposals.ts',
    'apps/server/src/loans/loans-store.ts',
    'apps/server/src/platform/config/flags.ts',
    'apps/server/src/platform/http/register-calls.ts',
    'apps/server/src/system-tests/fuzz/hostile-uploads.ts',
    'apps/server/src/testing/contracts-fixture.ts',
    'apps/server/src/testing/module-fixture.ts',
    'apps/server/src/trading/engine/trading-runtime.ts',
    'apps/server/src/trading/reference-model/calls.ts',
  ],
}
