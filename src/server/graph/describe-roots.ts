import type { GraphQLSchema } from 'graphql';
import { maxNodes } from '#api/node.type.ts';
import { prices } from '#api/context.ts';
import { commonCodes } from '#api/errors/declares.ts';
import { defaultPageSize, maxPageSize } from '#api/reading/connection.ts';
import { maxAnswerMebibytes } from '#kernel/json.ts';
import { streamLimits } from '../streams/open-streams.ts';
import { limits } from './limit-rules.ts';

/** Describes a schema and its root types: what holds for all fields, so that no field repeats it. */
export function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  schema.description = paragraphs(schemaDescription);
  describe(schema.getQueryType(), queryDescription);
  describe(schema.getMutationType(), mutationDescription);
  describe(schema.getSubscriptionType(), subscriptionDescription);
  return schema;
}

function describe(type: { description: string | undefined | null } | undefined | null, texts: readonly string[]): void {
  if (type) type.description = paragraphs(texts);
}

const paragraphs = (texts: readonly string[]): string => texts.join('\n\n');

const number = (value: number): string => value.toLocaleString('en');

const codes = (names: readonly string[]): string => names.join(', ');

const schemaDescription = [
  'A catalog of datasets, with their records and a portal. Without a key, the graph shows what is public. A key in the header `Authorization: Apikey …`, or a token of a sign-in provider as `Bearer …`, adds what its user may see and change.',
  'Names. A dataset is a `CatalogDataset` where it is published, and a `Dataset` where it is configured. Of forms and pages the noun is what is published, and `…Configuration` its draft. Words of the catalog, such as kinds, states and rights, are enum values in lower case, as in REST and ODSQL; others, such as orders and codes, are in upper case.',
  'Ids. `id` is opaque and unique in the whole graph: `node(id)` finds the object where its type is a `Node`; elsewhere it is a key for caches of clients. `uid`, `slug` and `username` are unique among the objects of a type, `datasetId` among datasets. Every argument that takes a `uid` or a `slug` takes the `id` of the object too; the id of another type is INVALID_INPUT.',
  `Lists. \`first\` (${number(defaultPageSize)} where nothing is given, at most ${number(maxPageSize)}) reads a list from its beginning and \`last\` from its end; \`after\` and \`before\` take the cursor of an item, \`offset\` skips items. Null is the same as no argument. \`totalCount\` is the number of items in all pages, counted where it is selected. A list has only what the caller may see.`,
  'Errors. `extensions.code` is an `ErrorCode`, which `errorCodes` explains; `extensions.fields` has messages by input field. A field that may fail is nullable: it is null with an error, and the rest of the answer stays. Null without an error is a value that is not set, or an object that does not exist for the caller.',
  `Costs. An operation costs ${number(prices.request)} point and what \`@cost\` declares, by the sizes of lists; with the header \`GraphQL-Cost: report\` the answer has its cost and what remains of the minute's budget. An operation beyond ${number(limits.cost)} points, ${number(limits.depth)} levels, ${number(limits.fields)} fields, ${number(limits.rootFields)} root fields or ${number(limits.aliases)} aliases of a field fails with QUERY_TOO_COMPLEX, an answer beyond ${number(maxAnswerMebibytes)} MiB with ANSWER_TOO_LARGE, a caller beyond the budget with RATE_LIMIT_EXCEEDED.`,
  'Units. Instants are in UTC, sizes in bytes, positions in degrees of WGS 84. The length of a text is in characters.',
];

const queryDescription = [
  `Reads. A root field that finds one object is null where there is none, or none that the caller may see. \`nodes(ids)\` finds up to ${number(maxNodes)} objects at once.`,
  'What starts with `catalog` is published, and visible without a key where it is public. Fields that need a right say which.',
];

const mutationDescription = [
  'Changes. The mutations of a document run one after another, each in a transaction: it happens as a whole or not at all. The first that fails ends the document with `data: null`, and those before it stay made: send one mutation where that matters. With the header `Idempotency-Key`, a repeated request is executed once.',
  'An absent field of an input keeps its value, and null clears it. `update…` changes what is given, `replace…` replaces all. With `expectedRevision`, a change fails with REVISION_MISMATCH where the object has another revision.',
  'Each mutation says the right it needs, which the caller holds for the domain, or on the object as its creator or by a ruleset, within the scopes of the key; `administer` includes all rights.',
  `Each says the codes it fails with. Beside them, all may fail with ${codes(commonCodes)}: without a key, without the right (NOT_FOUND where the object does not exist for the caller), for an invalid input, above a limit, or because of the service.`,
];

const subscriptionDescription = [
  `Events, by server-sent events or a WebSocket at \`/graphql/stream\`. A stream costs ${number(prices.stream)} points; a user has ${number(streamLimits.perUser)} at a time, an address without a key ${number(streamLimits.perAddress)}, and beyond it TOO_MANY_STREAMS.`,
  'A stream ends with UNAUTHORIZED where its key ends, with PERMISSION_DENIED or NOT_FOUND where the right is lost, and with EVENTS_MISSED where events may be lost: subscribe again and read the current state.',
];
