import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

const isMade = (file: string) => file.includes('/generated/') || file.includes('/migrations/');
const sources = filesBelow('src').filter((file) => !isMade(file));
const tests = filesBelow('test');
const codeOf = (file: string) => textOf(file).replace(/^\s*(\*|\/\/|\/\*).*$/gm, '');
const linesOf = (file: string) => textOf(file).split('\n').length - 1;

test('files are short: none over 250 lines, tests 400, nine in ten of them under 150', () => {
  expect(sources.filter((file) => linesOf(file) > 250)).toEqual([]);
  expect(tests.filter((file) => linesOf(file) > 400)).toEqual([]);
  expect(sources.filter((file) => linesOf(file) <= 150).length / sources.length).toBeGreaterThanOrEqual(0.9);
});

test('a module alone has an index', () => {
  const indexes = filesBelow('src').filter((file) => file.endsWith('/index.ts'));
  expect(indexes.filter((file) => !/^src\/modules\/[^/]+\/index\.ts$/.test(file))).toEqual([]);
});

test('a role in a file name is one of the closed list', () => {
  const roles = ['entity', 'type', 'inputs', 'resolver', 'service', 'rules', 'loader', 'section', 'job', 'source'];
  const wrong = sources
    .map((file) => file.split('/').at(-1) ?? '')
    .filter((name) => {
      const [, role, end] = name.split('.');
      return end === 'ts' && !roles.includes(role ?? '');
    });
  expect(wrong).toEqual([]);
});

test('nothing hides in a room for anything', () => {
  expect(sources.filter((file) => /\/(utils?|common|helpers?|misc|shared)(\/|\.)/.test(file))).toEqual([]);
});

test('nothing silences the compiler, and nothing is exported by default', () => {
  const silenced = /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b|as unknown as|eslint-disable|export default/;
  expect(sources.filter((file) => silenced.test(codeOf(file)))).toEqual([]);
});

test('no test is skipped, singled out or left to be done', () => {
  expect(tests.filter((file) => /\b(test|it|describe)\.(only|todo|failing)\b/.test(textOf(file)))).toEqual([]);
});

test('no module keeps what was done with it, so that applications in one process, and the files of a test run, never meet', () => {
  const variable = /^(export )?(let|var) /m;
  const emptyStore = /^(export )?const \w+(: [^=]+)? = (\[\]|\{\}|new (?!Weak)\w+(<.*>)?\(\)|new \w*Cache\b.*)/m;
  // what always follows from the key alone may be kept for all
  const known = ['src/engine/geo/processing/reference-system.ts', 'src/engine/geo/systems/esri-list.ts'];
  expect(sources.filter((file) => variable.test(codeOf(file)) || emptyStore.test(codeOf(file)))).toEqual(known);
});
