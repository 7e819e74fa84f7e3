import type { Section } from '../../engine/blocks/block.ts';

/** Where whoever submitted is led: exactly one of these. */
export interface FormEndingContent {
  readonly message: string | null;
  readonly page: string | null;
  readonly url: string | null;
}

/** What publishing a form makes a version of, by the graph's names. */
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
