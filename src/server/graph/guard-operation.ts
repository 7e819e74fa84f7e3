import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { assertStorable } from '../../api/input/assert-storable.ts';
import { CatalogError } from '../../kernel/fail.ts';
import type { Session } from '../../api/session/session.ts';
import { asksForIntrospection } from '../limits/asks-for-introspection.ts';
import { checkRowCount } from '../limits/check-row-count.ts';

/** A request and its chosen operation. */
export interface ChosenOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: Session;
  readonly introspectionForAll: boolean;
  /** Whether the response is an event stream. */
  readonly isStream: boolean;
}

/** Runs the checks that depend on the caller or the variables. They cannot be validation rules, because validation results are cached by document. */
export function guardOperation({
  schema,
  document,
  operation,
  variables,
  session,
  introspectionForAll,
  isStream,
}: ChosenOperation): void {
  if (operation && (operation.operation === OperationTypeNode.SUBSCRIPTION) !== isStream) {
    throw validationError(
      isStream
        ? 'Only subscriptions are answered as a stream of events; send the others to /graphql, and accept JSON.'
        : 'Subscriptions are answered as a stream of events: accept text/event-stream, or send them to /graphql/stream.',
    );
  }
  withStatus400(() => assertStorable(variables));
  checkRowCount(document, operation?.name?.value, variables, schema);
  if (!introspectionForAll && session.username === undefined && asksForIntrospection(document)) {
    throw validationError(
      'Introspection needs an API key on this server. Send one, or read schema/schema.graphql in the source code.',
    );
  }
}

const validationError = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });

/** Runs a check and gives its error the status 400, because nothing is executed. */
function withStatus400(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status: 400 } },
    });
  }
}
