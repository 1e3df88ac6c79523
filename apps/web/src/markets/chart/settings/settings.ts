// Everything that is loaded with the settings of the chart.
export { ChartSettings } from './chart-settings.tsx'
