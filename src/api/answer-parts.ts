/** A part of an answer: JSON text that is sent without being parsed, or an object of such parts by response key. */
export type AnswerPart = string | AnswerParts;

/** The data of an answer, as JSON texts by response key. */
export interface AnswerParts {
  readonly [key: string]: AnswerPart;
}

/** The parts of an answer as one JSON text. */
export const toJsonText = (part: AnswerPart): string =>
  typeof part === 'string'
    ? part
    : `{${Object.entries(part)
        .map(([key, value]) => `${JSON.stringify(key)}:${toJsonText(value)}`)
        .join(',')}}`;
