import type { Sql, SqlParameter } from '../../kernel/sql.ts';
import { sqlText } from '../../kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import type { Connection } from './connection.ts';
import type { PageArgs } from './page-args.ts';
import { readPage, readWhere } from './read.ts';
import type { Row, TypeSource } from './type-source.ts';

/** The value of an argument, or the parameter that will have it; undefined where it is not given. */
export type GivenArgument = string | boolean | SqlParameter | undefined;

/** A field of the query type that reads a source. */
export interface Root<T extends object = object> {
  readonly field: string;
  readonly source: TypeSource<T>;
  readonly returns: 'one' | 'page';
  /** Arguments that only the resolver supports: where one of them is given, no plan answers. */
  readonly resolverOnlyArguments?: readonly string[];
  /** Fails for callers who may not use the field. */
  readonly authorize?: (session: Session) => unknown;
  /** The filter that the arguments request, as a condition on the alias `t`; may fail INVALID_INPUT. */
  readonly where?: (args: Readonly<Record<string, GivenArgument>>) => Sql | undefined;
}

/** Arguments of a client; null counts as not given. */
export type Arguments = Readonly<Record<string, string | boolean | null | undefined>>;

const withoutNulls = (args: Arguments): Readonly<Record<string, GivenArgument>> =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value ?? undefined]));

/** Declares a root field. */
export const root = <T extends object>(declaration: Root<T>): Root<T> => Object.freeze(declaration);

/** The one row of a root field, or undefined. */
export function readRoot<T extends object>(
  ctx: RequestContext,
  { source, authorize, where }: Root<T>,
  args: Arguments = {},
): Promise<Row<T> | undefined> {
  authorize?.(ctx.session);
  return readWhere(ctx, source, where?.(withoutNulls(args)) ?? sqlText('true'));
}

/** The page of a root field. */
export function readRootPage<T extends object>(
  ctx: RequestContext,
  { source, authorize, where }: Root<T>,
  page: PageArgs,
  args: Arguments = {},
): Connection<Row<T>> {
  authorize?.(ctx.session);
  return readPage(ctx, source, page, { where: where?.(withoutNulls(args)) });
}
