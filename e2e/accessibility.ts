import type { Page } from '@playwright/test'
import axe, { type Result } from 'axe-core'

/**
 * What axe finds wrong on a page, by all of its rules. It is put into a document once and gives back the violations
 * alone: gathering what passed took most of its time.
 */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const violations = await page.evaluate<Result[]>(
    `window.axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}
