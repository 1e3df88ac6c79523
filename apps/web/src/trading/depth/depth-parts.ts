export { DepthPanel, MarketDepthView } from './depth-panel.tsx'
