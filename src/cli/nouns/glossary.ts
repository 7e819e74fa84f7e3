import { z } from 'zod';
import {
  CreateGlossaryTermDocument,
  DeleteGlossaryTermDocument,
  ExportGlossaryTermsDocument,
  UpdateGlossaryTermDocument,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const termDocument = z.strictObject({
  name: z.string().describe('The name, which is the identity of the term.'),
  description: z.string().default(''),
  aliases: z.array(z.string()).default([]).describe('Other names.'),
});

/** The terms of the glossary. */
export const glossaryNoun = documentNoun({
  name: 'glossary',
  rights: [['edit_page']],
  schema: termDocument,
  keyOf: ({ name }) => name,
  read: (client) => pages(async (after) => (await client.send(ExportGlossaryTermsDocument, { after })).glossaryTerms),
  write: ({ name, description, aliases }) => ({ name, description, aliases }),
  create: (client, input) => client.send(CreateGlossaryTermDocument, { input }),
  update: (client, { uid }, input) => client.send(UpdateGlossaryTermDocument, { input: { uid, ...input } }),
  remove: (client, { uid }) => client.send(DeleteGlossaryTermDocument, { input: { uid } }),
});
