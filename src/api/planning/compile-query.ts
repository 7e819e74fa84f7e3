import { OperationTypeNode, isInterfaceType, isObjectType, type OperationDefinitionNode } from 'graphql';
import { fromNodeId } from '../../kernel/ids.ts';
import { checkNodeIds } from '../node/node-ids.ts';
import { JsonText } from '../../kernel/json-text.ts';
import { countFromPaths } from '../reading/page/access-paths.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { collectFields } from './builder/collect-fields.ts';
import type { ArgumentValues, Finalize, PlanBuilder, PlannedParameter, RowType } from './builder/plan-builder.ts';
import { valueStatement, pageStatement, rowStatement, type PlannedStatement } from './planned-statement.ts';
import { asObject, type FieldNodes, type RequestedField, type SelectedValue } from './select/select-list.ts';
import { selectObject, selectPage } from './select/select-object.ts';
import { unsupported } from './builder/unsupported.ts';

/** A root field of a plan: its statement, or, for `__typename`, its constant value. */
export interface PlannedField {
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

/**
 * Compiles a query. Throws Unsupported where the declarations do not express a field, and fails with the error of a root
 * field that refuses the caller or the arguments.
 */
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

/**
 * The maximum number of fields of an object without a page that become columns of their own. The REST layer often reads one object next to
 * a revision: it passes on the column of the object, and parses only the revision. The columns of many fields would cost more than they save.
 */
const maxSeparateFields = 3;

function compileRoot(builder: PlanBuilder, requested: RequestedField): PlannedStatement {
  const { field, nodes } = requested;
  if (field.name === 'node') return valueStatement(selectNode(builder, requested));
  if (field.name === 'nodes') return valueStatement(selectNodes(builder, requested));
  const declared = builder.declarations.roots.get(field.name) ?? unsupported(`Query.${field.name}`);
  const { source, returns, authorize, resolverOnlyArguments = [] } = declared;
  authorize?.(builder.session);
  const alias = sqlText('t');
  const given = builder.addGivenParameters(field, nodes[0], declared);
  if (resolverOnlyArguments.some((argument) => argument in given)) return unsupported(`Query.${field.name}`);
  const filter = declared.where?.(given);
  const where = sqlAnd(source.visible(builder.session, alias), filter);
  if (returns === 'page') {
    const accessPaths = filter ? undefined : source.accessPaths?.(builder.session);
    const total = declared.total?.(builder.session, given) ?? (accessPaths && countFromPaths(source, accessPaths));
    const page = selectPage(builder, { source, order: source.order, alias, where, total, accessPaths, field, nodes });
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

/** Selects the object that an identifier names. */
function selectNode(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ id }: ArgumentValues) => fromNodeId(String(id));
  const type = builder.addParameter(field, nodes[0], (args) => named(args)?.type);
  const key = builder.addParameter(field, nodes[0], (args) => named(args)?.key);
  return selectNamed(builder, { type: sql`${type}::text`, key: sql`${key}::text` }, nodes);
}

/** Selects the objects that identifiers name, in the order of the identifiers. */
function selectNodes(builder: PlanBuilder, { field, nodes }: RequestedField): SelectedValue {
  const named = ({ ids }: ArgumentValues) =>
    checkNodeIds(Array.isArray(ids) ? ids.map(String) : []).map((id) => fromNodeId(id));
  const types = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.type ?? null));
  const keys = builder.addParameter(field, nodes[0], (args) => named(args).map((name) => name?.key ?? null));
  const { value } = selectNamed(builder, { type: sql`named.type`, key: sql`named.key` }, nodes);
  const names = sql`unnest(${types}::text[], ${keys}::text[]) with ordinality named(type, key, at)`;
  return { value: sql`array(select ${value} from ${names} order by named.at)` };
}

/** Selects the object with a type and a key. The statement has a branch for every type and takes the branch of this type. */
function selectNamed(
  builder: PlanBuilder,
  { type, key }: { readonly type: Sql; readonly key: Sql },
  nodes: FieldNodes,
): SelectedValue {
  const branches = rowTypesOf(builder).map((rowType) => {
    const { value } = selectByKey(builder, rowType, key, nodes);
    return sql`when ${sqlText(`'${rowType.name}'`)} then ${value}`;
  });
  return { value: sql`case ${type} ${sqlJoin(branches, ' ')} end` };
}

/** The types that have an identifier. */
const rowTypesOf = ({ context: { schema }, declarations: { sources } }: PlanBuilder): RowType[] =>
  [...sources.keys()].map((name) => schema.getType(name)).filter((type) => isObjectType(type) || isInterfaceType(type));

function selectByKey(builder: PlanBuilder, type: RowType, key: Sql, nodes: FieldNodes): SelectedValue {
  const source = builder.declarations.sources.get(type.name) ?? unsupported(type.name);
  const alias = builder.createAlias();
  const where = sqlAnd(sql`${alias}.${sqlName(source.key)} = ${key}`, source.visible(builder.session, alias));
  return asObject(
    selectObject(builder, { source, alias }, type, nodes),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  );
}
