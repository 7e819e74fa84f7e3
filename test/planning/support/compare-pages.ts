import { expect } from '@jest/globals';
import { forCaller } from '../../../src/api/session/caller.ts';
import type { Session } from '../../../src/api/session/session.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { orderBy } from '../../../src/api/reading/page/cursor.ts';
import { createContext } from '../../../src/server/create-context.ts';
import type { TestApp } from '../../support/app.ts';
import type { planAndResolvers } from './plan-and-resolvers.ts';

/** A page: its length, the rows to skip, and the place in the whole list of the row whose cursor it comes after. */
export interface ComparedPage {
  readonly first: number;
  readonly offset: number;
  readonly after: number;
}

/** A list as a plan answers. */
interface List {
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly uid: string } }[];
}

/** Compares a list, and a page of it, with the rows that the condition `visible` of its source allows. */
export function comparePages(
  { services }: TestApp,
  { agree, byPlan }: Pick<Awaited<ReturnType<typeof planAndResolvers>>, 'agree' | 'byPlan'>,
) {
  async function answerOf(session: Session, list: string, query: string, variables: object = {}): Promise<List> {
    const question = { query, variables: { ...variables } };
    expect(await agree(session, question)).toBe('planned');
    const text = await byPlan(createContext(services, session, 'test'), question);
    const answer = JSON.parse(text ?? '') as Readonly<Record<string, List>>;
    return answer[list] ?? Promise.reject(new Error(`The answer has no ${list}.`));
  }

  return async (
    session: Session,
    list: string,
    type: string,
    { first, offset, after }: ComparedPage,
  ): Promise<void> => {
    const source = services.registry.sources.get(type);
    if (!source) throw new Error(`No source of ${type}.`);
    const t = sqlText('t');
    const visible = await forCaller(services.db, session).rows<{ uid: string }>(
      sql`select t.uid from ${sqlText(source.table)} t where ${source.visible(session, t)} order by ${orderBy(source.order, t)}`,
    );
    const uids = visible.map(({ uid }) => uid);
    const all = await answerOf(session, list, `{ ${list}(first: 100) { totalCount edges { cursor node { uid } } } }`);
    expect(all.edges.map(({ node }) => node.uid)).toEqual(uids);
    expect(all.totalCount).toBe(uids.length);

    const query = `query ($first: Int!, $offset: Int!, $after: String) { ${list}(first: $first, offset: $offset, after: $after) {
      nodes { uid } pageInfo { hasNextPage } } }`;
    const cursor = all.edges[after]?.cursor ?? null;
    const start = (cursor === null ? 0 : after + 1) + offset;
    expect(await answerOf(session, list, query, { first, offset, after: cursor })).toEqual({
      nodes: uids.slice(start, start + first).map((uid) => ({ uid })),
      pageInfo: { hasNextPage: start + first < uids.length },
    });
  };
}
