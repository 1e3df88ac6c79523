import {
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  ReduceDataOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  type Panel as GrafanaPanel,
  RowBuilder,
  type ThresholdsConfig,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as FigureBuilder } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as LinesBuilder } from '@grafana/grafana-foundation-sdk/timeseries'
import type { Panel, Row } from './rows.ts'

const variable = 'datasource'
/** The reader chooses among their own Prometheus servers, so that the file can be imported anywhere. */
const source = { type: 'prometheus', uid: `\${${variable}}` }
const columns = 24
const third = 8
const figureHeight = 4
const linesHeight = 8

/** Builds the dashboard as Grafana imports it. Ids and places follow from the order, so that equal rows give an equal file. */
export function buildDashboard(rows: readonly Row[]): unknown {
  const dashboard = new DashboardBuilder('Candor')
    .uid('candor')
    .description('Queues, money, prices, platform and execution reports of an installation of Candor.')
    .tags(['candor'])
    .timezone('browser')
    .time({ from: 'now-24h', to: 'now' })
    .refresh('1m')
    .withVariable(new DatasourceVariableBuilder(variable).label('Prometheus').type('prometheus'))
  let id = 0
  for (const { title, panels } of rows) {
    dashboard.withRow(new RowBuilder(title).id(++id))
    for (const panel of panels) dashboard.withPanel(panelOf(panel, ++id))
  }
  return dashboard.build()
}

/** Builds a panel; the dashboard's builder puts it where there is room in its row. */
function panelOf(panel: Panel, id: number): { build(): GrafanaPanel } {
  const { title, about, unit, queries, width = third } = panel
  const builder = panel.shows === 'lines' ? linesOf(panel) : newestFigure()
  builder
    .id(id)
    .title(title)
    .description(about)
    .datasource(source)
    .unit(unit)
    .span(Math.min(width, columns))
    .height(panel.shows === 'lines' ? linesHeight : figureHeight)
    .thresholds(limitsOf(panel.limits))
  queries.forEach(([expr, legend], place) => {
    builder.withTarget(
      new DataqueryBuilder()
        .datasource(source)
        .expr(expr)
        .legendFormat(legend)
        .refId(String.fromCharCode('A'.charCodeAt(0) + place)),
    )
  })
  return builder
}

const newestFigure = () =>
  new FigureBuilder().reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))

function linesOf({ limits }: Panel): LinesBuilder {
  const shown = limits === undefined ? GraphThresholdsStyleMode.Off : GraphThresholdsStyleMode.Dashed
  return new LinesBuilder().thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(shown))
}

function limitsOf(limits: Panel['limits']): { build(): ThresholdsConfig } {
  const steps = [{ value: null, color: 'green' }]
  const [yellow, red] = limits ?? []
  const reached = [
    ...(yellow === undefined || yellow === red ? [] : [{ value: yellow, color: 'yellow' }]),
    ...(red === undefined ? [] : [{ value: red, color: 'red' }]),
  ]
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([...steps, ...reached])
}
