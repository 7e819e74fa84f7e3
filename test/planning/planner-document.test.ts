import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { countStatements } from './support/count-statements.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const document = await readFile(new URL('../../docs/planner.md', import.meta.url), 'utf8');
const app = await testApp();
const { byPlan, explain } = await planAndResolvers(app);

/** The first block of a language in the document. */
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? '';

/** SQL without comments and layout. */
const tokensOf = (sql: string): string =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .trim();

test('docs/planner.md shows the SQL that its query becomes', async () => {
  const { services, prepared } = countStatements(app.services);
  const variables = { first: 10 };
  await byPlan(createContext(services, callers.editor, 'test'), { query: blockOf('graphql'), variables });
  expect(prepared.map(({ text }) => tokensOf(text))).toEqual([tokensOf(blockOf('sql'))]);
  expect(explain(callers.editor, { query: blockOf('graphql'), variables })).toMatchObject({
    datasets: { text: prepared[0]?.text },
  });
});
