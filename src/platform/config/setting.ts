import { z } from 'zod';

/** Parses the text of a variable. Throws InvalidSetting. */
export type ParseSetting<T> = (text: string) => T;

/** An invalid value. The message describes valid values, as the end of a sentence: "a whole number from 0 to 65535". */
export class InvalidSetting extends Error {}

/** Declares a setting with a default, which is parsed like a given text. */
export const setting = <T>(fallback: string, parse: ParseSetting<T>, about: string) =>
  z.string().default(fallback).transform(toTransform(parse)).meta({ about, fallback });

/** Declares an optional setting; `fallback` describes what applies without it. The value of a secret is never shown. */
export const optional = <T>(parse: ParseSetting<T>, meta: { about: string; fallback: string; secret?: true }) =>
  z.string().transform(toTransform(parse)).optional().meta(meta);

/** Converts a parser to a transformation of zod, which reports InvalidSetting as an issue. */
const toTransform =
  <T>(parse: ParseSetting<T>) =>
  (text: string, context: z.core.$RefinementCtx<string>): T => {
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  };
