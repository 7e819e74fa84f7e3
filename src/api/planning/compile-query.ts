import { OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import { JsonText } from '#kernel/json-text.ts';
import { countFromPaths } from '../reading/page/access-paths.ts';
import { sql, sqlAnd, sqlName, sqlText } from '#kernel/sql.ts';
import { collectFields } from './builder/collect-fields.ts';
import type { Finalize, PlanBuilder, PlannedParameter } from './builder/plan-builder.ts';
import { valueStatement, pageStatement, rowStatement, type PlannedStatement } from './planned-statement.ts';
import { asObject, type RequestedField, type SelectedValue } from './select/select-list.ts';
import { selectEntities, selectNode, selectNodes } from './select/select-named.ts';
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
  const given = builder.addGivenParameters(field, nodes[0], declared);
  if (resolverOnlyArguments.some((argument) => argument in given)) return unsupported(`Query.${field.name}`);
  const filter = declared.where?.(given, builder.session);
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
