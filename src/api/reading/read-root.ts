import type { GraphQLResolveInfo } from 'graphql';
import { sqlText } from '#kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import { parseArgument, type GivenArgument, type Root } from './declare/root.ts';
import type { Row } from './declare/type-source.ts';
import { neededColumns } from './needed-columns.ts';
import type { Connection } from './page/connection.ts';
import type { PageArgs } from './page/page-args.ts';
import { readPage, readOneWhere } from './read.ts';

/** The arguments that a client sends. */
export type Arguments = Readonly<Record<string, string | boolean | null | undefined>>;

/** The parsed arguments; null counts as not given. */
const parsedArguments = (declared: Root, args: Arguments): Readonly<Record<string, GivenArgument>> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, parseArgument(declared, name, value) ?? undefined]),
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
  const where = declared.where?.(parsedArguments(declared, args), ctx.session);
  return readOneWhere(ctx, declared.source, where ?? sqlText('true'), columns);
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
  const parsed = parsedArguments(declared, args);
  return readPage(ctx, declared.source, page, {
    where: declared.where?.(parsed, ctx.session),
    columns,
    total: declared.total?.(ctx.session, parsed),
  });
}
