interface HeldFolders {
  readonly names: readonly string[]
  /** Folders and files that still declare types of gathered dependencies. */
  readonly dependencies: readonly string[]
  readonly sizes: readonly string[]
}

/** Folders of the server where names are still being mended, and files where sizes are. The lists only become shorter. */
export const heldFolders: HeldFolders = {
  names: ['apps/server/src/market-data/'],
  dependencies: ['apps/server/src/accounts/', 'apps/server/src/simulator/', 'apps/server/src/trading/'],
  sizes: [],
}
