import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createProgram } from '#cli/program.ts';

const pages = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

/** The code of a page, a line for each command. */
const codeOf = (page: string): string =>
  [...readFileSync(page, 'utf8').matchAll(/^```\w*\n([^]*?)^```$/gm)]
    .map(([, code = '']) => code)
    .join('')
    .replaceAll(/\\\n\s*/g, '');

/** The words of a command as a shell reads them, up to a comment, a redirection or the next command. */
const wordsOf = (text: string): string[] =>
  [...(/^(?:"[^"]*"|'[^']*'|[^\n"'#>|&;)])*/.exec(text)?.[0] ?? '').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(
    ([word]) => word.replaceAll(/^["']|["']$/g, ''),
  );

const commands = pages.flatMap((page) =>
  [...codeOf(page).matchAll(/(?:npx catalograph|dist\/catalograph\.js) (?<given>[^\n]+)/g)].map(({ groups }) => ({
    page,
    words: wordsOf(groups?.['given'] ?? ''),
  })),
);

describe('the command lines of the documentation', () => {
  test('are there: export, plan, apply and import', () => {
    expect(new Set(commands.map(({ words: [name] }) => name))).toEqual(
      new Set(['export', 'plan', 'apply', 'import', 'completion']),
    );
  });

  test.each(commands)('are accepted: $page, $words', async ({ words }) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const program = createProgram({ stdin, stdout, stderr, env: {} }, () => undefined);
    for (const command of program.commands) command.action(() => undefined);
    await program.parseAsync(words, { from: 'user' });
    expect(stderr.read()).toBeNull();
  });
});

describe('the workflow of the documentation', () => {
  const [, text = ''] = /```yaml\n(# \.github[^]*?)^```$/m.exec(readFileSync('docs/portal-in-files.md', 'utf8')) ?? [];
  const workflow = parse(text) as {
    readonly permissions: object;
    readonly jobs: Readonly<
      Record<string, { readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean } }>
    >;
  };

  test('is YAML, may read alone, and never ends an apply half way', () => {
    expect(Object.keys(workflow.jobs)).toEqual(['plan', 'apply']);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { plan, apply } = workflow.jobs;
    expect(apply?.concurrency).toEqual({ group: 'apply', 'cancel-in-progress': false });
    expect(plan?.concurrency.group).not.toBe(apply?.concurrency.group);
  });

  test('gives no secret to a pull request of a fork, and takes changes for no failure', () => {
    expect(text).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    expect(text).toContain('test "$code" -eq 0 || test "$code" -eq 2');
  });
});
