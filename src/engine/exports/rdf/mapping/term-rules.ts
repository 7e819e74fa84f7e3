import { encodeIri, isAbsoluteIri } from '../iri.ts';
import { invalid, quoted } from './mapping-problem.ts';

/** A constant IRI of the mapping. Fails INVALID_MAPPING for a relative one. */
export const parseIri = (iri: string): string =>
  isAbsoluteIri(iri) ? encodeIri(iri) : invalid(`${quoted(iri)} is no absolute IRI`);

/** A language tag. Fails INVALID_MAPPING for another text. */
export const parseLanguage = (tag: string): string =>
  /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : invalid(`${quoted(tag)} is no language tag`);
