import type { Sql, SqlParameter } from '#kernel/sql.ts';
import type { Session } from '#api/session/session.ts';
import type { TypeSource } from './type-source.ts';

/** The parsed value of an argument, or the statement parameter that will hold it; undefined where the argument is not given. */
export type GivenArgument = string | boolean | readonly string[] | SqlParameter | undefined;

/** A field of the query type that reads a source. */
export interface Root<T extends object = object> {
  readonly field: string;
  readonly source: TypeSource<T>;
  readonly returns: 'one' | 'page';
  /** Arguments that only the resolver supports: where one of them is given, no plan answers. */
  readonly resolverOnlyArguments?: readonly string[];
  /** Fails for callers who may not use the field. */
  readonly authorize?: (session: Session) => unknown;
  /** Parsers by argument. Each converts the text of its argument to the value that `where` compares with; may fail INVALID_INPUT. */
  readonly parse?: Readonly<Record<string, (text: string) => readonly string[]>>;
  /**
   * The filter that the arguments request, as a condition on the alias `t`; may fail INVALID_INPUT. It may depend on the session, where the
   * field lists fewer rows than the caller sees.
   */
  readonly where?: (args: Readonly<Record<string, GivenArgument>>, session: Session) => Sql | undefined;
  /** The number of rows that the session sees under the arguments, where a kept total (`rowTotal`) makes it cheaper than counting the rows. */
  readonly total?: (session: Session, args: Readonly<Record<string, GivenArgument>>) => Sql | undefined;
}

/** Converts the value of an argument to what `where` of the root accepts. */
export function parseArgument<Value>(
  { parse }: Pick<Root, 'parse'>,
  name: string,
  value: Value,
): Value | readonly string[] {
  const parseText = parse?.[name];
  return parseText && typeof value === 'string' ? parseText(value) : value;
}

/** Declares a root field. */
export const root = <T extends object>(declaration: Root<T>): Root<T> => Object.freeze(declaration);
