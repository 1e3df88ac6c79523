// One file for what is loaded with the menu.
export { OwnDialog } from './own-dialog.tsx'
export { WorkspaceMenu } from './workspace-menu.tsx'
