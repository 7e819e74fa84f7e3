import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

const isMade = (file: string) => file.includes('/generated/') || file.includes('/migrations/');
const sources = filesBelow('src').filter((file) => !isMade(file));
const examples = filesBelow('examples').filter((file) => !isMade(file));
const tests = filesBelow('test');
const codeOf = (file: string) => textOf(file).replace(/^\s*(\*|\/\/|\/\*).*$/gm, '');
const linesOf = (file: string) => textOf(file).split('\n').length - 1;

test('no file has more than 400 lines', () => {
  expect(sources.filter((file) => linesOf(file) > 400)).toEqual([]);
  expect(tests.filter((file) => linesOf(file) > 400)).toEqual([]);
});

test('only modules have an index.ts', () => {
  const indexes = sources.filter((file) => file.endsWith('/index.ts'));
  expect(indexes.filter((file) => !/^src\/modules\/[^/]+\/index\.ts$/.test(file))).toEqual([]);
});

test('the role suffix of a file name is on the closed list', () => {
  const roles = ['entity', 'type', 'inputs', 'resolver', 'service', 'rules', 'loader', 'section', 'job', 'source'];
  const wrong = sources
    .map((file) => file.split('/').at(-1) ?? '')
    .filter((name) => {
      const [, role, end] = name.split('.');
      return end === 'ts' && !roles.includes(role ?? '');
    });
  expect(wrong).toEqual([]);
});

test('no folder or file is called utils, common, helpers, misc or shared', () => {
  expect(sources.filter((file) => /\/(utils?|common|helpers?|misc|shared)(\/|\.)/.test(file))).toEqual([]);
});

test('no code silences the compiler or has a default export', () => {
  const silenced = /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b|as unknown as|eslint-disable|export default/;
  expect([...sources, ...examples].filter((file) => silenced.test(codeOf(file)))).toEqual([]);
});

test('no generated code of the clients of the graph has `any`', () => {
  const generated = filesBelow('src').filter((file) => /\/generated\/.*\.ts$/.test(file));
  // descriptions of the graph are comments and may use the word
  const code = (file: string) => textOf(file).replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  expect(generated).toContain('src/portal-page/generated/operations.ts');
  expect(generated).toContain('src/portal-page/admin/generated/operations.ts');
  expect(generated.filter((file) => /\bany\b(?!\?:)/.test(code(file)))).toEqual([]);
});

test('no test is marked only, todo or failing', () => {
  expect(tests.filter((file) => /\b(test|it|describe)\.(only|todo|failing)\b/.test(textOf(file)))).toEqual([]);
});

test('no raw text has a character that the build escapes, which raw texts would keep as an escape', () => {
  expect(sources.filter((file) => /String\.raw`[^`]*[^\0-\x7f]/.test(codeOf(file)))).toEqual([]);
});
