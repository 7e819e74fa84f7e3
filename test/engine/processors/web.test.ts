import { describe, expect, test } from '@jest/globals';
import type { DataRecord } from '#engine/records/record.ts';
import { faultsWith, treat } from './apply-processor.ts';

/** Work of quadratic or exponential time would not end before the timeout of the test. */
const endsSoon = (work: () => unknown): void => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
};

describe('decode_html_entities', () => {
  test.each([
    ['Caf&eacute; &#233; &#xE9;', 'Café é é'],
    ['&amp;lt;', '&lt;'],
    ['a & b &bogus; &', 'a & b &bogus; &'],
    ['&#128512;', '😀'],
    ['&nbsp;', '\u00A0'],
  ])('decode_html_entities: %s', (text, expected) => {
    expect(treat('decode_html_entities', { field: 'a' }, { a: text, b: '&lt;' }).result).toEqual({
      a: expected,
      b: '&lt;',
    });
  });

  test('decode_html_entities decodes all fields and lists; numbers stay', () => {
    expect(
      treat('decode_html_entities', { all_fields: true }, { a: ['&lt;', 5], b: '&gt;', c: 7, d: null }).result,
    ).toEqual({ a: ['<', 5], b: '>', c: 7, d: null });
    expect(faultsWith('decode_html_entities', {})).toEqual(['field']);
  });

  test.each(['&', '&a', '&#', '&#x9999999999;'])('a megabyte of %s takes no time', (text) => {
    endsSoon(() => treat('decode_html_entities', { field: 'a' }, { a: text.repeat(1_000_000 / text.length) }));
  });
});

describe('extract_url', () => {
  const urlsIn = (a: DataRecord[string]) => treat('extract_url', { field: 'a', output_field: 'b' }, { a }).result;

  test.each([
    ['See http://x.org/é, and HTTPS://y.org.', 'http://x.org/é HTTPS://y.org'],
    ['<a href="https://y.org/?a=1&amp;b=2&copy=3">z</a>', 'https://y.org/?a=1&b=2&copy=3'],
    ['(https://en.wikipedia.org/wiki/A_(b))', 'https://en.wikipedia.org/wiki/A_(b)'],
    ['ftp://x.org javascript:alert(1) http:// https://[::1', null],
    ['none', null],
    ['', null],
    [null, null],
    [5, null],
    [['http://a.org', 'x', 'http://b.org'], 'http://a.org http://b.org'],
  ])('extract_url %j gives %j', (value, expected) => {
    expect(urlsIn(value)).toEqual({ a: value, b: expected });
  });

  test.each(['http://', 'http://a)', ')', 'http://a&amp;'])('a megabyte of %s takes no time', (text) => {
    endsSoon(() => urlsIn(`http://${text.repeat(900_000 / text.length)}`));
  });
});

describe('normalize_url', () => {
  test.each([
    [' Example.org ', 'http://example.org'],
    ['HTTP://EXAMPLE.org:80/a/../b?b=2&a=1&utm_source=x#c', 'http://example.org/b?b=2&a=1&utm_source=x#c'],
    ['www.x.org/', 'http://www.x.org/'],
    ['//x.org', 'http://x.org'],
    ['é.fr/ü', 'http://xn--9ca.fr/%C3%BC'],
    ['ftp://u:p@h/x', 'ftp://u:p@h/x'],
    ['', ''],
    [null, null],
  ])('%j becomes %j, once and for all', (value, expected) => {
    const made = treat('normalize_url', { field: 'a' }, { a: value });
    expect(made).toEqual({ result: { a: expected }, problems: [] });
    expect(treat('normalize_url', { field: 'a' }, made.result as DataRecord)).toEqual(made);
  });

  test.each(['not a url', 'http://', 'http://[::1', 'x'.repeat(10_001)])('%s stays, and is reported', (value) => {
    expect(treat('normalize_url', { field: 'a' }, { a: value })).toEqual({
      result: { a: value },
      problems: [{ field: 'a', message: expect.stringContaining('not a URL') }],
    });
  });
});

describe('extract_html', () => {
  const extract = (a: DataRecord[string], params: Record<string, string> = {}) =>
    (treat('extract_html', { field: 'a', output_field: 'b', ...params }, { a }).result as DataRecord)['b'];
  const list = '<ul class=tags><li><a href="/1?x&amp;y">Écrit</a><li><a href=2>deux</a></ul>';

  test.each([
    ['<p>Héllo <b>wor</b>ld</p><p>2</p><script>x</script>&amp;<br>z', 'Héllo world 2 & z'],
    ['a < b', 'a < b'],
    ['<p></p>', null],
    ['', null],
    [null, null],
    ['<!-- x --><![CDATA[y]]><style>p{}</style>t', 't'],
    [
      ['<i>1</i>', '<i>2</i>'],
      ['1', '2'],
    ],
    [5, '5'],
    ['<p>unclosed <b', 'unclosed'],
  ])('keeps the text of %j', (html, expected) => {
    expect(extract(html)).toEqual(expected);
  });

  test('takes the text or an attribute of the elements that a selector chooses', () => {
    expect(extract(list, { selector: '.tags a' })).toEqual(['Écrit', 'deux']);
    expect(extract(list, { selector: 'li:first-child > a', attribute: 'HREF' })).toBe('/1?x&y');
    expect(extract(list, { selector: 'a:contains("deux")' })).toBe('deux');
    expect(extract(list, { selector: 'b' })).toBeNull();
    expect(extract(['<b>1</b>', '<b>2</b><b>3</b>'], { selector: 'b' })).toEqual(['1', '2', '3']);
    expect(extract('<a constructor>x</a><a>y</a>', { selector: '[constructor]' })).toBe('x');
    expect(extract('<a>x</a>', { selector: 'a', attribute: 'constructor' })).toBeNull();
    expect(treat('extract_html', { field: 'a' }, { a: '<b>x</b>' }).result).toEqual({ a: 'x' });
  });

  test.each(['a[', ':nope', '::before', 'a'.repeat(201)])('%s is no selector', (selector) => {
    expect(faultsWith('extract_html', { field: 'a', selector })).toEqual(['selector']);
  });

  test('an attribute is that of chosen elements', () => {
    expect(faultsWith('extract_html', { field: 'a', attribute: 'href' })).toEqual(['selector']);
  });

  test.each(['<div>', '<b></b>', '<a></b>', '<', '<a ', '<a x=1', '&', '<!--', '</p>', '<b>1', '<table><tr><td>'])(
    'a megabyte of %s is read, or refused, in no time',
    (html) => {
      endsSoon(() => extract(html.repeat(999_990 / html.length)));
    },
  );

  test.each([
    '*',
    'b ~ b ~ b',
    ':has(+ b)',
    ':nth-child(2n+1)',
    'b b b b b b b x',
    ':contains("2")',
    ':not(:has(b))',
    'b:nth-last-of-type(7)',
  ])('no selector takes long: %s', (selector) => {
    endsSoon(() => extract('<b>1</b>'.repeat(100_000), { selector }));
    endsSoon(() => extract('<b>1'.repeat(240), { selector }));
    endsSoon(() =>
      extract(
        Array.from({ length: 1_000 }, () => '<b>1</b>'.repeat(100)),
        { selector },
      ),
    );
  });

  test('what is too deep, or too long, or would become it, is refused', () => {
    for (const html of ['<div>'.repeat(300), 'x'.repeat(1_000_001)]) expect(() => extract(html)).toThrow(RangeError);
    expect(() => extract('<div>'.repeat(200) + 'x'.repeat(100_000), { selector: 'div' })).toThrow(RangeError);
  });
});
