import { OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import { sql, sqlAnd, sqlName, sqlText } from '../../kernel/sql.ts';
import type { RenderedStatement } from '../../platform/database/database-client.ts';
import { collectFields } from './collect-fields.ts';
import type { PlanBuilder, PlannedParameter } from './plan-builder.ts';
import { unsupported } from './unsupported.ts';
import type { Finalize } from './finalize.ts';
import { asObject, type RequestedField, type SelectedValue } from './select-fields.ts';
import { selectNode } from './select-node.ts';
import { selectObject, selectPage } from './select-object.ts';

/** A root field of a plan: its statement, or the text that it always is. */
export interface PlannedField {
  readonly key: string;
  readonly statement: RenderedStatement | string;
  readonly finalize: Finalize;
}

/** How a query is answered: one statement for each root field. */
export interface Plan {
  readonly fields: readonly PlannedField[];
  readonly parameters: readonly PlannedParameter[];
}

/** Compiles a query; ends with Declined where the declarations do not express a field, and with the failure of arguments that are refused. */
export function compileOperation(builder: PlanBuilder, operation: OperationDefinitionNode): Plan {
  const query = builder.context.schema.getQueryType();
  if (!query || operation.operation !== OperationTypeNode.QUERY) return unsupported(operation.operation);
  const fields = [...collectFields(builder.context, query, [operation.selectionSet])].map(
    ([key, [node, ...others]]): PlannedField => {
      if (!node || node.name.value === '__typename')
        return { key, statement: JSON.stringify(query.name), finalize: undefined };
      const selected = selectRoot(builder, { field: builder.fieldOf(query, node), nodes: [node, ...others] });
      return { key, statement: render(selected), finalize: selected.finalize };
    },
  );
  return { fields, parameters: builder.parameters };
}

function selectRoot(builder: PlanBuilder, asked: RequestedField): SelectedValue {
  const { field, nodes } = asked;
  if (field.name === 'node') return selectNode(builder, asked);
  const {
    source,
    returns,
    authorize,
    where: narrowed,
    resolverOnlyArguments = [],
  } = builder.declarations.roots.get(field.name) ?? unsupported(`Query.${field.name}`);
  authorize?.(builder.session);
  const alias = sqlText('t');
  const given = builder.given(field, nodes[0]);
  if (resolverOnlyArguments.some((argument) => argument in given)) return unsupported(`Query.${field.name}`);
  const where = sqlAnd(source.visible(builder.session, alias), narrowed?.(given));
  if (returns === 'page') return selectPage(builder, { source, order: source.order, alias, where, field, nodes });
  return asObject(
    selectObject(builder, source, builder.rowTypeOf(field), nodes, alias),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  );
}

const render = ({ value }: SelectedValue): RenderedStatement => sql`select ${value}::text`.render();
