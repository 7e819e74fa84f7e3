import { OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import { sql, sqlAnd, sqlName, sqlText } from '../../kernel/sql.ts';
import type { RenderedStatement } from '../../platform/database/database.ts';
import { collectFields } from './collect-fields.ts';
import type { Compilation, PlannedParameter } from './compilation.ts';
import { decline } from './declined.ts';
import type { Mend } from './mend.ts';
import { asObject, type Asked, type Selected } from './select-fields.ts';
import { selectNode } from './select-node.ts';
import { selectObject, selectPage } from './select-object.ts';

/** A root field of a plan: its statement, or the text that it always is. */
export interface PlannedField {
  readonly key: string;
  readonly statement: RenderedStatement | string;
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
  if (!query || operation.operation !== OperationTypeNode.QUERY) return decline(operation.operation);
  const fields = [...collectFields(c.reading, query, [operation.selectionSet])].map(
    ([key, [node, ...others]]): PlannedField => {
      if (!node || node.name.value === '__typename')
        return { key, statement: JSON.stringify(query.name), mend: undefined };
      const selected = selectRoot(c, { field: c.fieldOf(query, node), nodes: [node, ...others] });
      return { key, statement: render(selected), mend: selected.mend };
    },
  );
  return { fields, parameters: c.parameters };
}

function selectRoot(c: Compilation, asked: Asked): Selected {
  const { field, nodes } = asked;
  if (field.name === 'node') return selectNode(c, asked);
  const {
    of: source,
    finds,
    allow,
    where: narrowed,
    leaves = [],
  } = c.declarations.roots.get(field.name) ?? decline(`Query.${field.name}`);
  allow?.(c.session);
  const alias = sqlText('t');
  const given = c.given(field, nodes[0]);
  if (leaves.some((argument) => argument in given)) return decline(`Query.${field.name}`);
  const where = sqlAnd(source.visible(c.session, alias), narrowed?.(given));
  if (finds === 'page') return selectPage(c, { source, order: source.order, alias, where, field, nodes });
  return asObject(
    selectObject(c, source, c.rowTypeOf(field), nodes, alias),
    sql`from ${sqlName(source.table)} ${alias} where ${where}`,
  );
}

const render = ({ value }: Selected): RenderedStatement => sql`select ${value}::text`.render();
