import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';

const { ORIGIN: origin = 'http://localhost:4000' } = process.env;

/** Sends a document to the graph of the street trees. Its types are those of the rows. */
export async function query<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${origin}/graphql/datasets/street-trees`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
