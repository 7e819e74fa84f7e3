import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentsOf, filesBelow, textOf } from './sources.ts';

const documents = documentsOf();

/** What a document can be cited by: its headings, the first cells of its tables, its bold words and the words that lead its list items. */
const topicsOf = (text: string): string[] =>
  [/^#+ (?:[\d.]+ )?(.+)$/gm, /^\| ([^|]+) \|/gm, /\*\*([^*]+)\*\*/g, /^- ([^:]+):/gm].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, topic = '']) => topic.replace(/[*`]/g, '').toLowerCase()),
  );

const hasSection = (text: string, number: string): boolean =>
  new RegExp(`^#+ ${number.replaceAll('.', '\\.')}\\.? `, 'm').test(text);

function hasTopic(text: string, topic: string): boolean {
  const topics = topicsOf(text);
  const isTopic = (words: string) => topics.some((topic) => topic.startsWith(words.trim().toLowerCase()));
  return isTopic(topic) || topic.split(', ').every(isTopic);
}

/** The comments of a source file, each on one line. */
const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?:^\s*\/\/.*\n)+/gm)]
    .map(([comment]) => comment.replace(/\n\s*(?:\*|\/\/) ?/g, ' '))
    .join('\n');

/** What is wrong with the citations of a text: `docs/contract/rest.md 1, Order of checks`. */
function wrongCitations(text: string): string[] {
  return [...text.matchAll(/([\w./-]+\.md)\b(?: (\d+(?:\.\d+)*))?(?:, "?([A-Z][^();.:*"\n]*))?/g)].flatMap(
    ([citation, file = '', number, topic]) => {
      if (!existsSync(file)) return [`${citation}: no such file`];
      const document = textOf(file);
      if (number !== undefined && !hasSection(document, number)) return [`${citation}: no such section`];
      return topic !== undefined && !hasTopic(document, topic) ? [`${citation}: no such topic`] : [];
    },
  );
}

const sources = [...filesBelow('src'), ...filesBelow('test'), ...filesBelow('bench'), ...filesBelow('examples')].filter(
  (file) => !/node_modules|generated/.test(file) && file !== 'test/architecture/documents.test.ts',
);

test('a comment that cites a document names a file of the repository and a section that the file has', () => {
  expect(
    sources.flatMap((file) => wrongCitations(commentsOf(textOf(file))).map((wrong) => `${file}: ${wrong}`)),
  ).toEqual([]);
});

test('a comment cites the specification by its file', () => {
  const bare = /(?<![A-Z]\w* )\bspecification,? \d/;
  expect(sources.filter((file) => bare.test(commentsOf(textOf(file))))).toEqual([]);
});

test('every link of a document leads to a file of the repository', () => {
  const broken = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target) && !existsSync(normalize(join(dirname(file), target))))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every path that a document mentions exists', () => {
  const wrong = documents.flatMap((file) =>
    [...textOf(file).matchAll(/(?<![\w/.-])(?:src|test|docs|schema|bench|examples)\/[\w./-]*\w/g)]
      .map(([path]) => path)
      .filter((path) => !existsSync(path) && !existsSync(join(dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});
