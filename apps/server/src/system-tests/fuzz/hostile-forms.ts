import type { Chance } from '../../simulator/surroundings/chance.ts'

const fileNames = [
  'photo.jpg',
  'a.svg',
  'a.html',
  '../../etc/passwd',
  '..\\..\\a.jpg',
  '/etc/passwd',
  'C:\\con',
  'a.jpg%00.php',
  '.htaccess',
  'a"; x="y.jpg',
  'a\r\nX-Odd: 1.jpg',
  `${'n'.repeat(3_000)}.jpg`,
  '',
  '🙂.jpg',
  '\u202egpj.exe',
  'COM1',
]
const fileTypes = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'text/html',
  'application/x-php',
  'application/octet-stream',
  'multipart/mixed; boundary=x',
  '',
  'x'.repeat(500),
]

/** A body: what is odd about it, its content type and its bytes. */
type Form = [name: string, contentType: string, body: Buffer]

interface FormContents {
  readonly file: Buffer
  readonly purpose: string
  /** The parts as a browser would send them. */
  readonly picturePart: Buffer
  readonly purposePart: Buffer
}

const boundary = 'candor-boundary'
const formType = `multipart/form-data; boundary=${boundary}`
const end = Buffer.from(`--${boundary}--\r\n`)

const part = (head: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])

const fields = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, at) => part(`Content-Disposition: form-data; name="f${at}"`, 'x'))

/** Builds the multipart body around a file: mostly one that can be read, with an odd name, type or purpose. */
export function formOf(file: Buffer, purpose: string, chance: Chance): Form {
  const fileName = chance.happens(0.5) ? 'photo.jpg' : chance.pick(fileNames)
  const fileType = chance.happens(0.5) ? 'image/jpeg' : chance.pick(fileTypes)
  const picturePart = part(
    `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${fileType}`,
    file,
  )
  const purposePart = part('Content-Disposition: form-data; name="purpose"', purpose)
  if (chance.happens(0.8)) return ['a form', formType, Buffer.concat([picturePart, purposePart, end])]
  const parts = { file, purpose, picturePart, purposePart }
  return chance.pick([...formsOfOddTypes(parts), ...formsOfOddParts(parts)])
}

/** Bodies whose content type or boundary does not fit them. */
function formsOfOddTypes({ file, purpose, picturePart, purposePart }: FormContents): Form[] {
  const whole = Buffer.concat([picturePart, purposePart, end])
  const json = JSON.stringify({ file: file.toString('base64').slice(0, 5_000), purpose })
  return [
    ['no end', formType, Buffer.concat([picturePart, purposePart])],
    ['another boundary', 'multipart/form-data; boundary=other', whole],
    ['no boundary', 'multipart/form-data', whole],
    [
      'a long boundary',
      `multipart/form-data; boundary=${'b'.repeat(4_000)}`,
      Buffer.concat([picturePart, end]),
    ],
    ['the file alone', 'image/jpeg', file],
    ['no type', '', file],
    ['json', 'application/json', Buffer.from(json)],
  ]
}

/** Bodies of the right type whose parts are too many, too few or malformed. */
function formsOfOddParts({ file, purpose, picturePart, purposePart }: FormContents): Form[] {
  const textFile = part('Content-Disposition: form-data; name="file"', file)
  const purposeFile = part('Content-Disposition: form-data; name="purpose"; filename="p"', purpose)
  const prototype = part('Content-Disposition: form-data; name="__proto__"', '{}')
  const nameless = part('Content-Disposition: form-data', 'x')
  const forms: Readonly<Record<string, readonly Buffer[]>> = {
    'two files': [picturePart, picturePart, purposePart, end],
    'no file': [purposePart, end],
    'the file as a text': [textFile, purposePart, end],
    'the purpose as a file': [picturePart, purposeFile, end],
    'fields by the thousand': [...fields(4_000), picturePart, purposePart, end],
    'a field named __proto__': [prototype, picturePart, purposePart, end],
    'a part without a name': [nameless, picturePart, purposePart, end],
    'a part without a head': [Buffer.from(`--${boundary}\r\n\r\nx\r\n`), picturePart, end],
    'a long head': [part(`X-Odd: ${'h'.repeat(100_000)}`, 'x'), picturePart, end],
    nothing: [],
  }
  return Object.entries(forms).map(([name, parts]): Form => [name, formType, Buffer.concat(parts)])
}
