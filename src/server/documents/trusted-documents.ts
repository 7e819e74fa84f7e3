import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { tryParseJson } from '#kernel/json.ts';
import { SetupError } from '#platform/system-errors.ts';
import { documentValidation, parseDocument } from '../graph/validate-document.ts';

/** A document of the operator, parsed and valid. */
export interface TrustedDocument {
  readonly text: string;
  readonly document: DocumentNode;
}

/** The documents that clients may send by their identifier. */
export interface TrustedDocuments {
  /** By identifier: `sha256:` and the hash of the text in hexadecimal digits. */
  readonly byId: ReadonlyMap<string, TrustedDocument>;
  readonly byText: ReadonlyMap<string, DocumentNode>;
}

/** The identifier of a document. */
export const documentIdOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * Reads the documents of a folder: each file `.graphql` is one, and each file `.json` maps hashes to texts, as code generators write it. None
 * without a folder. Adds the documents of the service itself, which are valid. Fails with one SetupError that lists all invalid documents,
 * because a client would otherwise meet them later.
 */
export async function readTrustedDocuments(
  folder: string | undefined,
  schema: GraphQLSchema,
  ownTexts: readonly string[] = [],
): Promise<TrustedDocuments> {
  const problems: string[] = [];
  const validate = documentValidation(schema);
  const texts = folder === undefined ? [] : await textsIn(folder, problems);
  const entries = texts.map(({ name, text }) => {
    const document = parseDocument(text);
    const errors = document instanceof GraphQLError ? [document] : validate(document);
    problems.push(...errors.map(({ message }) => `${name}: ${message}`));
    return { text, document };
  });
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`).join('\n');
    throw new SetupError(`The documents in ${String(folder)}, which DOCUMENTS_PATH names, cannot be used:\n${lines}`);
  }
  const own = ownTexts.map((text) => ({ text, document: parseDocument(text) }));
  const documents = [...own, ...entries].flatMap(({ text, document }) =>
    document instanceof GraphQLError ? [] : [{ text, document }],
  );
  return Object.freeze({
    byId: new Map(documents.map((entry) => [documentIdOf(entry.text), entry])),
    byText: new Map(documents.map(({ text, document }) => [text, document])),
  });
}

/** A document as its file holds it. */
interface NamedText {
  /** The file, and in a map the hash. */
  readonly name: string;
  readonly text: string;
}

/** The texts in the files of a folder. */
async function textsIn(folder: string, problems: string[]): Promise<readonly NamedText[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`The folder ${folder}, which DOCUMENTS_PATH names, cannot be read: ${reason}`);
  });
  const read = async (name: string) => ({ name, text: await readFile(join(folder, name), 'utf8') });
  const maps = await Promise.all(files.filter((name) => name.endsWith('.json')).map(read));
  const single = await Promise.all(files.filter((name) => name.endsWith('.graphql')).map(read));
  return [...single, ...maps.flatMap((file) => textsOfMap(file, problems))];
}

const documentMap = z.record(z.string(), z.string());

/** The texts in a file that maps hashes to texts, with or without `sha256:`. */
function textsOfMap({ name, text }: NamedText, problems: string[]): readonly NamedText[] {
  const map = documentMap.safeParse(tryParseJson(text));
  if (!map.success) problems.push(`${name}: This is no JSON object of texts by their SHA-256.`);
  return Object.entries(map.data ?? {}).map(([hash, document]) => {
    const id = documentIdOf(document);
    if (![id, id.replace('sha256:', '')].includes(hash))
      problems.push(`${name}: ${hash} is not the SHA-256 of its text, which is ${id}.`);
    return { name: `${name}, ${hash}`, text: document };
  });
}
