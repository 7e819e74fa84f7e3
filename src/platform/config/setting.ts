import { z } from 'zod';

/** Parses the text of a variable. Throws InvalidSetting. */
export type ParseSetting<T> = (text: string) => T;

/** An invalid value. The message describes a valid one, as the end of a sentence: "a whole number from 0 to 65535". */
export class InvalidSetting extends Error {}

/** Declares a setting with a default, which is parsed like a given text. */
export const setting = <T>(fallback: string, read: ParseSetting<T>, about: string) =>
  z.string().default(fallback).transform(toTransform(read)).meta({ about, fallback });

/** Declares an optional setting; `fallback` describes what applies without it. The value of a secret is never shown. */
export const optional = <T>(read: ParseSetting<T>, meta: { about: string; fallback: string; secret?: true }) =>
  z.string().transform(toTransform(read)).optional().meta(meta);

const toTransform =
  <T>(read: ParseSetting<T>) =>
  (text: string, context: z.core.$RefinementCtx<string>): T => {
    try {
      return read(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  };
