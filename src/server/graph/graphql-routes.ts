import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '#api/context.ts';
import { prefersHtml } from '../http/create-http.ts';
import { catalogOf } from '../create-context.ts';
import { addVary, allowCaching } from '#http/answers.ts';
import { type ChooseDocument, keepFromCaches } from './documents.ts';
import type { AnswerKnownQuery, AnswerRepeated } from './known-operations.ts';
import { measureAnswer } from './reports.ts';
import { acceptsEventStream, type StreamHandler } from '../streams/stream-routes.ts';
import { acceptUploads, type UploadSettings } from './uploads.ts';
import { handleGraphqlErrors } from './graph-errors.ts';

/** What answers the requests of `/graphql`. */
interface GraphqlRoutes {
  readonly apollo: ApolloServer<RequestContext>;
  readonly chooseDocument: ChooseDocument;
  readonly answerKnownQuery: AnswerKnownQuery;
  /** Answers a mutation that is repeated with its Idempotency-Key; undefined for all other requests. */
  readonly answerRepeated: AnswerRepeated;
  readonly handleStream: StreamHandler;
  readonly uploads: UploadSettings;
  /** The path of PUBLIC_URL. */
  readonly basePath: string;
}

/**
 * Registers `/graphql`: GET and POST, JSON and multipart; subscriptions when the client accepts events. A browser is redirected to the
 * editor, with its query. Errors before execution have GraphQL's shape as well.
 */
export async function graphqlRoutes(
  http: FastifyInstance,
  { apollo, chooseDocument, answerKnownQuery, answerRepeated, handleStream, uploads, basePath }: GraphqlRoutes,
): Promise<void> {
  const handleByApollo = fastifyApolloHandler(apollo, { context: async (request) => catalogOf(request) });
  await acceptUploads(http, uploads);
  handleGraphqlErrors(http, '/graphql', ['GET', 'HEAD', 'POST']);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async function handleGraphql(request, reply) {
      addVary(reply, 'accept');
      if (prefersHtml(request))
        return reply.redirect(`${basePath}/graphiql${/\?.*/.exec(request.url)?.[0] ?? ''}`, 303);
      const chosen = chooseDocument(request, reply);
      if (acceptsEventStream(request)) return handleStream(chosen, reply);
      if (request.method !== 'POST') allowCaching(reply, catalogOf(request));
      const answer = await measureAnswer(
        catalogOf(request),
        async () =>
          (await answerRepeated(chosen, reply)) ??
          (await answerKnownQuery(chosen, reply)) ??
          handleByApollo.call(this, chosen, reply),
      );
      // Apollo refuses some requests before its plugins see them.
      if (reply.statusCode !== 200 || catalogOf(request).record.isPersonal) keepFromCaches(reply);
      return answer;
    },
  });
}
