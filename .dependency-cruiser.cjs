// Who may import whom: money, refusals ← rules ← contract ← apps; texts and ui know none of them; modules do not import each other.
const modules =
  'accounts|market-data|trading|smart|savings|loans|nft|funding|kyc|content|invites|support|notifications|proofs|back-office|screening|transaction-monitoring|webhooks'
/** Tests, and the fixtures that only they use. */
const ofTests = '\\.test\\.ts$|/test-[a-z-]+\\.ts$|-fixture\\.ts$'
/** Parts that every module may import, each with the parts above it that it may not. */
const aboveOf = {
  platform: `${modules}|ledger|documents`,
  ledger: `${modules}|documents`,
  documents: `${modules}|ledger|platform`,
}
const aboveRules = Object.entries(aboveOf).map(([part, above]) => ({
  name: `${part}-imports-no-module`,
  comment: 'types may be shared; the tasks of a worker thread are put together where the thread begins',
  severity: 'error',
  from: {
    path: `^apps/server/src/${part}/`,
    pathNot: '\\.test\\.ts$|^apps/server/src/platform/workers/tasks\\.ts$',
  },
  to: { path: `^apps/server/src/(${above})/`, dependencyTypesNot: ['type-only'] },
}))

/** Capabilities of the web app, each with the others that it imports. They stand in order: each imports only those above it, so that no two import each other. */
const webNeighbours = {
  content: [],
  gallery: [],
  markets: [],
  uploads: [],
  forms: ['content'],
  notifications: ['markets'],
  savings: ['markets'],
  trust: ['forms', 'markets'],
  orders: ['markets', 'trust'],
  options: ['markets', 'orders'],
  smart: ['markets', 'orders', 'savings'],
  loans: ['orders', 'savings', 'smart'],
  nft: ['markets', 'orders', 'smart'],
  receipts: ['loans', 'markets', 'nft', 'options', 'orders', 'smart', 'trust'],
  trading: ['markets', 'notifications', 'options', 'orders', 'smart'],
  kyc: ['forms', 'loans', 'uploads'],
  accounts: ['content', 'forms', 'kyc', 'notifications', 'options', 'orders', 'smart', 'trading', 'trust'],
  funding: ['accounts', 'forms', 'markets', 'uploads'],
  help: ['content', 'markets'],
  home: ['accounts', 'content', 'markets', 'notifications', 'orders'],
  invites: ['forms'],
  support: ['uploads'],
}

/** Capabilities of the console, likewise. */
const consoleNeighbours = {
  audit: [],
  content: [],
  dashboard: [],
  money: ['content'],
  nft: [],
  parameters: [],
  proposals: [],
  tasks: [],
  countries: ['proposals'],
  customers: ['proposals', 'tasks'],
  funding: ['proposals'],
  loans: ['proposals'],
  markets: ['proposals'],
  operators: ['proposals'],
  'transaction-monitoring': ['proposals'],
  queues: ['funding', 'transaction-monitoring'],
  status: ['content'],
  support: ['queues'],
  tariffs: ['parameters', 'proposals'],
  risk: ['proposals'],
  treasury: ['proposals'],
  webhooks: ['proposals'],
  tokens: ['proposals'],
  savings: ['proposals', 'treasury'],
  smart: ['proposals', 'treasury'],
}

const neighboursAlone = (app, table) =>
  Object.entries(table).map(([capability, neighbours]) => {
    const foreign = Object.keys(table).filter((other) => other !== capability && !neighbours.includes(other))
    return {
      name: `${app}-${capability}-imports-its-neighbours-alone`,
      severity: 'error',
      from: { path: `^apps/${app}/src/${capability}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^apps/${app}/src/(${foreign.join('|')})/` },
    }
  })

const anyWebCapability = `^apps/web/src/(${Object.keys(webNeighbours).join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'money-stands-alone',
      severity: 'error',
      from: { path: '^packages/money/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/money/src' },
    },
    {
      name: 'refusals-stand-alone',
      severity: 'error',
      from: { path: '^packages/refusals/src' },
      to: { pathNot: '^packages/refusals/src' },
    },
    {
      name: 'rules-know-money-and-refusals',
      severity: 'error',
      from: { path: '^packages/rules/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(rules|money|refusals)/src' },
    },
    {
      name: 'contract-knows-the-packages-below',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/(contract|rules|refusals|money)/src|node_modules/zod)' },
    },
    {
      name: 'client-stands-alone',
      comment: 'integrators take it as it is; the contract reaches it generated',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/client/src' },
    },
    {
      name: 'texts-and-ui-know-no-product',
      severity: 'error',
      from: { path: '^packages/(texts|ui)/src' },
      to: { path: '^(packages/(money|refusals|rules|contract)/|apps/)' },
    },
    { name: 'packages-know-no-app', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
    {
      name: 'apps-are-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'server-modules-do-not-import-each-other',
      comment:
        'compose.ts and its parts hand one module a function of another; types may be shared, and so may the parameters, which every module reads. Their defaults parse one list as trading does',
      severity: 'error',
      from: {
        path: `^apps/server/src/(${modules})/`,
        pathNot: '\\.test\\.ts$|^apps/server/src/back-office/parameters/defaults\\.ts$',
      },
      to: {
        path: `^apps/server/src/(${modules})/`,
        pathNot: '^apps/server/src/($1|back-office/parameters)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...aboveRules,
    {
      name: 'modules-know-no-composition',
      comment: 'they take their context and ports; defineModule is all that they import from above',
      severity: 'error',
      from: { path: `^apps/server/src/(${modules}|ledger|documents|platform)/`, pathNot: ofTests },
      to: {
        path: '^apps/server/src/[^/]+\\.ts$',
        pathNot: '/module\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-server-runs-without-its-tests',
      comment: 'its commands, the simulator, tests and fixtures use it from outside',
      severity: 'error',
      from: {
        path: `^apps/server/src/((${modules}|ledger|documents|platform)/|(?!cli\\.)[^/]+\\.ts$)`,
        pathNot: `${ofTests}|^apps/server/src/(ledger/soak|platform/database/probes|trading/(hedging/soak|reference-model))/`,
      },
      to: { path: `^apps/server/src/(cli|simulator|system-tests|testing)/|${ofTests}` },
    },
    {
      name: 'recomputation-shares-no-computation',
      comment: 'a mistake or a trick in a report has to show in the program that computes it again',
      severity: 'error',
      from: { path: '^apps/server/src/cli/recompute/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(packages/(money|rules|contract)/src/|apps/server/src/)',
        pathNot:
          '^(packages/rules/src/time-units\\.ts$|apps/server/src/(cli/recompute/|proofs/canonical-json\\.ts$|proofs/receipts/is-signed\\.ts$))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-hedge-decision-knows-sums-alone',
      comment:
        'what is laid off is decided from a market’s net exposure; nothing that names a customer reaches it, types included (trust T7)',
      severity: 'error',
      from: { path: '^packages/rules/src/hedging/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(packages|apps)/',
        pathNot:
          '^packages/(money/src/|rules/src/(hedging/|state-table\\.ts$|orders/amounts/notional\\.ts$))',
      },
    },
    {
      name: 'hedging-knows-no-customer',
      comment:
        'it gets sums from NetExposure and sends them to a venue: no module of accounts, customers, positions or orders, types included',
      severity: 'error',
      from: { path: '^apps/server/src/trading/hedging/', pathNot: `${ofTests}|/hedging/soak/` },
      to: {
        path: '^(packages/contract/|apps/server/src/)',
        pathNot:
          '^apps/server/src/(trading/hedging/|platform/|module\\.ts$|ledger/(ledger|account-class)\\.ts$)',
      },
    },
    {
      name: 'only-the-ledger-writes-entries',
      severity: 'error',
      comment: 'others post through ledger.ts; these encode a posting, call the database, and read rows',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/ledger/' },
      to: { path: '^apps/server/src/ledger/(account-ids|soak/bank|encode-postings|read-ledger)\\.ts$' },
    },
    ...neighboursAlone('web', webNeighbours),
    ...neighboursAlone('console', consoleNeighbours),
    {
      name: 'console-lists-its-pages-in-one-place',
      comment: 'every capability stands on the shell and the session; pages.tsx and the frame show them',
      severity: 'error',
      from: {
        path: '^apps/console/src/(session|shell)/',
        pathNot: '\\.test\\.tsx?$|^apps/console/src/shell/(frame|pages)\\.tsx$',
      },
      to: { path: `^apps/console/src/(${Object.keys(consoleNeighbours).join('|')})/` },
    },
    {
      name: 'shell-loads-capabilities-later',
      comment:
        'pages and what the frame shows of a capability are loaded with import(), so that the first part holds none',
      severity: 'error',
      from: { path: '^apps/web/src/shell/', pathNot: '\\.test\\.tsx?$' },
      to: { path: anyWebCapability, dynamic: false },
    },
    {
      name: 'session-and-live-know-no-capability',
      comment: 'every capability stands on them',
      severity: 'error',
      from: { path: '^apps/web/src/(first-paint|live|session)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: anyWebCapability },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'the contract gives the browser types, not zod',
      severity: 'error',
      from: { path: '^(apps/web|packages/ui)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/contract/|node_modules/zod)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|/\\.cache/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
