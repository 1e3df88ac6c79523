import { expect, test } from 'vitest'
import { confinementOf } from './confinement.ts'

const lacking = (platform: NodeJS.Platform, userId: number | null) =>
  confinementOf({ platform, userId }).lacks.join('\n')

test('I12.6: the doctor lists the missing isolation of the drawing process on this machine', () => {
  expect(lacking('linux', 0)).not.toMatch(/data folder|memory/)
  expect(lacking('linux', 1_000)).toMatch(/user \(1000\).*data folder/)
  expect(lacking('darwin', 501)).toMatch(/user \(501\)[\s\S]*memory cannot be measured/)
  expect(lacking('win32', null)).toMatch(/cannot prevent that/)
})
