import type { Section } from '../../engine/blocks/block.ts';

/** What the portal shows after a submission: exactly one of these. */
export interface FormEndingContent {
  readonly message: string | null;
  readonly page: string | null;
  readonly url: string | null;
}

/** The content of a form, which publishing freezes as a version; named as in the graph. */
export interface FormContent {
  readonly title: string;
  readonly description: string;
  readonly defaultLanguage: string;
  readonly otherLanguages: readonly string[];
  readonly sections: readonly Section[];
  readonly isRecaptchaEnabled: boolean;
  readonly ending: FormEndingContent;
}

/** Who may submit. */
export type FormAccessType = 'open' | 'restricted' | 'authenticated';
