import { expect } from '@jest/globals';
import { forCaller, type Session } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { orderBy } from '#api/reading/connection.ts';
import { createContext } from '#server/create-context.ts';
import type { TestApp } from '#test/support/app.ts';
import type { planAndResolvers } from './plan-and-resolvers.ts';

/** A page: its length from one end, the rows to skip, and the places in the whole list of the rows of its cursors. */
export interface ComparedPage {
  readonly length: number;
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly after: number;
  readonly before: number;
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
    { length, isFromEnd, offset, after, before }: ComparedPage,
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

    const query = `query ($first: Int, $last: Int, $offset: Int!, $after: String, $before: String) {
      ${list}(first: $first, last: $last, offset: $offset, after: $after, before: $before) {
        nodes { uid } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    const cursors = all.edges.map(({ cursor }) => cursor);
    const given = { after: cursors[after] ?? null, before: cursors[before] ?? null };
    const from = given.after === null ? 0 : after + 1;
    const to = given.before === null ? uids.length : before;
    const [start, end] = isFromEnd
      ? [Math.max(from, to - offset - length), Math.max(from, to - offset)]
      : [Math.min(to, from + offset), Math.min(to, from + offset + length)];
    const size = isFromEnd ? { last: length } : { first: length };
    expect(await answerOf(session, list, query, { ...size, ...given, offset })).toEqual({
      nodes: uids.slice(start, end).map((uid) => ({ uid })),
      edges: cursors.slice(start, end).map((cursor) => ({ cursor })),
      pageInfo: {
        hasNextPage: given.before !== null || (isFromEnd ? offset > 0 : from + offset + length < to),
        hasPreviousPage: given.after !== null || (isFromEnd ? to - offset - length > from : offset > 0),
        startCursor: cursors.slice(start, end)[0] ?? null,
        endCursor: cursors.slice(start, end).at(-1) ?? null,
      },
    });
  };
}
