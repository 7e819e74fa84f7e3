import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { commandLineOf, filesOf, folderOf } from './portal-folder.ts';

const [first, second] = [await testApp(), await testApp()];
const [atFirst, atSecond] = [await commandLineOf(first), await commandLineOf(second)];

test('a page and a form whose drafts are ahead are moved with both states, also archived, and without one stay published as they were', async () => {
  const only = ['--only', 'pages/about,pages/welcome,forms/report'];
  const form = (label: string) => `sections: [{ blocks: [{ fieldId: q, type: text, label: ${label}, text: {} }] }]\n`;
  const folder = await folderOf({
    'catalograph.yaml': 'format: 1\n',
    'pages/about.yaml':
      'kind: studio\nslug: about\nisArchived: true\npublication: earlier\ntitle: About, soon\ncontent: {}\npublished: { title: About, content: { blocks: { a: { text: Hello } } } }\n',
    'pages/welcome.yaml':
      'kind: code\nslug: welcome\npublication: earlier\ntranslations: [{ language: en, title: Soon }]\npublished: { translations: [{ language: en, title: Welcome, html: <p>Hi</p> }] }\n',
    'forms/report.yaml': `slug: report\npublication: earlier\ntitle: Later\naccessType: open\nending: { message: Bye }\n${form('Later')}published:\n  title: Report\n  ${form('Where')}`,
  });
  for (const line of [atFirst, atSecond]) {
    expect(await line(['apply', folder, ...only])).toMatchObject({ code: 0, err: '' });
    expect(await line(['plan', folder, ...only])).toMatchObject({ code: 0 });
  }
  const [one, other] = [await folderOf(), await folderOf()];
  await atFirst(['export', one, ...only]);
  await atSecond(['export', other, ...only]);
  const files = await filesOf(one);
  expect(await filesOf(other)).toEqual(files);
  expect(files['pages/about.yaml']).toMatch(
    /publication: earlier\nisRestricted: false\nisArchived: true[^]*published:/,
  );
  const visible =
    '{ codeEditorPage(slug: "welcome") { translations { title } } form(slug: "report") { title } studioPage(slug: "about") { title } }';
  const seen = {
    codeEditorPage: { translations: [{ title: 'Welcome' }] },
    form: { title: 'Report' },
    studioPage: null,
  };
  expect(await second.unauthenticated.data(visible)).toEqual(seen);

  await writeFile(
    join(folder, 'pages/welcome.yaml'),
    'kind: code\nslug: welcome\npublication: earlier\ntranslations: [{ language: en, title: Later }]\n',
  );
  expect(await atFirst(['apply', folder, ...only])).toMatchObject({ code: 0 });
  expect(await atFirst(['plan', folder, ...only])).toMatchObject({ code: 0 });
  expect(await first.unauthenticated.data(visible)).toEqual(seen);
});
