import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

test('ADR-111: what authors usually write becomes the elements for it', () => {
  expect(renderMarkdown('# A\n\nOne *two* **three** `four`\n\n- a\n- b\n\n3. c')).toBe(
    '<h2>A</h2><p>One <em>two</em> <strong>three</strong> <code>four</code></p><ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>',
  )
  expect(renderMarkdown('|a|b|\n|-|-|\n|c|d|')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
  )
})

test('a place for the operator’s own facts is marked', () => {
  expect(renderMarkdown('By [[operator: name]].')).toBe('<p>By <mark>operator: name</mark>.</p>')
})

test('links go to pages of ours, to https and to mail, and nowhere else; pictures come from here', () => {
  expect(renderMarkdown('[a](#/market)')).toBe('<p><a href="#/market">a</a></p>')
  expect(renderMarkdown('[a](https://example.org/x?a=1&b=2)')).toBe(
    '<p><a href="https://example.org/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
  )
  expect(renderMarkdown('[a](javascript:alert(1)) [b](//evil.example) [c](data:text/html,x)')).toBe(
    '<p>a b c</p>',
  )
  expect(renderMarkdown('![a](/files/x.png)')).toBe('<p><img src="/files/x.png" alt="a" loading="lazy"></p>')
  expect(renderMarkdown('![a](//evil.example/x.png) ![b](https://evil.example/x.png)')).toBe('<p>a b</p>')
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<style>@import "//evil.example"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<object data="javascript:alert(1)"></object>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<x onclick=alert(1)>x</x>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](https://a.example/"onmouseover="alert(1))',
  "[x](https://a.example/'onmouseover='alert(1))",
  '[x](<https://a.example/><img src=x onerror=alert(1)>)',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](x"onerror="alert(1))',
  '![x"onerror="alert(1)](/a.png)',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '<https://a.example/?"onclick=alert(1)>',
  '`<img src=x onerror=alert(1)>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '|<img src=x onerror=alert(1)>|\n|-|\n|<script>alert(1)</script>|',
  '# <img src=x onerror=alert(1)>',
  '- <img src=x onerror=alert(1)>',
  '> <script>alert(1)</script>',
  '[[<img src=x onerror=alert(1)>]]',
  '[[x]](javascript:alert(1))',
  '**<b onclick=alert(1)>x</b>**',
  '\\<img src=x onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '- [x] <img src=x onerror=alert(1)>',
]
const listed =
  /<\/?(?:p|h[2-4]|blockquote|ul|li|pre|code|hr|strong|em|del|br|mark|table|thead|tbody|tr|th|td)>|<ol(?: start="\d+")?>|<\/ol>|<a href="#\/[^"<>]*">|<a href="(?:https:\/\/|mailto:)[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">|<\/a>|<img src="\/[^"<>]*" alt="[^"<>]*" loading="lazy">/g

test.each(payloads)('ADR-111: nothing but listed elements comes out of %s', (payload) => {
  for (const markdown of [payload, `text ${payload}`, `- ${payload}\n\n1. ${payload}`])
    expect(renderMarkdown(markdown).replace(listed, '')).not.toMatch(/[<>"]/)
})
