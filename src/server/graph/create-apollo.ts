import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import { recordErrors, reportedExtensions } from './reports.ts';
import { headOfErrors } from '#http/answer-head.ts';
import type { PersistedQueries } from './documents.ts';
import { formatError, withoutSchemaHints } from './graph-errors.ts';
import {
  executeByPlan,
  executionOptions,
  type FormatError,
  limitResult,
  type ResultByPlan,
  writeResult,
} from './known-operations.ts';
import {
  type CheckOperationLimits,
  createValidationPlugin,
  type KnownDocuments,
  parseOptions,
} from './validate-operation.ts';

/** The parts from which the GraphQL server is built. */
export interface ApolloParts {
  readonly schema: GraphQLSchema;
  readonly http: FastifyInstance;
  readonly resultByPlan: ResultByPlan;
  readonly checkOperationLimits: CheckOperationLimits;
  readonly documents: KnownDocuments;
  /** The list of automatic persisted queries; false without them. */
  readonly persistedQueries: PersistedQueries | false;
  /** Whether callers without a key may read the schema. */
  readonly introspectionForAll: boolean;
  /** Logs an unexpected error and returns its trace id. */
  readonly report: (cause: unknown) => string;
}

/** Creates the GraphQL server: with limits before execution and errors from `errorCodes`, without a landing page. */
export const createApollo = ({
  schema,
  http,
  resultByPlan,
  checkOperationLimits,
  documents,
  persistedQueries,
  introspectionForAll,
  report,
}: ApolloParts): ApolloServer<RequestContext> => {
  const options: ApolloServerOptions<RequestContext> = {
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    executionOptions,
    parseOptions,
    // `createValidationPlugin` validates instead.
    dangerouslyDisableValidation: true,
    formatError: (formatted, error) => formatError(formatted, error, report),
    plugins: [
      fastifyApolloDrainPlugin(http),
      ApolloServerPluginCacheControlDisabled(),
      // Apollo otherwise lets every client of a subgraph time its resolvers.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      // The first plugin with a response wins, so the guard precedes the plans.
      createValidationPlugin({
        schema,
        checkOperationLimits,
        documents,
        present: (error) => formatError(error.toJSON(), error, report),
      }),
      limitAnswer((error) => formatError({ message: '' }, error, report)),
      ...(introspectionForAll ? [] : [hideSchemaHints]),
      setErrorHead,
      addReports,
      executeByPlan(resultByPlan),
    ],
  };
  // Apollo passes on what this function returns without reading it, and Fastify sends bytes as well; only Apollo's type is narrower.
  Reflect.set(options, 'stringifyResult', writeResult);
  return new ApolloServer(options);
};

/** Writes the data of a response before its status is set. */
const limitAnswer = (format: FormatError): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single' || body.singleResult.data === undefined) return;
      const { errors, data } = body.singleResult;
      // Apollo keeps the texts, and does not read them.
      Object.assign(body.singleResult, limitResult(data, errors, format));
    },
  }),
});

/** Removes the names of similar fields from messages to callers without a key, who may not read the schema. */
const hideSchemaHints: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body }, contextValue }) => {
      if (contextValue.session.username !== undefined || body.kind !== 'single' || !body.singleResult.errors) return;
      body.singleResult.errors = body.singleResult.errors.map((error) => ({
        ...error,
        message: withoutSchemaHints(error.message),
      }));
    },
  }),
};

/** Adds the reports that the client asked for. */
const addReports: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body }, contextValue }) => {
      if (!contextValue.reports || body.kind !== 'single') return;
      body.singleResult.extensions = reportedExtensions(contextValue, contextValue.reports);
    },
  }),
};

/** Sets the status and the headers of a response with errors. */
const setErrorHead: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response: { http, body }, contextValue }) => {
      const { errors, data } = body.kind === 'single' ? body.singleResult : {};
      if (!errors?.length) return;
      recordErrors(contextValue, errors);
      const { status, headers } = headOfErrors({
        status: http.status,
        data,
        errors,
        isWellFormed: Boolean(request.query),
        accept: request.http?.headers.get('accept'),
      });
      http.status = status;
      for (const [name, value] of Object.entries(headers)) http.headers.set(name, value);
    },
  }),
};
