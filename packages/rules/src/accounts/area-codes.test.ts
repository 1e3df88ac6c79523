import { expect, it } from 'vitest'
import { areaCodes, isAreaCode } from './area-codes.ts'

it('specification §3: thirty area codes are on offer, each with its country', () => {
  const listed = areaCodes.map(([code, country]) => `${country}${code}`)
  expect(listed).toHaveLength(30)
  expect(listed.join(' ')).toBe(
    'CN+86 HK+852 MO+853 TW+886 JP+81 KR+82 SG+65 MY+60 TH+66 VN+84 ID+62 PH+63 IN+91 AE+971 SA+966 QA+974 TR+90 US+1 ' +
      'MX+52 BR+55 GB+44 FR+33 DE+49 IT+39 ES+34 NL+31 CH+41 AT+43 AU+61 ZA+27',
  )
})

it.each([
  ['+86', true],
  ['+27', true],
  ['+1', true],
  ['+12', false],
  ['86', false],
  ['', false],
  ['+380', false],
])('%s is an area code on offer: %s', (text, offered) => {
  expect(isAreaCode(text)).toBe(offered)
})
