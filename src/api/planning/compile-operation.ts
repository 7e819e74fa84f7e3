import { type FieldNode, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import { SqlParameter, sql, sqlAnd, sqlName, sqlText, statementName, type Sql } from '../../kernel/sql.ts';
import type { PreparedStatement } from '../../platform/database/database.ts';
import type { Given, Root } from '../reading/root.ts';
import { collectFields } from './collect-fields.ts';
import type { Compilation, PlannedParameter } from './compilation.ts';
import { decline } from './declined.ts';
import type { Mend } from './mend.ts';
import { selectConnection } from './select-connection.ts';
import { selectObject } from './select-object.ts';

/** A root field of a plan: its statement, or what it always is. */
export interface PlannedField {
  readonly key: string;
  readonly statement: PreparedStatement | string;
  readonly mend: Mend;
}

/** How a query is answered: one statement for each root field. */
export interface Plan {
  readonly fields: readonly PlannedField[];
  readonly parameters: readonly PlannedParameter[];
}

/** Compiles a query; ends with Declined where the declarations do not express a field, and with the failure of arguments that are refused. */
export function compileOperation(c: Compilation, operation: OperationDefinitionNode): Plan {
  const query = c.reading.schema.getQueryType();
  if (!query || operation.operation !== 'query') return decline(operation.operation);
  const fields = [...collectFields(c.reading, query, [operation.selectionSet])].map(([key, [node, ...others]]): PlannedField => {
    if (!node || node.name.value === '__typename') return { key, statement: JSON.stringify(query.name), mend: undefined };
    const { value, mend } = selectRoot(c, query, [node, ...others]);
    return { key, statement: prepare(value), mend };
  });
  return { fields, parameters: c.parameters };
}

function selectRoot(c: Compilation, query: GraphQLObjectType, nodes: readonly [FieldNode, ...FieldNode[]]): { value: Sql; mend: Mend } {
  const [node] = nodes;
  const declared = c.declarations.roots.get(node.name.value) ?? decline(`${query.name}.${node.name.value}`);
  const field = c.fieldOf(query, node);
  declared.allow?.(c.session);
  const alias = sqlText('t');
  const { of: source } = declared;
  const where = sqlAnd(source.visible(c.session, alias), declared.where?.(givenOf(c, declared, node)));
  const type = c.objectTypeOf(field);
  if (declared.finds === 'page') return selectConnection(c, { source, order: source.order, alias, where, type, field, nodes });
  const { list, mend } = selectObject(c, source, type, nodes, alias);
  return { value: sql`(select row_to_json(z) from (select ${list} from ${sqlName(source.table)} ${alias} where ${where}) z)`, mend };
}

/** The arguments that are given, as the parameters that will hold them. */
function givenOf(c: Compilation, { field: name }: Root, node: FieldNode): Readonly<Record<string, Given>> {
  const field = c.reading.schema.getQueryType()?.getFields()[name] ?? decline(name);
  const given = Object.entries(c.argumentsOf(field, node)).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([argument]): [string, SqlParameter] => [argument, c.parameter(field, node, (args) => args[argument])]));
}

function prepare(value: Sql): PreparedStatement {
  const { text, values } = sql`select ${value}::text`.render();
  return { name: statementName(text), text, values };
}
