// Everything that is loaded with the first drawing.
export { DrawingMenu } from './drawing-menu.tsx'
export { DrawingStage } from './drawing-stage.tsx'
