import {
  Arg,
  Args,
  type ClassType,
  Ctx,
  FieldResolver,
  getMetadataStorage,
  ID,
  Query,
  Resolver,
  Root as Parent,
} from 'type-graphql';
import { sql, sqlAnd, sqlName } from '#kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import { ForRest } from '../for-rest.ts';
import { PageArgs } from './connection.ts';
import type { Root } from './declare-source.ts';
import { loadByArgument, loadOne, loadPage } from './load.ts';
import { readRoot, readRootPage } from './read.ts';
import type {
  ComputedField,
  GivenArguments,
  ListCriteria,
  Relation,
  Row,
  Traversal,
  TypeSource,
  ValueAccess,
  ValueInSql,
} from './type-source.ts';

/** How a field stands in the graph. Without a description, a resolver class declares the field. */
interface GraphField {
  readonly description?: string;
  /** The class of the arguments that a page has in addition to `PageArgs`. */
  readonly args?: ClassType;
  /** Whether the one row always exists, so that the field is never null. */
  readonly isRequired?: boolean;
  /** Whether only the documents of the REST API use the field, as `@ForRest()` says. */
  readonly isForRest?: boolean;
}

/** What a module declares of a relation. */
type RelationDeclaration<From extends object, To extends object> = Pick<
  Relation<From, To>,
  'from' | 'field' | 'to' | 'on' | 'returns'
> &
  Partial<
    Pick<Relation, 'order' | 'authorizedByParent' | 'isForeignKey' | 'argumentColumn' | 'argument' | 'where' | 'list'>
  > &
  GraphField & {
    readonly argumentDescription?: string;
    /** The type of the one row, where `to` reads an interface and only rows of this type are reached. */
    readonly type?: abstract new () => object;
  };

/** Declares a relation and, with a description, its field; the column that it starts from is selected with the rows of `from`. */
export function relation<From extends object, To extends object>({
  description,
  type,
  args,
  isRequired = false,
  isForRest = false,
  argumentDescription = '',
  ...declaration
}: RelationDeclaration<From, To>): Relation<From, To> {
  const { from, to, field, on, returns } = declaration;
  const declared = Object.freeze({
    order: to.order,
    authorizedByParent: false,
    isForeignKey: false,
    argumentColumn: to.key,
    argument: 'uid',
    ...declaration,
  });
  from.joinColumns.add(on[0]);
  from.relations.set(field, declared);
  if (description === undefined) return declared;

  const returned = returns === 'page' ? () => connectionTypeOf(to) : () => type ?? to.of;
  const fieldOfType = FieldResolver(returned, { nullable: returns !== 'page' && !isRequired, description });
  const { argument } = declared;
  const key = Arg(argument, () => (argument === 'uid' ? ID : String), { description: argumentDescription });
  const resolvers = {
    one: {
      parameters: [Parent(), Ctx()],
      resolve: (row: Row<From>, ctx: RequestContext) => loadOne(ctx, declared, row),
    },
    page: {
      parameters: [Parent(), Args(() => PageArgs), Ctx(), ...argumentClasses(args, declared.list)],
      resolve: (row: Row<From>, page: PageArgs, ctx: RequestContext, ...given: object[]) =>
        loadPage(ctx, declared, row, page, allOf(given)),
    },
    byArgument: {
      parameters: [Parent(), key, Ctx()],
      resolve: (row: Row<From>, value: string, ctx: RequestContext) => loadByArgument(ctx, declared, row, value),
    },
  };
  declareField(
    Resolver(() => from.of),
    marked(fieldOfType, isForRest),
    field,
    resolvers[returns],
  );
  return declared;
}

/** The parameters with the arguments of a page besides `PageArgs`. */
const argumentClasses = (args: ClassType | undefined, list: ListCriteria | undefined) =>
  [args, list?.args].flatMap((each) => (each ? [Args(() => each)] : []));

/** The arguments that the classes of a page declare, in one object. */
const allOf = (given: readonly object[]): GivenArguments =>
  Object.fromEntries(given.flatMap((each): [string, unknown][] => Object.entries(each)));

/** Declares a traversal. */
export function traversal<From extends object, To extends object>(
  declaration: Traversal<From, To>,
): Traversal<From, To> {
  declaration.from.traversals.set(declaration.field, declaration);
  return declaration;
}

/** What a module declares of a root field. */
type RootDeclaration<T extends object> = Root<T> &
  GraphField & {
    /** The arguments that identify the one row, with their types and descriptions. Without `where`, they are compared with the columns of their names. */
    readonly keys?: Readonly<Record<string, readonly [type: typeof ID | typeof String, description: string]>>;
    /** The type of the row, or of the page, where the source reads an interface and only rows of one type are reached. */
    readonly type?: abstract new () => object;
  };

/** Declares a field of the query type that reads a source. A page is null, with an error, where it fails, so that the other fields of a document are answered. */
export function root<T extends object>({
  description,
  args,
  isRequired = false,
  isForRest = false,
  keys = {},
  type,
  ...declaration
}: RootDeclaration<T>): Root<T> {
  const { field, source, returns } = declaration;
  const names = Object.keys(keys);
  const hasKeys: Root['where'] = (given) => sqlAnd(...names.map((name) => sql`t.${sqlName(name)} = ${given[name]}`));
  const declared: Root<T> = Object.freeze({ ...(names.length > 0 && { where: hasKeys }), ...declaration });
  if (description === undefined) return declared;

  const isPage = returns === 'page';
  const fieldOfQuery = Query(() => type ?? (isPage ? connectionTypeOf(source) : source.of), {
    nullable: isPage || !isRequired,
    description,
  });
  const page = {
    parameters: [Args(() => PageArgs), Ctx(), ...argumentClasses(args, declared.list)],
    resolve: (of: PageArgs, ctx: RequestContext, ...given: object[]) => readRootPage(ctx, declared, of, allOf(given)),
  };
  const one = {
    parameters: [
      Ctx(),
      ...Object.entries(keys).map(([name, [type, text]]) => Arg(name, () => type, { description: text })),
    ],
    resolve: (ctx: RequestContext, ...values: string[]) =>
      readRoot(ctx, declared, Object.fromEntries(names.map((name, index) => [name, values[index]]))),
  };
  declareField(Resolver(), marked(fieldOfQuery, isForRest), field, isPage ? page : one);
  return declared;
}

/** What a module declares of a field that is computed from its row and its arguments, without a statement. */
interface ComputedDeclaration<T extends object, Args extends object> {
  readonly source: TypeSource<T>;
  readonly field: string;
  /** Its type in the graph, as `@Field` takes it. */
  readonly type: NonNullable<Parameters<typeof FieldResolver>[0]>;
  readonly nullable?: boolean;
  readonly isForRest?: boolean;
  readonly description: string;
  readonly args?: Readonly<Record<keyof Args & string, ArgumentDeclaration>>;
  /** The fields of the row that the value depends on. */
  readonly needs: readonly (keyof T & string)[];
  readonly value: (row: T, args: Args, access: ValueAccess) => unknown;
  /** The value where SQL has it. */
  readonly inSql?: ValueInSql;
}

interface ArgumentDeclaration {
  readonly type: typeof Boolean | typeof String;
  readonly description: string;
  readonly nullable?: boolean;
  readonly defaultValue?: boolean;
}

/** Declares a computed field. Resolvers and plans call the same function; plans only where `inSql` does not have the value. */
export function computed<T extends object, Args extends object>({
  source,
  field,
  type,
  needs,
  value,
  inSql,
  args,
  isForRest = false,
  ...options
}: ComputedDeclaration<T, Args>): void {
  // The casts are safe, because both pass a row of this source, with the needed fields, and the arguments of this field.
  const valueOf: ComputedField['value'] = (row, given, access) => value(row as T, given as Args, access);
  source.computedFields.set(field, { needs, value: valueOf, inSql });
  const declared = Object.entries<ArgumentDeclaration>(args ?? {});
  const resolve = (row: object, { app, session }: RequestContext, ...values: unknown[]) =>
    valueOf(row, Object.fromEntries(declared.map(([name], index) => [name, values[index]])), {
      secrets: app.secrets,
      config: app.config,
      address: session.address ?? '',
    });
  const parameters = declared.map(([name, { type, ...of }]) => Arg(name, () => type, of));
  declareField(
    Resolver(() => source.of),
    marked(FieldResolver(type, options), isForRest),
    field,
    { parameters: [Parent(), Ctx(), ...parameters], resolve },
  );
}

/** A declaration of a field, with the mark of those that only the documents of the REST API use. */
const marked = (field: MethodDecorator, isForRest: boolean): MethodDecorator =>
  isForRest
    ? (prototype, name, descriptor) => {
        field(prototype, name, descriptor);
        ForRest()(prototype, name, descriptor);
      }
    : field;

/** The class that the resolvers of declared fields extend. */
@Resolver()
abstract class DeclaredField {}

/** Declares a field to TypeGraphQL, as a resolver class with one decorated method would. */
function declareField(
  resolver: ClassDecorator,
  field: MethodDecorator,
  name: string,
  { parameters, resolve }: { parameters: readonly ReturnType<typeof Ctx>[]; resolve: (...values: never[]) => unknown },
): void {
  class Resolvers extends DeclaredField {}
  const method = { value: resolve };
  Object.defineProperty(Resolvers.prototype, name, method);
  resolver(Resolvers);
  parameters.forEach((parameter, index) => {
    parameter(Resolvers.prototype, name, index);
  });
  field(Resolvers.prototype, name, method);
}

/** The resolvers of the fields that `relation`, `computed` and `root` have declared. */
export const declaredFields = (): ClassType[] =>
  getMetadataStorage()
    .resolverClasses.map(({ target }) => target)
    .filter((target): target is ClassType => target.prototype instanceof DeclaredField);

/** The type of a page of the rows of a source, which `ConnectionTypeOf` has made. */
function connectionTypeOf({ type }: TypeSource): object {
  // The class that a module declares extends one with the same name.
  const connection = getMetadataStorage().objectTypes.findLast(({ name }) => name === `${type}Connection`);
  if (!connection) throw new TypeError(`${type} has no type of its pages.`);
  return connection.target;
}
