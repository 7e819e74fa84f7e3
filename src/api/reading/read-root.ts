import type { GraphQLResolveInfo } from 'graphql';
import { sqlText, type Sql } from '../../kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import { parseArgument, type Root } from './declare/root.ts';
import type { Row } from './declare/type-source.ts';
import { neededColumns } from './needed-columns.ts';
import type { Connection } from './page/connection.ts';
import type { PageArgs } from './page/page-args.ts';
import { readPage, readOneWhere } from './read.ts';

/** The arguments that a client sends. */
export type Arguments = Readonly<Record<string, string | boolean | null | undefined>>;

/** The condition of the arguments that are given; null counts as not given. */
const conditionOf = (declared: Root, args: Arguments): Sql | undefined =>
  declared.where?.(
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, parseArgument(declared, name, value) ?? undefined]),
    ),
  );

/** The one row of a root field, or undefined; with `info`, only the columns that the selected fields need. */
export function readRoot<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Promise<Row<T> | undefined> {
  declared.authorize?.(ctx.session);
  const columns = info && neededColumns(declared.source, info);
  return readOneWhere(ctx, declared.source, conditionOf(declared, args) ?? sqlText('true'), columns);
}

/** The page of a root field; with `info`, only the columns that the selected fields need. */
export function readRootPage<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  page: PageArgs,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Connection<Row<T>> {
  declared.authorize?.(ctx.session);
  const columns = info && neededColumns(declared.source, info);
  return readPage(ctx, declared.source, page, { where: conditionOf(declared, args), columns });
}
