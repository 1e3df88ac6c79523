import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser.ts'

/** `npm run test:e2e:every-size`: every journey, those of a customer at both sizes, as before a release. */
const everySize = process.env.CANDOR_EVERY_SIZE === '1'
/** One layout for both sizes: walked where there is least room. find-the-way opens every page at both. */
const onThePhone = everySize
  ? []
  : [
      'borrow.journey.ts',
      'check-the-execution.journey.ts',
      'check-the-house.journey.ts',
      'frozen-customer.journey.ts',
      'invite-and-support.journey.ts',
      'keep-an-account-safe.journey.ts',
      'nft-charity.journey.ts',
      'nothing-funded.journey.ts',
      'open-an-account.journey.ts',
      'pay-in.journey.ts',
      'prove-who-you-are.journey.ts',
      'sign-in-ways.journey.ts',
      'real-installation.journey.ts',
      'withdraw-to-a-card.journey.ts',
    ]
/** `npm run e2e:tasks`: what docs/guides/trader-tasks.md lists, each once. */
const tasksOnly = process.env.CANDOR_TASKS === '1'
/** Journeys of that list alone: `npm test` stays as short as it is. */
const ofTasksAlone = tasksOnly ? [] : ['e2e/tasks/*.journey.ts']
/** The market screen's two layouts are walked by trade; other kinds of orders, and what fires later, are the same in both. */
const onTheDesktop = everySize ? [] : ['every-order.journey.ts', 'what-fires-by-itself.journey.ts']
/** The console is for a desk (its README); withdrawing and showing what is held are half of it; books have no screen. */
const ofTheConsole = [
  'run-the-console.journey.ts',
  'withdraw.journey.ts',
  'show-what-is-held.journey.ts',
  'books-add-up.journey.ts',
  'risk-desk.journey.ts',
  'exposure-limits.journey.ts',
  'halt-markets.journey.ts',
  'money-report.journey.ts',
  'webhooks.journey.ts',
  'monitoring-rules.journey.ts',
  'two-people.journey.ts',
  'service-tokens.journey.ts',
  'odd-texts.journey.ts',
]
/** The tasks of a phone: by their tag, or by their file. */
const onlyHere = new RegExp(
  `^(?=.*@task\\b).*(?:@only-phone|@phone-size|${onThePhone.join('|').replaceAll('.', '\\.')})`,
)
/** `npm test` has twelve minutes: finer points of a screen are walked before a release, and with the tasks. */
const beforeRelease = everySize || tasksOnly ? [] : [/@release\b/]
/** Leaves out tests of what is the same at every size, whose tag says that they are walked at the other one. */
const ofTheOther = (tag: RegExp) => (everySize ? [] : [tag])
/** `npm run fuzz -- --texts`: takes minutes, and writes on pages that nobody else may read meanwhile. */
const longOnes = process.env.CANDOR_EVERY_TEXT === '1' ? [] : ['every-text.journey.ts']

export default defineConfig({
  testDir: '.',
  globalSetup: ['../scripts/build-server.mjs', './first-start.ts'],
  testMatch: '*.journey.ts',
  fullyParallel: false,
  // A journey waits half of its time; two cores are busy with three, and four take as long.
  workers: 3,
  retries: 0,
  // How long a state is waited for tells only that something hangs, never that a machine is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: '../.cache/journeys',
  use: {
    launchOptions: await browserOptions(),
    screenshot: 'only-on-failure',
    // `--trace on` records what was seen and done; on two cores it would double the time.
    trace: 'off',
    // Nothing waits for a sheet to have risen.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
  ...(tasksOnly ? { grep: /@task\b/ } : {}),
  projects: [
    {
      name: 'desktop',
      testIgnore: [...onThePhone, ...longOnes, ...ofTasksAlone],
      grepInvert: [/@only-phone/, ...ofTheOther(/@phone-size/), ...beforeRelease],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // Of the tasks only those that the desktop leaves out.
      ...(tasksOnly ? { grep: onlyHere } : {}),
      testIgnore: [...ofTheConsole, ...onTheDesktop, 'every-text.journey.ts', ...ofTasksAlone],
      grepInvert: [/@only-desktop/, ...ofTheOther(/@one-size/), ...beforeRelease],
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 1,
        userAgent:
          'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
      },
    },
  ],
})
