import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { assertStorable } from '../../api/input/assert-storable.ts';
import { CatalogError } from '../../kernel/fail.ts';
import type { Session } from '../../api/session.ts';
import { asksForIntrospection } from '../limits/asks-for-introspection.ts';
import { checkPageProduct } from '../limits/check-page-product.ts';

/** What is known of a request once its operation is chosen. */
export interface ChosenOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: Session;
  readonly introspectionForAll: boolean;
  /** Whether it came through the door that answers with a stream. */
  readonly isStream: boolean;
}

/** What depends on the caller or the variables, and so cannot be a validation rule: those are cached with the document. */
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
    throw invalid(
      isStream
        ? 'Only subscriptions are answered as a stream of events; send the others to /graphql, and accept JSON.'
        : 'Subscriptions are answered as a stream of events: accept text/event-stream, or send them to /graphql/stream.',
    );
  }
  refuse(() => assertStorable(variables));
  checkPageProduct(document, operation?.name?.value, variables, schema);
  if (!introspectionForAll && session.username === undefined && asksForIntrospection(document)) {
    throw invalid('Introspection needs an API key here; schema/schema.graphql has the same.');
  }
}

const invalid = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });

/** Runs a check whose failure is one of the request: nothing is executed, and its status is not that of a failure here. */
function refuse(check: () => void): void {
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
