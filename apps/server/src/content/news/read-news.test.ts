import { expect, test } from 'vitest'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import type { FeedFailure } from './feed-reading.ts'
import { newsSteps } from './read-news.ts'

const url = 'https://news.example/feeds/all.xml'
const read = (text: string) => inTurns(newsSteps(text, url))
const reasonOf = (text: string) =>
  read(text).then(
    () => 'read',
    (failure: FeedFailure) => failure.reason,
  )
const rss = (items: string, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}<rss version="2.0"><channel><title>All</title><link>https://news.example</link>${items}</channel></rss>`

test('I15.12: RSS 2.0 is read as text, the newest first', async () => {
  const { entries, leftOut } = await read(
    rss(`
    <item><title>Older</title><link>https://news.example/1</link><guid isPermaLink="false">a1</guid>
      <pubDate>Fri, 27 Nov 2026 08:00:00 GMT</pubDate><description>First &amp;amp; last</description></item>
    <item><title><![CDATA[Rates <b>held</b> at 4 %]]></title><link>/2?a=1&amp;b=2</link><guid>https://news.example/2</guid>
      <pubDate>Sat, 28 Nov 2026 10:30:00 -0500</pubDate>
      <description><![CDATA[<p>The bank <a href="javascript:alert(1)">kept</a> its rate.</p><script>alert(1)</script><img src=x onerror=alert(1)>]]></description></item>
    <item><link>https://news.example/3</link></item>`),
  )
  expect(entries).toMatchObject([
    {
      title: 'Rates held at 4 %',
      summary: 'The bank kept its rate.',
      url: 'https://news.example/2?a=1&b=2',
      at: Date.parse('2026-11-28T15:30:00Z'),
    },
    { title: 'Older', summary: 'First & last', url: 'https://news.example/1' },
  ])
  // Without a title and a description there is nothing to show.
  expect(leftOut).toBe(1)
})

test('I15.12: Atom and RSS 1.0 are read', async () => {
  const atom = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry>
    <id>urn:1</id><title>5 &lt; 6</title><link rel="self" href="https://news.example/self"/><link href="page"/>
    <published>2026-11-28T10:00:00+01:00</published><updated>2026-11-29T10:00:00Z</updated>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>two</p></div></content></entry>
    <entry><id>urn:2</id><title type="html">&lt;i&gt;Italic&lt;/i&gt;</title><updated>2026-11-27T10:00:00Z</updated></entry></feed>`)
  expect(atom.entries).toMatchObject([
    {
      title: '5 < 6',
      summary: 'One two',
      url: 'https://news.example/feeds/page',
      at: Date.parse('2026-11-28T09:00:00Z'),
    },
    { title: 'Italic', summary: null, url: null },
  ])
  const rdf =
    await read(`<rdf:RDF><channel><title>B</title></channel><item><title>T</title><link>https://news.example/t</link>
    <dc:date>2026-11-28T00:00:00Z</dc:date></item></rdf:RDF>`)
  expect(rdf.entries).toMatchObject([{ title: 'T', at: Date.parse('2026-11-28') }])
})

test('I15.12: an item is the same by its guid, else its link, and comes once', async () => {
  const item = (inner: string) => rss(`<item><title>T</title>${inner}</item>`)
  const keyOf = async (inner: string) => (await read(item(inner))).entries[0]?.key
  expect(await keyOf('<guid>g</guid><link>https://a.example/</link>')).toBe(
    await keyOf(
      '<guid> g </guid><link>https://b.example/</link><pubDate>Fri, 27 Nov 2026 08:00:00 GMT</pubDate>',
    ),
  )
  expect(await keyOf('<link>https://a.example/</link>')).not.toBe(
    await keyOf('<link>https://b.example/</link>'),
  )
  const twice = rss(
    '<item><guid>g</guid><title>One</title></item><item><guid>g</guid><title>Two</title></item>',
  )
  expect((await read(twice)).entries.map(({ title }) => title)).toEqual(['One'])
})

test('I15.12: only links to pages of the web are shown', async () => {
  const linkOf = async (link: string) =>
    (await read(rss(`<item><title>T</title><link>${link}</link></item>`))).entries[0]?.url
  expect(await linkOf('https://news.example/a')).toBe('https://news.example/a')
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://user:pw@news.example/',
    '',
  ])
    expect(await linkOf(link), link).toBeNull()
})

test('I15.12: a document type is refused, so no entity is ever defined, expanded or fetched', async () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]>`
  expect(await reasonOf(rss('<item><title>&lol2;</title></item>', laughs))).toBe('doctype')
  const file = `<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>`
  expect(await reasonOf(rss('<item><title>&xxe;</title></item>', file))).toBe('doctype')
  expect(await reasonOf(`<!doctype html><html><body>Not found</body></html>`)).toBe('doctype')
  // An entity nobody defined is text.
  const { entries } = await read(rss('<item><title>&xxe; &#169;</title></item>'))
  expect(entries[0]?.title).toBe('&xxe; ©')
})

test('I15.12: what is no feed, or nests too deep, is refused; a feed without items is read', async () => {
  expect(await reasonOf('')).toBe('format')
  expect(await reasonOf('{"version":"https://jsonfeed.org/version/1"}')).toBe('format')
  expect(await reasonOf('<html><body/></html>')).toBe('format')
  expect(await reasonOf('BEGIN:VCALENDAR')).toBe('format')
  expect(await reasonOf(rss(`<item>${'<a>'.repeat(100_000)}</item>`))).toBe('format')
  expect((await read(rss(''))).entries).toEqual([])
})

test('I15.12: long texts, control signs and signs of direction are cut', async () => {
  const { entries } = await read(
    rss(
      `<item><title>${'x'.repeat(1_000)}</title><description>a&#x202e;b&#7;c&#x2066;d&#xd800;e</description></item>`,
    ),
  )
  expect(entries[0]?.title).toBe(`${'x'.repeat(199)}…`)
  expect(entries[0]?.summary).toBe('ab cd�e')
})

test('I15.12: of a feed at most 200 items are read, the newest', async () => {
  const items = Array.from(
    { length: 300 },
    (_, day) =>
      `<item><guid>${day}</guid><title>T ${day}</title><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate></item>`,
  )
  const { entries } = await read(rss(items.join('')))
  expect(entries).toHaveLength(200)
  expect(entries[0]?.title).toBe('T 299')
})

test('ADR-242: a megabyte made to be slow is read in steps', async () => {
  const hostile = [
    rss(`<item><title>${'&lt;b&gt;'.repeat(100_000)}</title></item>`),
    rss('<item><title>x</title><description>&lt;p&gt;y</description></item>'.repeat(14_000)),
    rss(`<item ${'a="b" '.repeat(160_000)}><title>x</title></item>`),
  ]
  for (const text of hostile) expect(await reasonOf(text)).toBe('read')
})
