import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textsPlugin } from '../../packages/texts/src/vite-plugin.ts'
import { listedPages, packed, withoutCircles } from './build-plugins.ts'
import { firstPaint } from './first-paint-plugin.ts'

const server = process.env.CANDOR_API ?? 'http://127.0.0.1:4100'
const texts = fileURLToPath(new URL('../../packages/texts/src', import.meta.url))
const frameIcons =
  'arrow-left-right arrow-right arrow-down arrow-up chart-candlestick check circle-check circle-exclamation-point flask-conical gem globe hand-coins info ' +
  'leaf life-buoy loader-circle monitor moon rotate-cw search sun triangle-exclamation-point unplug wifi-off x'
const tradeIcons =
  'arrow-up-down book-open chart-no-axes-column chevrons-right circle-dot keyboard layout-dashboard list-plus panel-left panel-right pencil ' +
  'pencil-ruler star'
// A first visit loads few files, because each waits for the line (ADR-044): three for the code of every page, one for that of
// every form, two for the market page. The bundler decides about the rest. No two files may load each other (ADR-240).
const groups = [
  {
    // The small entry and its parts: it runs before anything else has loaded.
    name: 'entry',
    test: /(vite\/preload-helper|virtual:texts$|texts\/src\/(message|languages|translate|text-parts)\.|web\/src\/(session\/([a-z-]+\/)?(shown-language|first-language|first-calls|early-responses|browser-storage|store|preferences)|shell\/([a-z-]+\/)?(page-loaders|page-paths|place|layout|frame-loaders))\.)/,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'shell',
    test: new RegExp(
      [
        'node_modules/(wouter|regexparam)/',
        // Endless lists and several questions at once are no part of a first visit.
        'node_modules/@tanstack/.*/(?!useInfinite|infiniteQueryObserver|useQueries|queriesObserver)[^/]+$',
        'lucide-react/dist/esm/[A-Z]',
        'lucide-react/dist/esm/(shared|defaultAttributes|createLucideIcon|context)',
        `lucide-react/dist/esm/icons/(${frameIcons.replaceAll(' ', '|')})\\.`,
        'packages/ui/src/([a-z]+/)?(button|button-class|class-names|anchored|menu|toast|mark|ui-words|feedback|format-moment|format-decimal)\\.',
        'web/src/session/([a-z-]+/)?(call-server|demo-grant-text|first-board|failure|intent|response-cache|with-|use-(?!pages)|session-store|language\\.)',
        'packages/texts/src/code-text',
        'web/src/live/',
        'web/src/first-paint/drop',
        'web/src/shell/([a-z-]+/)?(start|app|first-parts|prepared|chunk-time|keep-|refresh-cache|page-guard|page-skeleton|ui-words|routes|hash-|use-|notices\\.|mode-switch|language-menu|frame-parts)',
        'web/src/markets/list/use-on-screen',
      ].join('|'),
    ),
  },
  {
    name: 'figures',
    // With what every list of markets is made of: a file each would cost more than it holds.
    test: /(packages\/ui\/src\/([a-z]+\/)?(choices|figures|sparkline|format-compact|surface|control|search-input)|web\/src\/markets\/([a-z-]+\/)?(day-lines|use-market-list|source-label|market-logo|price-cells|use-moving-price)|icons\/(receipt-text|download|smartphone))\./,
  },
  {
    // What the pages of signing in and up share: a file each would only make the list of parts longer.
    name: 'sign-in',
    test: /(packages\/rules\/src\/accounts\/|web\/src\/(accounts|forms)\/([a-z-]+\/)?(code-field|phone-(check|fields)|consent-field|country-field|countries|form-fields|use-form|account-problems|pass-frame|password-strength|sign-in-call|use-arrival|after-sign-in|device-failure|passkey-device|google-flow)\.)/,
  },
  {
    name: 'forms',
    test: /(packages\/ui\/src\/([a-z]+\/)?(field|select|dialog|table|date-input|calendar-days)|icons\/(eye|eye-off|minus|plus|clock|circle-x|chevron-(down|left|right)|calendar-days|arrow-(up|down)-right))\./,
  },
  {
    // What only the market pages need.
    name: 'market',
    test: new RegExp(
      [
        'web/src/trading/(?!currency-page|market-page|orders-page|all-order|key-help|depth/(?!later-depth)|workspace/(menu|charts)/)',
        'web/src/markets/(chosen-market|market-hours|market-rules|remembered-market|use-market-query)',
        'web/src/markets/prices/(follow-seconds|use-unpriced)',
        'web/src/markets/list/(?!watchlist-dialog)',
        'web/src/markets/chart/(candle-origins|chart-panel|chart-tool|later-parts|standing-orders|tool-button|use-)',
        'web/src/markets/chart/(drawings/use-drawing-editor|state/(?!chart-choices)|trades/(use-own|own)-trades)',
        'web/src/orders/list/orders-list',
        'web/src/orders/order-form/(change-order-form|daily-range|order-form|order-validity|slippage|ticket-costs)',
        'web/src/orders/one-click/(?!one-click-dialog)',
        'web/src/orders/ticket/(action-text|level-unit|result-actions|ticket-(?!fields|cost-list)|use-(daily|order|ticket-keys))',
      ].join('|'),
    ),
  },
  {
    // Dialogs over orders, which a page with orders fetches once it rests.
    name: 'order-dialogs',
    test: /(packages\/ui\/src\/controls\/chosen-tags|web\/src\/orders\/(dialogs\/(?!later-dialogs|close-all)([a-z-]+\/)?([a-z-]+-dialogs?|cancel-orders|close-estimate-details|edit-form|part-field|shared-digits)|tags\/(next-tags-dialog|tag-form|tags-dialog|tags-editor)))\./,
  },
  {
    name: 'trade',
    test: new RegExp(
      [
        `lucide-react/dist/esm/icons/(${tradeIcons.replaceAll(' ', '|')})\\.`,
        'packages/ui/src/controls/tag-chip',
        'web/src/markets/(ages|changed-terms|market-of|use-market-info|prices/)',
        'web/src/markets/chart/(state/chart-choices|indicators/indicator-catalog)',
        'web/src/orders/(?!([a-z-]+/)?(order-page|any-order|list-filter|trade-statistics|order-news|close-all|result-card|net-result|trade-chart|trade-window|fill-formula|one-click/))',
        'web/src/trust/limits/limit-terms',
      ].join('|'),
    ),
  },
  {
    // What the market pages compute with. All other pages' rules are a part of their own, which may load this one.
    name: 'rules',
    test: /packages\/(money\/|refusals\/src\/by-name|rules\/src\/(decision|tag\.|orders\/|markets\/(added-spread|price-limits|quote|saved-chart|watchlists)\.))/,
  },
  // The check of the proof of liabilities is one page's alone, and so are the rules of artworks.
  { name: 'later-rules', test: /packages\/rules\/src\/(?!trust\/liabilities|nft\/)/ },
]

const everyVisit: readonly string[] = ['rolldown-runtime', 'entry', 'react', 'shell', 'start', 'figures']
const always = 'assets/_'

export default defineConfig({
  plugins: [react(), tailwind(), textsPlugin(texts), withoutCircles(), firstPaint(), listedPages(), packed()],
  // React has its own version since 18; the replacement for older ones need not be loaded.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: {
    proxy: {
      '/swx': server,
      '/logos': server,
      '/art': server,
      '/.well-known': server,
      '/websocket': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // What every visit has is not named again with each part that needs it.
      resolveDependencies: (part, needed) => {
        const added = needed.filter((file) => !file.startsWith(always))
        return added.some((file) => file !== part) ? added : []
      },
    },
    // Nothing inlined: the content policy takes fonts and pictures from this server only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 260,
    rolldownOptions: {
      // A page that compares one refusal carries its number, not the catalogue of names.
      optimization: { inlineConst: true },
      // These packages only declare: a page carries what it uses of them, and nothing for the sake of its running.
      treeshake: {
        moduleSideEffects: [{ test: /packages\/(money|refusals|rules)\/src\//, sideEffects: false }],
      },
      output: {
        // The list of parts travels with the entry: short names make it shorter.
        chunkFileNames: ({ name }) => `${everyVisit.includes(name) ? always : 'assets/'}[hash].js`,
        // Files that do not load each other run in order by themselves; a wrapper around every module was a tenth of the script.
        strictExecutionOrder: false,
        codeSplitting: { groups, includeDependenciesRecursively: false },
      },
    },
  },
})
