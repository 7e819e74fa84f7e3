import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Valid documents by their text. */
export type KnownDocuments = LRUCache<string, DocumentNode>;

const maxDocuments = 2_000;
/** The maximum memory of all known documents, estimated by `bytesPerCharacter`. */
const maxBytes = 16 * 1024 * 1024;

/** An estimate of the memory that a parsed document takes for each character of its text. */
const bytesPerCharacter = 50;

/** Creates an empty list of known documents. Evicts the least recently used one. */
export const createKnownDocuments = (): KnownDocuments =>
  new LRUCache({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: (_document, text) => 1 + bytesPerCharacter * text.length,
  });
