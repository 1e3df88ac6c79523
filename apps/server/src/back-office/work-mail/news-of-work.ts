import {
  type ConsolePageName,
  consolePageTitles,
  type OpsCalls,
  type OpsResultOf,
  type WorkMailPreference,
} from '@candor/contract'

type Dashboard = Pick<OpsResultOf<OpsCalls['opsDashboard']>, 'queues' | 'lapsing' | 'alerts'>

interface ReportedQueue {
  readonly waiting: number
  readonly late: number
}

/** Work that letters to an operator told of and that has not ended since. */
export interface ReportedWork {
  readonly queues: Readonly<Partial<Record<ConsolePageName, ReportedQueue>>>
  /** Ids of proposals. */
  readonly lapsing: readonly string[]
  readonly alerts: readonly string[]
}

export interface WorkNews {
  /** One for each queue or alert that a letter has to tell of; none: nothing is new. */
  readonly lines: readonly string[]
  /** Work that the operator knows of once they have read these lines. */
  readonly reported: ReportedWork
  /** Work that they know of without them: of what was told, the part that has not ended. */
  readonly remaining: ReportedWork
}

/**
 * Compares the operator's dashboard with what they were told. With `late`, new entries alone are no news. Lines have numbers and titles of
 * pages, no customer and no amount: a mailbox is outside the console.
 */
export function newsOfWork(
  before: Partial<ReportedWork>,
  { queues, lapsing, alerts }: Dashboard,
  preference: Exclude<WorkMailPreference, 'never'>,
): WorkNews {
  const knownOf = (page: ConsolePageName): ReportedQueue => before.queues?.[page] ?? { waiting: 0, late: 0 }
  const isNews = ({ page, waiting, late }: Dashboard['queues'][number]) =>
    late > knownOf(page).late || (preference === 'all' && waiting > knownOf(page).waiting)
  const lapsingNow = lapsing.map(({ id }) => id)
  const alertsNow = alerts.map(nameOf)
  const newLapsing = lapsingNow.filter((id) => before.lapsing?.includes(id) !== true)
  const newAlerts = alerts.filter((alert) => before.alerts?.includes(nameOf(alert)) !== true)
  return {
    lines: [
      ...newAlerts.map(({ text }) => text),
      ...queues.filter(isNews).map(lineOf),
      ...(newLapsing.length === 0 ? [] : [`Proposals that lapse within a day: ${newLapsing.length}`]),
    ],
    reported: {
      queues: Object.fromEntries(queues.map(({ page, waiting, late }) => [page, { waiting, late }])),
      lapsing: lapsingNow,
      alerts: alertsNow,
    },
    remaining: {
      queues: Object.fromEntries(
        queues.map(({ page, waiting, late }) => [
          page,
          { waiting: Math.min(waiting, knownOf(page).waiting), late: Math.min(late, knownOf(page).late) },
        ]),
      ),
      lapsing: lapsingNow.filter((id) => !newLapsing.includes(id)),
      alerts: alertsNow.filter((name) => before.alerts?.includes(name) === true),
    },
  }
}

const lineOf = ({ page, waiting, late }: Dashboard['queues'][number]): string =>
  `${consolePageTitles[page]}: ${waiting} waiting${late === 0 ? '' : `, ${late} late`}`

/** Names an alert without the markets or cases it lists, which come and go while it lasts. */
const nameOf = ({ page, text }: Dashboard['alerts'][number]): string =>
  `${page ?? ''} ${text.split(':')[0] ?? ''}`
