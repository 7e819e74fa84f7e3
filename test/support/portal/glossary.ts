import type { Client } from '../client.ts';

/** Adds a term to the glossary; returns its uid. */
export async function addTerm(
  client: Client,
  input: { readonly name: string; readonly aliases?: readonly string[]; readonly description?: string },
): Promise<string> {
  const { createGlossaryTerm } = await client.data(
    'mutation ($input: CreateGlossaryTermInput!) { createGlossaryTerm(input: $input) { glossaryTerm { uid } } }',
    { input },
  );
  return createGlossaryTerm.glossaryTerm.uid;
}

/** The names of all terms, in their order. */
export const termsOf = async (client: Client): Promise<string[]> =>
  (await client.data('{ glossaryTerms(first: 1000) { nodes { name } } }')).glossaryTerms.nodes.map(
    ({ name }: { name: string }) => name,
  );
