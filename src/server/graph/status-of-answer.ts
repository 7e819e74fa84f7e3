/** An answer's head and what it says of failures, as Apollo holds it. */
export interface AnswerHead {
  readonly status: number | undefined;
  /** The codes of its errors. */
  readonly codes: readonly unknown[];
  /** Whether the request was one: JSON with a document in it, however wrong the document. */
  readonly isWellFormed: boolean;
  readonly accept: string | undefined;
}

/**
 * The HTTP status of a GraphQL answer. Whoever asks for `application/json` gets 200 for every well-formed request, because
 * a proxy may answer with that type and any status of its own; `application/graphql-response+json` tells our own status
 * (GraphQL over HTTP, Processing the response). While the database is away or too slow both get 503, so that clients try again.
 */
export function statusOfAnswer({ status, codes, isWellFormed, accept = '' }: AnswerHead): number | undefined {
  if (codes.includes('UNAVAILABLE') || codes.includes('TIMED_OUT')) return 503;
  return status === 400 && isWellFormed && !prefersGraphqlResponse(accept) ? 200 : status;
}

/** Whether an Accept header ranks GraphQL's own media type above JSON: by quality, then by how exactly it is named, then by order. */
function prefersGraphqlResponse(accept: string): boolean {
  const ranges = accept.split(',').map((range, at) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { name, rank: [quality, name.includes('*') ? 0 : 1, -at] as const };
  });
  const graphql = ranges.find(({ name, rank }) => name === 'application/graphql-response+json' && rank[0] > 0);
  const json = ranges.find(({ name }) => ['application/json', 'application/*', '*/*'].includes(name));
  if (!graphql || !json) return graphql !== undefined;
  const difference = graphql.rank.map((part, at) => part - (json.rank[at] ?? 0)).find((part) => part !== 0);
  return difference === undefined || difference > 0;
}
