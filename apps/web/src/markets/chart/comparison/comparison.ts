export { ComparisonLayer } from './comparison-layer.tsx'
