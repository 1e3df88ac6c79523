import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: ['../scripts/build-server.mjs', './first-start.ts'],
  testMatch: '*.journey.ts',
  fullyParallel: false,
  // A journey waits half of its time; two cores are busy with three.
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
  projects: [
    {
      name: 'desktop',
      // Pages with one layout for both sizes are walked where there is least room; find-the-way opens every page at both.
      testIgnore: [
        'check-the-house.journey.ts',
        'frozen-customer.journey.ts',
        'keep-an-account-safe.journey.ts',
        'nft-charity.journey.ts',
        'nothing-funded.journey.ts',
        'pay-in.journey.ts',
      ],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // The console is for a desk: desktop and tablet (its README). Withdrawing and showing what is held are half of it. Books have no screen.
      testIgnore: [
        'run-the-console.journey.ts',
        'withdraw.journey.ts',
        'show-what-is-held.journey.ts',
        'books-add-up.journey.ts',
      ],
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        userAgent:
          'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
      },
    },
  ],
})
