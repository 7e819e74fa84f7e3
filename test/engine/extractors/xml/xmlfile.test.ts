import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { maxRecordSize } from '#engine/extractors/batches.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { guessedRowsOf, rowsOf } from '../rows-of.ts';

const failure = (reason: RegExp) => ({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(reason) });
const catalog =
  '<?xml version="1.0"?><catalog><info v="1"/><books>' +
  '<book id="1"><title>A &amp; B</title><author>Ada</author><author>Bob</author><price currency="EUR">9.5</price><at><city>Bern</city></at></book>' +
  '<book id="2"><title><![CDATA[<C>]]></title><author>Cy</author><tag k="x">t</tag><tag k="y"/><empty/></book></books></catalog>';

describe('an XML file', () => {
  test('gives attributes and children by the way that leads to them, repeated ones as lists', async () => {
    const { rows, labels } = await rowsOf('xmlfile', catalog, { record_element: 'book' }, 7);
    expect(rows).toEqual([
      { id: '1', title: 'A & B', author: ['Ada', 'Bob'], price_currency: 'EUR', price: '9.5', at_city: 'Bern' },
      { id: '2', title: '<C>', author: 'Cy', tag: [{ k: 'x', value: 't' }, { k: 'y' }], empty: null },
    ]);
    expect(labels).toEqual(['id', 'title', 'author', 'price.currency', 'price', 'at.city', 'tag', 'empty']);
  });

  test('holds records at a path, at a name, or as children of the document element', async () => {
    for (const record_element of ['catalog/books/book', '/catalog/books/book', 'book'])
      expect((await rowsOf('xmlfile', catalog, { record_element })).rows).toHaveLength(2);
    expect((await rowsOf('xmlfile', catalog)).rows).toHaveLength(2);
    await expect(rowsOf('xmlfile', catalog, { record_element: 'books/book' })).rejects.toMatchObject(
      failure(/no element books\/book/),
    );
  });

  test('is guessed by the element that is repeated', async () => {
    expect(await guessParams('xmlfile', sampleOf(catalog, 'a.xml'))).toMatchObject({
      record_element: 'catalog/books/book',
    });
    expect(await guessParams('xmlfile', sampleOf('<list><item>a</item><item>b</item>', 'a.xml', true))).toMatchObject({
      record_element: 'list/item',
    });
    expect(await guessedRowsOf('xmlfile', '<list><item>a</item><item>b</item></list>', 'a.xml')).toEqual([
      { item: 'a' },
      { item: 'b' },
    ]);
    expect((await guessExtractors(sampleOf(catalog, 'download')))[0]).toMatchObject({ type: 'xmlfile' });
    await expect(guessExtractors(sampleOf('<!DOCTYPE html><html><body><p>x</body>', 'a'))).rejects.toThrow(
      /is an HTML page/,
    );
  });

  test.each(['utf-8', 'utf-16le', 'windows-1252'])('may be encoded in %s', async (encoding) => {
    const declared = encoding === 'windows-1252' ? ' encoding="windows-1252"' : '';
    const content = iconv.encode(`<?xml version="1.0"${declared}?><a><b>Zoë</b><b>Élodie</b></a>`, encoding, {
      addBOM: encoding !== 'windows-1252',
    });
    expect((await rowsOf('xmlfile', content, {}, 3)).rows).toEqual([{ b: 'Zoë' }, { b: 'Élodie' }]);
  });

  test('has no names that every object has', async () => {
    const { rows } = await rowsOf(
      'xmlfile',
      '<a><b constructor="1"><__proto__>2</__proto__><c><__proto__>x</__proto__></c><c __proto__="y"/></b></a>',
    );
    expect(JSON.stringify(rows)).toBe('[{"constructor_2":"1","proto":"2","c":[{"__proto__":"x"},{"__proto__":"y"}]}]');
  });
});

describe('a hostile XML file', () => {
  const lol = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l><x>&b;</x></l>';
  test.each([
    ['that is cut', '<a><b>1</b>', /not XML/],
    ['that is empty', '', /not XML/],
    ['that is no XML', 'a,b\n', /not XML/],
    ['nested without end', '<a>'.repeat(100_000), /more than 200 deep/],
    ['with entities of entities', lol, /undefined entity/],
    [
      'with an external entity',
      '<!DOCTYPE l [<!ENTITY e SYSTEM "file:///etc/passwd">]><l><x>&e;</x></l>',
      /undefined entity/,
    ],
    ['of an unknown encoding', '<?xml version="1.0" encoding="klingon"?><a/>', /klingon/],
  ])('%s fails with a reason', async (_what, content, reason) => {
    await expect(rowsOf('xmlfile', content)).rejects.toMatchObject(failure(reason));
  });

  test.each(['<a><b>', '<a><b c="', '<a><!--', '<!DOCTYPE a [', '<a><b><c>x</c>'])(
    'a hostile XML file with an endless %s fails',
    async (beginning) => {
      await expect(rowsOf('xmlfile', beginning + 'x'.repeat(maxRecordSize + 100_000))).rejects.toMatchObject(
        failure(/larger than/),
      );
    },
  );

  test('a hostile XML file with an endless record fails', async () => {
    await expect(rowsOf('xmlfile', `<a><b>${'<c/>'.repeat(300_000)}`)).rejects.toMatchObject(
      failure(/more than 200000 elements/),
    );
  });

  test('changed at random gives records or fails as unextractable', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 }),
        async (changes) => {
          const content = Buffer.from(catalog);
          for (const [offset, byte] of changes) content[offset % content.length] = byte;
          await rowsOf('xmlfile', content).catch((error: unknown) =>
            expect(error).toMatchObject({ code: 'EXTRACTION_FAILED' }),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a feed', () => {
  const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="d" xmlns:content="c" xmlns:georss="g" xmlns:media="m"><channel><title>T</title><link>http://x/</link>
    <item><title>One</title><link>http://x/1</link><description>&lt;p&gt;Hi&lt;/p&gt;</description><content:encoded><![CDATA[<b>all</b>]]></content:encoded><dc:creator>Ada</dc:creator>
      <category>a</category><category>b</category><pubDate>Wed, 02 Oct 2002 15:00:00 +0200</pubDate><guid isPermaLink="false">g1</guid><enclosure url="http://x/a.mp3" type="audio/mpeg" length="1"/>
      <media:thumbnail url="http://x/t.png"/><georss:point>46.5 7.25</georss:point></item>
    <item><title>Two</title><pubDate>some day</pubDate></item></channel></rss>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>One</title><link rel="self" href="http://x/s"/><link href="http://x/1"/><link rel="enclosure" href="http://x/a.mp3" type="audio/mpeg"/>
    <id>urn:1</id><updated>2026-01-15T12:00:00+01:00</updated><published>2026-01-14T00:00:00Z</published><author><name>Ada</name><email>a@x</email></author><category term="t" label="Topic"/><summary>Short</summary>
    <content type="xhtml"><div>Long <b>text</b></div></content></entry></feed>`;
  const nothing = {
    title: null,
    link: null,
    description: null,
    content: null,
    author: null,
    categories: null,
    published: null,
    updated: null,
    id: null,
    comments: null,
    enclosure: null,
    enclosure_type: null,
    image: null,
    geo_point: null,
  };

  test('a feed of RSS 2.0 and Atom has the same fields', async () => {
    expect((await rowsOf('feed', rss)).rows).toEqual([
      {
        ...nothing,
        title: 'One',
        link: 'http://x/1',
        description: '<p>Hi</p>',
        content: '<b>all</b>',
        author: 'Ada',
        categories: ['a', 'b'],
        published: '2002-10-02T13:00:00Z',
        id: 'g1',
        enclosure: 'http://x/a.mp3',
        enclosure_type: 'audio/mpeg',
        image: 'http://x/t.png',
        geo_point: { lat: 46.5, lon: 7.25 },
      },
      { ...nothing, title: 'Two', published: 'some day' },
    ]);
    expect((await rowsOf('feed', atom, {}, 5)).rows).toEqual([
      {
        ...nothing,
        title: 'One',
        link: 'http://x/1',
        description: 'Short',
        content: 'Long  text',
        author: 'Ada',
        categories: ['Topic'],
        published: '2026-01-14T00:00:00Z',
        updated: '2026-01-15T11:00:00Z',
        id: 'urn:1',
        enclosure: 'http://x/a.mp3',
        enclosure_type: 'audio/mpeg',
      },
    ]);
  });

  test('a feed of RSS 1.0 has its items beside the channel', async () => {
    const { rows } = await rowsOf(
      'feed',
      '<rdf:RDF xmlns:rdf="r"><channel/><item rdf:about="http://x/1"><title>One</title><dc:date>2026-01-15</dc:date></item></rdf:RDF>',
    );
    expect(rows).toEqual([{ ...nothing, title: 'One', id: 'http://x/1', published: '2026-01-15T00:00:00Z' }]);
  });

  test('not every XML file is a feed', async () => {
    await expect(rowsOf('feed', catalog)).rejects.toMatchObject(failure(/not a feed: it begins with catalog/));
  });

  test('comes first in a guess', async () => {
    for (const content of [rss, atom])
      expect((await guessExtractors(sampleOf(content, 'a.xml'))).map(({ type }) => type).slice(0, 2)).toEqual([
        'feed',
        'xmlfile',
      ]);
    expect((await guessExtractors(sampleOf(catalog, 'a.xml'))).map(({ type }) => type)).not.toContain('feed');
  });
});
