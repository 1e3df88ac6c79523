// Everything that is loaded with the first trade on the chart, or with the list of them.
export { TradeLayer } from './trade-layer.tsx'
export { TradeMenu } from './trade-menu.tsx'
