import { Composer, Lexer, Parser, type CST } from 'yaml';
import type { Json } from '#kernel/json.ts';
import { invalid, quoted } from './mapping-problem.ts';

/** The maximum depth and size of a document. */
const maxDepth = 40;
const maxTokens = 10_000;

/**
 * Parses a document in YAML. All its scalars are read as texts. Fails INVALID_MAPPING for invalid YAML, for aliases, and
 * for a document that is too deep or too long. The depth is checked while tokens are read, because the composer is
 * recursive: it could exceed the stack.
 */
export function parseYaml(text: string): Json {
  const [document] = new Composer({
    schema: 'failsafe',
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: true,
  }).compose(readTokens(text));
  const problem = document?.errors[0]?.message;
  if (problem !== undefined) invalid(`it is not valid YAML: ${quoted(problem)}`);
  try {
    return document?.toJS({ maxAliasCount: 0 }) as Json;
  } catch {
    return invalid('aliases of YAML are not supported');
  }
}

function readTokens(text: string): readonly CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const source of new Lexer().lex(text)) {
    tokens.push(...parser.next(source));
    if (parser.stack.length > maxDepth) invalid(`it is nested deeper than ${String(maxDepth)} levels`);
    if ((count += 1) > maxTokens) invalid(`it has more than ${String(maxTokens)} tokens`);
  }
  tokens.push(...parser.end());
  return tokens;
}
