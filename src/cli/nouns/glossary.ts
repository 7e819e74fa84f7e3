import { z } from 'zod';
import {
  CreateGlossaryTermDocument,
  DeleteGlossaryTermDocument,
  ExportGlossaryTermsDocument,
  UpdateGlossaryTermDocument,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import { namesBefore, number, numbered, numberedName } from './numbered.ts';
import { pages } from './pages.ts';

const termDocument = z.strictObject({
  name: z.string().describe('The name, which is the identity of the term.'),
  number,
  description: z.string().default(''),
  aliases: z.array(z.string()).default([]).describe('Other names.'),
});

type TermDocument = z.output<typeof termDocument>;

const inputOf = ({ number: _number, ...input }: TermDocument) => input;

/** The terms of the glossary. */
export const glossaryNoun = documentNoun({
  name: 'glossary',
  rights: [['edit_page']],
  schema: termDocument,
  nameOf: ({ name }) => name,
  keyOf: (term) => numberedName(term.name, term.number),
  read: (client) =>
    numbered(
      pages(async (after) => (await client.send(ExportGlossaryTermsDocument, { after })).glossaryTerms),
      ({ name }) => name,
    ),
  write: ({ item: { name, description, aliases }, number: count }) =>
    termDocument.parse({ name, ...(count > 1 && { number: count }), description, aliases }),
  create: (client, document) => client.send(CreateGlossaryTermDocument, { input: inputOf(document) }),
  update: (client, { item: { uid } }, document) =>
    client.send(UpdateGlossaryTermDocument, { input: { uid, ...inputOf(document) } }),
  remove: (client, { item: { uid } }) => client.send(DeleteGlossaryTermDocument, { input: { uid } }),
  needs(document) {
    const term = termDocument.parse(document);
    return namesBefore(term.name, term.number);
  },
});
