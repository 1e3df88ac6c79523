const split = (texts: string): string[] => texts.split(' ')

/** Texts that look like numbers to a careless reader. */
const numberTexts = [
  ...split('0 -0 +1 1 -1 00 01 1. .5 5. --1 1- 1,5 1.2.3 1_000 1e1 1e21 1E400 1e-7 1e-400 0x10 0b1 0o7 0x'),
  ...split('NaN Infinity -Infinity １２ ٣ 一 ½ ∞ 0.1 0.000001 0.0000001 0.000000000001 0.30000000000000004'),
  ...split('999999999999999999 9223372036854775807 9223372036854775808 -9223372036854775809 1000000000000'),
  ...split('18446744073709551616 1.7976931348623157e308 4294967295 4294967296 2147483648 -2147483649'),
  ...['1 000', ' 1', '1 ', '9007199254740993', '9'.repeat(39), '9'.repeat(400), `0.${'0'.repeat(400)}1`],
]

const ids = [
  ...split('00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ...split('01890000-0000-7000-8000-00000000000 01890000-0000-7000-8000-00000000000g'),
  ...split('{01890000-0000-7000-8000-000000000000} 01890000000070008000000000000000'),
  ...['urn:uuid:01890000-0000-7000-8000-000000000000', '01890000-0000-7000-8000-000000000000 '],
]

/** Characters that stop, reverse, hide or grow text, or cannot be stored. */
const characters = [
  ...split('\0 a\0b \u0001 \u0007 \b \t \n \r\n \u000b \u000c \u001b[31m \u007f \u0080 \u0085 \u00a0 \u00ad'),
  ...split(
    '\u061c \u180e \u200b \u200d \u200e \u200f \u2028 \u2029 \u202a \u202e \u2066 \u2069 \ufeff \ufff9',
  ),
  ...split('\ufffd \ufffe \uffff \ud800 \udfff a\ud800b \udc00\ud800 \u{10ffff} \u{1f3f4}\u{e0067}'),
  ...split('é e\u0301 İ ı ß ẞ ﬁ \u212b \u00c5 \u2126 ǅ ﷺ ﷽ 한국어 日本語 العربية עברית 中文 ไทย 🙂 👨‍👩‍👧‍👦'),
  ...split('Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L ａｄｍｉｎ аdmin admin\u200b ADMIN'),
  ...['', ' ', 'admin ', ' admin', 'a'.repeat(41), '🙂'.repeat(50), '\u0301'.repeat(500)],
]

/** Texts that mean something to a language that they might be pasted into. */
const pasted = [
  ...split(`' " \` '' \\' \\ admin'/* % _ %%% $1 $$ :id {{7*7}} \u0024{7*7} #{7*7} {0} %s%s%n <!-- ]]>`),
  ...[
    "' OR 1=1 --",
    "1' OR '1'='1",
    "'; DROP TABLE accounts_users; --",
    '" OR ""="',
    '1; SELECT pg_sleep(5)',
  ],
  ...["' UNION SELECT null --", '<%= 7*7 %>', '; id', '| id', '&& id', '\r\nX-Odd: 1', '\nSet-Cookie: a=b'],
  ...split('../../etc/passwd ..\\..\\windows /etc/passwd file:///etc/passwd C:\\con con . .. / // %2e%2e%2f'),
  ...split(
    '%00 %zz %c0%ae ?x=1 #x a&b=c $(id) `id` =1+1 @SUM(1) +1+1 -1+1 javascript:alert(1) data:text/html,x',
  ),
  ...['a@b.example\nBcc: c@d.example', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
  ...split('http://127.0.0.1:1/ http://[::1]/ //evil.example https://evil.example/.. [ ( * \\p{ (a+)+$'),
  ...['<?xml version="1.0"?>', '^(([a-z])+.)+[A-Z]([a-z])+$', '[object Object]', '"x"', 'a,b;c', 'a:b'],
  ...split('__proto__ constructor prototype toString hasOwnProperty null undefined true false NULL None nil'),
  ...['{"a":1}', '[1,2]', ...[64, 65, 255, 256, 4_001, 100_000].map((length) => 'k'.repeat(length))],
]

const times = [
  ...split(
    '2026-01-01 2026-02-30 2026-13-01 0000-00-00 9999-12-31 10000-01-01 -000001-01-01 yesterday 24:00',
  ),
  ...split('2026-01-01T00:00:00Z 2026-01-01T00:00:00 2026-01-01T25:00:00Z 2026-01-01T00:00:60Z latest'),
  ...split('2026-01-01T00:00:00+99:00 1970-01-01T00:00:00Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999Z'),
  ...split(
    '2016-12-31T23:59:60Z 2026-03-29T02:30:00+01:00 1767225600 1767225600000 2026-W01 20260101 01/02/2026',
  ),
]

const numbers = [
  ...[0, -0, 1, -1, 2, 7, 0.1, 0.5, -0.5, 1.5, 1e-7, 1e-320, 1e21, 1e308, -1e308, 255, 256, 365, 366, 1_000],
  ...[65_536, 86_400, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 9_007_199_254_740_991],
  ...[9_007_199_254_740_992, 1_767_225_600_000],
]

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const otherTypes: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [{}], [null], [''], ['x'], ['x', 'x'], [1, 2, 3]],
  ...[{ a: 1 }, { '': '' }, { toString: 'x' }, { length: -1 }, { $gt: '' }, { id: null }],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), { constructor: { prototype: { admin: true } } }],
  ...[{ '\0': 1 }, { '\ud800': 'x' }, { a: '\ud800' }, { a: '\0' }, nested(8), nested(40), nested(4_000)],
  Array.from({ length: 101 }, () => 'x'),
  Array.from({ length: 5_000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
]

/** Values that a careful server handles in any field. */
export const oddValues: readonly unknown[] = [
  ...numberTexts,
  ...ids,
  ...characters,
  ...pasted,
  ...times,
  ...numbers,
  ...otherTypes,
]
