import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { apaCitation, bibtexEntry, type CitedDataset, risRecord } from '#portal-page/use/citation.ts';
import { mailAddress } from '#portal-page/use/share.ts';

const words = { dataset: 'Data set', undated: 'n.d.' };
const trees: CitedDataset = {
  datasetId: 'street-trees',
  title: 'Street trees',
  publisher: 'City of Marlhaven',
  modifiedAt: '2026-11-23T10:00:00+00:00',
  address: 'https://data.example/data/datasets/street-trees',
};

test('a dataset is cited in the style of the APA, in BibTeX and in RIS', () => {
  expect(apaCitation(trees, words)).toBe(
    'City of Marlhaven. (2026). Street trees (2026-11-23) [Data set]. https://data.example/data/datasets/street-trees',
  );
  expect(bibtexEntry({ ...trees, creator: 'Parks Office' })).toBe(`@misc{street-trees-2026,
  author = {{Parks Office}},
  title = {{Street trees}},
  year = {2026},
  version = {2026-11-23},
  publisher = {{City of Marlhaven}},
  url = {https://data.example/data/datasets/street-trees},
  note = {Data set}
}
`);
  expect(risRecord(trees).split('\r\n')).toEqual([
    ...['TY  - DATA', 'AU  - City of Marlhaven', 'TI  - Street trees', 'PY  - 2026', 'DA  - 2026/11/23/'],
    ...['UR  - https://data.example/data/datasets/street-trees', 'ER  - ', ''],
  ]);
});

test('BibTeX and RIS say in which portal a dataset is', () => {
  const cited = { ...trees, portal: 'Open {Marlhaven}' };
  expect(bibtexEntry(cited)).toContain(
    String.raw`  howpublished = {{Open \textbraceleft{}Marlhaven\textbraceright{}}},` + '\n',
  );
  expect(risRecord(cited)).toContain('DP  - Open {Marlhaven}\r\n');
});

test.each([
  ['nothing but a title', { publisher: null, modifiedAt: null }, 'Street trees [Data set]. (n.d.).'],
  [
    'a creator',
    { creator: 'Parks Office' },
    'Parks Office. (2026). Street trees (2026-11-23) [Data set]. City of Marlhaven.',
  ],
  [
    'a creator who publishes',
    { creator: 'City of Marlhaven' },
    'City of Marlhaven. (2026). Street trees (2026-11-23) [Data set].',
  ],
  [
    'a portal with a name',
    { portal: 'Open Marlhaven' },
    'City of Marlhaven. (2026). Street trees (2026-11-23) [Data set]. Open Marlhaven.',
  ],
  [
    'a publisher other than the creator in a portal',
    { creator: 'Parks Office', portal: 'Open Marlhaven' },
    'Parks Office. (2026). Street trees (2026-11-23) [Data set]. City of Marlhaven.',
  ],
  [
    'a portal that publishes by its own name',
    { portal: 'City of Marlhaven' },
    'City of Marlhaven. (2026). Street trees (2026-11-23) [Data set].',
  ],
  [
    'an author with a full stop',
    { publisher: 'Trees Inc.' },
    'Trees Inc. (2026). Street trees (2026-11-23) [Data set].',
  ],
  [
    'a title on several lines',
    { title: ' Trees\n\tof\u2028the \u202ecity ' },
    'City of Marlhaven. (2026). Trees of the city (2026-11-23) [Data set].',
  ],
  ['no title', { title: ' ' }, 'City of Marlhaven. (2026). street-trees (2026-11-23) [Data set].'],
])('a citation of %s', (_name, change, expected) => {
  expect(apaCitation({ ...trees, ...change }, words)).toBe(`${expected} ${trees.address}`);
});

test.each([
  ['50 % of #1 & $2_x', String.raw`50 \% of \#1 \& \$2\_x`],
  [
    '{a}} \\input{x}',
    String.raw`\textbraceleft{}a\textbraceright{}\textbraceright{} \textbackslash{}input\textbraceleft{}x\textbraceright{}`,
  ],
  ['~a^b "c" @d, e = f', String.raw`\textasciitilde{}a\textasciicircum{}b "c" @d, e = f`],
  ['Élévation 数', 'Élévation 数'],
])('the title %s in BibTeX', (title, expected) => {
  expect(bibtexEntry({ ...trees, title })).toContain(`  title = {{${expected}}},\n`);
});

/** The fields of an entry, as BibTeX finds their ends: by the balance of braces alone. */
function fieldsOf(entry: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let rest = entry.slice(entry.indexOf(',')); ;) {
    const [whole = '', name = ''] = /^,\s*(\w+) = (?=\{)/.exec(rest) ?? [];
    if (name === '') {
      expect(rest).toBe('\n}\n');
      return fields;
    }
    let [end, depth] = [whole.length, 0];
    do depth += rest[end] === '{' ? 1 : rest[end] === '}' ? -1 : 0;
    while ((end += 1) && depth > 0 && end < rest.length);
    fields[name] = rest.slice(whole.length + 1, end - 1);
    rest = rest.slice(end);
  }
}

test('no title or name ends its field, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (title, publisher) => {
      const cited = { ...trees, datasetId: title, title, publisher };
      expect(fieldsOf(bibtexEntry(cited))).toMatchObject({ year: '2026', url: trees.address, note: 'Data set' });
      expect(bibtexEntry(cited)).toMatch(/^@misc\{[A-Za-z0-9-]+,\n/);
      const ris = risRecord(cited).split('\r\n');
      expect(ris.slice(0, -1).every((line) => /^[A-Z]{2} {2}- [^\r\n]*$/.test(line))).toBe(true);
      expect(ris.filter((line) => line.startsWith('ER'))).toEqual(['ER  - ']);
      expect(apaCitation(cited, words)).not.toMatch(/[\r\n]/);
    }),
    { examples: [['\r\nER  - \r\nTY  - BOOK', '}}\n@comment{']] },
  );
});

test('a mail has the title as its subject and the address as its text, and nothing else', () => {
  const address = 'https://data.example/datasets/a?where=x%26y&search=%22';
  const mail = new URL(mailAddress('Trees & more\r\nBcc: x@y.z', address));
  expect([...mail.searchParams]).toEqual([
    ['subject', 'Trees & more Bcc: x@y.z'],
    ['body', address],
  ]);
});
