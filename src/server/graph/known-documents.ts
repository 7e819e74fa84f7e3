import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Valid documents by their text. */
export interface KnownDocuments {
  get(text: string): DocumentNode | undefined;
  set(text: string, document: DocumentNode): void;
}

const maxDocuments = 2_000;
/** The maximum memory of all known documents, estimated by `bytesPerCharacter`. */
const maxBytes = 16 * 1024 * 1024;

/** An estimate of the memory that a parsed document takes for each character of its text. */
const bytesPerCharacter = 50;

/** Creates the list of known documents: those given stay, and of the others the least recently used one is evicted. */
export function createKnownDocuments(trusted: ReadonlyMap<string, DocumentNode> = new Map()): KnownDocuments {
  const recent = new LRUCache<string, DocumentNode>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: (_document, text) => 1 + bytesPerCharacter * text.length,
  });
  return {
    get: (text) => recent.get(text) ?? trusted.get(text),
    set: (text, document) => {
      if (!trusted.has(text)) recent.set(text, document);
    },
  };
}
