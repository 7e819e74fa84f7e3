import type { Sql, SqlParameter } from '../../kernel/sql.ts';
import { sqlText } from '../../kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import type { Connection } from './connection.ts';
import type { PageArgs } from './page-args.ts';
import { readPage, readWhere } from './read.ts';
import type { Row, TypeSource } from './type-source.ts';

/** An argument's value: the value itself, or the parameter that will hold it. Undefined where none is given. */
export type Given = string | boolean | SqlParameter | undefined;

/** A field of the query type that reads a source. */
export interface Root<T extends object = object> {
  readonly field: string;
  readonly source: TypeSource<T>;
  readonly returns: 'one' | 'page';
  /** Arguments that only the field's resolver understands: no plan answers where one of them is given. */
  readonly resolverOnlyArguments?: readonly string[];
  /** Goes on for those who may ask at all; fails for others. */
  readonly authorize?: (session: Session) => unknown;
  /** What the arguments narrow the source to; may fail INVALID_INPUT. Conditions are on the alias `t`. */
  readonly where?: (args: Readonly<Record<string, Given>>) => Sql | undefined;
}

/** Arguments as a client gave them; null is as good as none. */
export type Arguments = Readonly<Record<string, string | boolean | null | undefined>>;

const givenOf = (args: Arguments): Readonly<Record<string, Given>> =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value ?? undefined]));

/** Declares a root field. */
export const root = <T extends object>(declaration: Root<T>): Root<T> => Object.freeze(declaration);

/** The one row that a root field finds, or undefined. */
export function readRoot<T extends object>(
  ctx: RequestContext,
  { source, authorize, where }: Root<T>,
  args: Arguments = {},
): Promise<Row<T> | undefined> {
  authorize?.(ctx.session);
  return readWhere(ctx, source, where?.(givenOf(args)) ?? sqlText('true'));
}

/** The page that a root field finds. */
export function readRootPage<T extends object>(
  ctx: RequestContext,
  { source, authorize, where }: Root<T>,
  page: PageArgs,
  args: Arguments = {},
): Connection<Row<T>> {
  authorize?.(ctx.session);
  return readPage(ctx, source, page, { where: where?.(givenOf(args)) });
}
