import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { textOf } from '../architecture/sources.ts';

/** A block of code of a page. */
export interface Block {
  readonly language: string;
  /** The name under which the reader saves it; empty for none. */
  readonly file: string;
  readonly text: string;
}

/** A service that a page is tried on, in place of the one at the address that the page names. */
export interface TriedService {
  readonly origin: string;
  readonly key: string;
}

/** The address of the service that a reader has started. */
const printedOrigin = 'http://localhost:4000';

/** What the reader must do by hand: start the service, which runs already. */
const startsService = /^npm (?:start|test)\b/;

/** The blocks of code of a Markdown file, in order. */
export const blocksOf = (page: string): Block[] =>
  [...textOf(page).matchAll(/^```(\w*) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));

/** A text of a page for another service. */
export const forService = (text: string, { origin, key }: TriedService): string =>
  text.replaceAll(printedOrigin, origin).replace(/^KEY=….*$/m, `KEY=${key}`);

/**
 * Runs the commands of a page as they are printed, in one shell, and compares what they print with the block of JSON that follows them:
 * the page may leave out members, and the end of a list. A command that fails ends the shell.
 */
export async function expectPrintedAnswers(page: string, service: TriedService): Promise<void> {
  const blocks = blocksOf(page);
  const isRun = ({ language, text }: Block) => language === 'sh' && !startsService.test(text);
  const commands = blocks.filter(isRun);
  const end = '\u001e';
  const script = commands.map(({ text }) => `${forService(text, service)}\nprintf '${end}'`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
  const outputs = stdout.split(end);
  const printed = commands.map((command, index) => {
    const next = blocks[blocks.indexOf(command) + 1];
    return {
      command: command.text,
      output: outputs[index] ?? '',
      expected: next?.language === 'json' ? next.text : '',
    };
  });
  for (const { command, output, expected } of printed.filter(({ expected }) => expected !== '')) {
    const shown = assetsByTitle(JSON.parse(expected));
    expect({ command, answer: partOf(assetsByTitle(JSON.parse(output)), shown) }).toEqual({ command, answer: shown });
  }
}

/** A value whose lists of assets are in the order of their titles: lineage is ordered by uids, which differ from catalog to catalog. */
export function assetsByTitle(value: unknown): unknown {
  if (Array.isArray(value)) {
    const elements = value.map(assetsByTitle);
    return elements.every((element) => isObject(element) && isObject(element['asset']))
      ? elements.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)))
      : elements;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, assetsByTitle(member)]));
}

const titleOf = (element: unknown): string => {
  const asset = isObject(element) ? element['asset'] : undefined;
  return isObject(asset) ? String(asset['title']) : '';
};

/** The members of a value that a page shows, and as many elements of its lists, from the beginning. */
function partOf(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shown)) return shown.map((element, index) => partOf(value[index], element));
  if (!isObject(value) || !isObject(shown)) return value;
  return Object.fromEntries(Object.entries(shown).map(([name, member]) => [name, partOf(value[name], member)]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
