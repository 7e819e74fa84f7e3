import { keepableTexts } from '../limits/keepable-texts.ts';
import { limitRules } from '../limits/limit-rules.ts';
import { limits } from '../limits/limits.ts';

/** What holds for every document that comes from outside, whichever door it comes through, beside the rules of GraphQL. */
export const documentRules = Object.freeze({
  parseOptions: { maxLexicalTokens: limits.tokens },
  validationRules: [...limitRules(), keepableTexts],
});
