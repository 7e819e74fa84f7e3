import { encodeIri, isValidIri } from '../iri.ts';
import { invalid, quoted } from './mapping-problem.ts';

/** Checks an IRI that the mapping states, and encodes its invalid characters. Fails INVALID_MAPPING for a relative IRI. */
export const parseIri = (iri: string): string =>
  isValidIri(encodeIri(iri)) ? encodeIri(iri) : invalid(`${quoted(iri)} is no absolute IRI`);

/** Checks a language tag. Fails INVALID_MAPPING for a text that is not one. */
export const parseLanguage = (tag: string): string =>
  /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : invalid(`${quoted(tag)} is no language tag`);
