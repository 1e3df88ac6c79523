/** Folders of the server that still declare types of gathered dependencies. The list only becomes shorter. */
export const heldFolders: readonly string[] = ['apps/server/src/accounts/']
