import { isInterfaceType, isObjectType, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { JsonText } from '#kernel/json.ts';
import { countFromPaths, rowsFromPaths } from '../reading/access-paths.ts';
import { conditionOf } from '../reading/declare-source.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, type SqlParameter, sqlText } from '#kernel/sql.ts';
import { collectFields } from './collect-fields.ts';
import {
  type ArgumentValues,
  type Finalize,
  type PlanBuilder,
  type PlannedParameter,
  unsupported,
} from './plan-builder.ts';
import {
  asObject,
  type FieldNodes,
  pageStatement,
  type PlannedStatement,
  type RequestedField,
  rowStatement,
  type SelectedValue,
  valueStatement,
} from './select-list.ts';
import { selectObject, selectPage } from './select-object.ts';
import { fromNodeId } from '#kernel/ids.ts';
import { type EntityKey, entityKeys, parseRepresentations } from '../entities.ts';
import { checkNodeIds } from '../node.type.ts';
import type { TypeSource } from '../reading/type-source.ts';

/** Selects the object that an identifier names. */
function selectNode(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ id }: ArgumentValues) => plannedNode(builder, id);
  const type = builder.addParameter(field, nodes[0], (args) => named(args)?.type);
  const key = builder.addParameter(field, nodes[0], (args) => named(args)?.key);
  return { value: selectByNodeId(builder, sql`${type}::text`, sql`${key}::text`, nodes) };
}

/** The type and key in an identifier. An object of a type without a table is left to resolvers. */
function plannedNode({ declarations }: PlanBuilder, id: unknown) {
  const named = fromNodeId(String(id));
  return named && declarations.nodes?.has(named.type) ? unsupported(named.type) : named;
}

/** Selects the objects that identifiers name, in the order of the identifiers. */
function selectNodes(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ ids }: ArgumentValues) =>
    checkNodeIds(Array.isArray(ids) ? ids.map(String) : []).map((id) => plannedNode(builder, id));
  const types = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.type ?? null));
  const keys = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.key ?? null));
  return selectEach({ kinds: types, keys }, (kind, key) => selectByNodeId(builder, kind, key, nodes));
}

/** Selects the objects that the representations of a supergraph name, in their order. */
function selectEntities(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const { sources } = builder.declarations;
  const named = ({ representations }: ArgumentValues) => parseRepresentations(sources, representations);
  const kinds = builder.addParameter(field, nodes[0], (args) => named(args).map(nameOfKey));
  const keys = builder.addParameter(field, nodes[0], (args) => named(args).map(({ value }) => value));
  return selectEach({ kinds, keys }, (kind, key) =>
    selectByKind(
      kind,
      entityKeys(sources).map((entityKey) => [
        nameOfKey(entityKey),
        selectOne(builder, entityKey.source, (alias) => sql`${alias}.${sqlName(entityKey.column)} = ${key}`, nodes),
      ]),
    ),
  );
}

/** The name of a key in a statement: its type and its field. Neither comes from a client. */
const nameOfKey = ({ source, field }: EntityKey): string => `${source.type}.${field}`;

/** Selects a list with the object of each pair of a kind and a key, in their order. */
function selectEach(
  { kinds, keys }: { readonly kinds: SqlParameter; readonly keys: SqlParameter },
  select: (kind: Sql, key: Sql) => Sql,
): SelectedValue {
  const pairs = sql`unnest(${kinds}::text[], ${keys}::text[]) with ordinality named(kind, key, at)`;
  return { value: sql`array(select ${select(sql`named.kind`, sql`named.key`)} from ${pairs} order by named.at)` };
}

/** Selects the object with a type and a key: a branch for every type that has an identifier. */
const selectByNodeId = (builder: PlanBuilder, type: Sql, key: Sql, nodes: FieldNodes): Sql =>
  selectByKind(
    type,
    [...builder.declarations.sources.values()].map((source) => [
      source.type,
      selectOne(
        builder,
        source,
        (alias) => source.isNode?.(alias, key, builder.session) ?? sql`${alias}.${sqlName(source.key)} = ${key}`,
        nodes,
      ),
    ]),
  );

/** The value of the branch that a kind names; null where there is none. */
const selectByKind = (kind: Sql, branches: readonly (readonly [kind: string, value: Sql])[]): Sql =>
  sql`case ${kind} ${sqlJoin(
    branches.map(([name, value]) => sql`when ${sqlText(`'${name}'`)} then ${value}`),
    ' ',
  )} end`;

/** Selects the one row of a source that a condition names, if the caller may see it. */
function selectOne(builder: PlanBuilder, source: TypeSource, isNamed: (alias: Sql) => Sql, nodes: FieldNodes): Sql {
  const type = builder.context.schema.getType(source.type);
  if (!isObjectType(type) && !isInterfaceType(type)) return unsupported(source.type);
  const alias = builder.createAlias();
  const where = sqlAnd(isNamed(alias), source.visible(builder.session, alias));
  return asObject(
    selectObject(builder, { source, alias }, type, nodes),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  ).value;
}

/** A root field of a plan: its statement, or, for `__typename`, its constant value. */
interface PlannedField {
  readonly key: string;
  readonly result: PlannedStatement | JsonText;
}

/** How a query is executed: one statement for each root field. */
export interface Plan {
  readonly fields: readonly PlannedField[];
  readonly parameters: readonly PlannedParameter[];
  /** The finalizers, in the order of the numbers by which values to finalize name them. */
  readonly finalizers: readonly Finalize[];
}

/** Compiles a query. Throws Unsupported where declarations do not express a field; fails with the error of a refused root field. */
export function compileQuery(builder: PlanBuilder, operation: OperationDefinitionNode): Plan {
  const query = builder.context.schema.getQueryType();
  if (!query || operation.operation !== OperationTypeNode.QUERY) return unsupported(operation.operation);
  const fields = [...collectFields(builder.context, query, [operation.selectionSet])].map(
    ([key, [node, ...others]]): PlannedField =>
      !node || node.name.value === '__typename'
        ? { key, result: new JsonText(JSON.stringify(query.name)) }
        : { key, result: compileRoot(builder, { field: builder.fieldOf(query, node), nodes: [node, ...others] }) },
  );
  const { parameters, finalizers } = builder;
  return { fields, parameters, finalizers };
}

/** The root fields that return objects of any type. */
const namedFields: Readonly<Record<string, (builder: PlanBuilder, requested: RequestedField) => SelectedValue>> = {
  node: selectNode,
  nodes: selectNodes,
  _entities: selectEntities,
};

/**
 * The maximum number of fields of an object without a page that become columns of their own. The REST layer often reads one object next to
 * a revision: it passes on the column of the object, and parses only the revision. The columns of many fields would cost more than they save.
 */
const maxSeparateFields = 3;

function compileRoot(builder: PlanBuilder, requested: RequestedField): PlannedStatement {
  const { field, nodes } = requested;
  const selectNamed = namedFields[field.name];
  if (selectNamed) return valueStatement(selectNamed(builder, requested));
  const declared = builder.declarations.roots.get(field.name) ?? unsupported(`Query.${field.name}`);
  const { source, returns, authorize, resolverOnlyArguments = [] } = declared;
  authorize?.(builder.session);
  const alias = sqlText('t');
  const values = builder.argumentsOf(field, nodes[0]);
  if (resolverOnlyArguments.some((argument) => values[argument] != null)) return unsupported(`Query.${field.name}`);
  const given = builder.addGivenParameters(field, nodes[0], declared);
  if (resolverOnlyArguments.some((path) => given[path])) return unsupported(`Query.${field.name}`);
  const filter = conditionOf(declared, given, builder.session);
  const where = sqlAnd(source.visible(builder.session, alias), filter);
  if (returns === 'page') {
    const order = declared.list?.order(values) ?? source.order;
    const paths = filter ? undefined : source.accessPaths?.(builder.session);
    const total = declared.total?.(builder.session, given) ?? (paths && countFromPaths(source, paths));
    const isOrderOfPaths = order === source.order || source.isKeyLookupCostly;
    const table = paths && !isOrderOfPaths ? rowsFromPaths(source, paths, alias) : undefined;
    const page = selectPage(builder, {
      source,
      order,
      alias,
      where: table ? sqlText('true') : where,
      table,
      total,
      accessPaths: table ? undefined : paths,
      field,
      nodes,
    });
    return page.connectionQuery ? pageStatement(page.connectionQuery) : valueStatement(page);
  }
  const list = selectObject(builder, { source, alias }, builder.rowTypeOf(field), nodes);
  const table = sql`${sqlName(source.table)} ${alias}`;
  const connections = list.columns.filter(({ connectionQuery }) => connectionQuery);
  const isSmall = list.columns.length > 0 && list.columns.length <= maxSeparateFields;
  return connections.length === 1 || (connections.length === 0 && isSmall)
    ? rowStatement(list.columns, table, where)
    : valueStatement(asObject(list, sql`from ${table} where ${where}`));
}
