import { z } from 'zod';

/** Reads the text of a variable; fails with an InvalidSetting. */
export type Reader<T> = (text: string) => T;

/** The message is the expected value, as the end of a sentence: "a whole number from 0 to 65535". */
export class InvalidSetting extends Error {}

/** A setting with a default, which is parsed like a given text. */
export const setting = <T>(fallback: string, read: Reader<T>, about: string) =>
  z.string().default(fallback).transform(reading(read)).meta({ about, fallback });

/** An optional setting; `fallback` describes what applies without it. The value of a secret is never shown. */
export const optional = <T>(read: Reader<T>, meta: { about: string; fallback: string; secret?: true }) =>
  z.string().transform(reading(read)).optional().meta(meta);

const reading =
  <T>(read: Reader<T>) =>
  (text: string, context: z.core.$RefinementCtx<string>): T => {
    try {
      return read(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  };
