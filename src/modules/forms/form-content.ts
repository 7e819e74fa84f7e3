import type { Section } from '#engine/blocks/block.ts';

/** What the portal shows after a submission: exactly one of these. */
export interface FormEndingContent {
  readonly message: string | null;
  readonly page: string | null;
  readonly url: string | null;
}

/**
 * The content of a form. Publishing stores a copy of it as a version, which never changes. The properties have their names in the graph.
 */
export interface FormContent {
  readonly title: string;
  readonly description: string;
  readonly defaultLanguage: string;
  readonly otherLanguages: readonly string[];
  readonly sections: readonly Section[];
  readonly isRecaptchaEnabled: boolean;
  readonly ending: FormEndingContent;
}

/** Who may submit a form: everyone, users with a right, or users with a key. */
export type FormAccessType = 'open' | 'restricted' | 'authenticated';
